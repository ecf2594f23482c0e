// Which findings a session is told of: not simply the newest, but those that matter to this branch and working tree.
import type { ObservationType } from '../domain/memory.ts';
import type { ObservationBrief, ObservationRecord } from '../domain/record.ts';
import type { ContextRequest } from './context.ts';

const WORTH: Record<ObservationType, number> = {
  decision: 0.3,
  bugfix: 0.2,
  discovery: 0.2,
  feature: 0.15,
  refactor: 0.05,
  change: 0,
};

const DAY_MS = 24 * 3600_000;

/** As many as asked for, the newest first. `about` speak of files that are changed in the working tree. */
export function choose(
  pool: ObservationBrief[],
  request: Pick<ContextRequest, 'tree' | 'now' | 'settings'>,
  about: ObservationRecord[],
): ObservationBrief[] {
  const { tree, now, settings } = request;
  const changed = new Set(about.map((memory) => memory.id));
  const worth = (memory: ObservationBrief) =>
    1 / (1 + Math.max(0, now - memory.at) / (7 * DAY_MS)) +
    WORTH[memory.type] +
    (memory.pinned ? 2 : 0) +
    (tree.branch !== null && memory.branch === tree.branch ? 0.3 : 0) +
    (changed.has(memory.id) ? 0.5 : 0);
  const current = about.filter((memory) => memory.supersededBy === null);
  const all = new Map([...current.map(inBrief), ...pool].map((memory) => [memory.id, memory]));
  return [...all.values()]
    .map((memory) => ({ memory, worth: worth(memory) }))
    .sort((a, b) => b.worth - a.worth || b.memory.id - a.memory.id)
    .slice(0, settings.contextObservations)
    .map(({ memory }) => memory)
    .sort((a, b) => b.at - a.at || b.id - a.id);
}

function inBrief(memory: ObservationRecord): ObservationBrief {
  const { id, type, branch, pinned, tokens, at } = memory;
  return { id, type, title: memory.title ?? memory.narrative ?? memory.facts[0] ?? '', branch, pinned, tokens, at };
}
