// Which observations the session-start context lists.
import { typeRow } from '../../domain/memory-types.ts';
import type { ObservationBrief, ObservationRecord } from '../../domain/record.ts';
import type { ContextRequest } from './start-request.ts';

/** Added to the value of being new, which is 1 and halves within a week. */
const WORTH = { pinned: 2, onBranch: 0.3, aboutChangedFiles: 0.5 };
const DAY_MS = 24 * 3600_000;

/** As many as the settings allow, newest first. `about` mention uncommitted files. */
export function choose(
  pool: ObservationBrief[],
  request: Pick<ContextRequest, 'tree' | 'now' | 'settings'>,
  about: ObservationRecord[],
): ObservationBrief[] {
  const { tree, now, settings } = request;
  const changed = new Set(about.map((memory) => memory.id));
  const worth = (memory: ObservationBrief) =>
    1 / (1 + Math.max(0, now - memory.at) / (7 * DAY_MS)) +
    typeRow(memory.type).worth +
    (memory.pinned ? WORTH.pinned : 0) +
    (tree.branch !== null && memory.branch === tree.branch ? WORTH.onBranch : 0) +
    (changed.has(memory.id) ? WORTH.aboutChangedFiles : 0);
  const current = about.filter((memory) => memory.supersededBy === null);
  return [...current.map(inBrief), ...pool.filter((memory) => !changed.has(memory.id))]
    .map((memory) => ({ memory, worth: worth(memory) }))
    .sort((a, b) => b.worth - a.worth || b.memory.id - a.memory.id)
    .slice(0, settings.context.observations)
    .map(({ memory }) => memory)
    .sort((a, b) => b.at - a.at || b.id - a.id);
}

function inBrief(memory: ObservationRecord): ObservationBrief {
  const { id, type, sessionId, promptNumber, branch, pinned, tokens, author, at } = memory;
  const title = memory.title ?? memory.narrative ?? memory.facts[0] ?? '';
  return { id, type, title, sessionId, promptNumber, branch, pinned, tokens, author, at };
}
