// Which findings a session is told of: not simply the newest, but those that matter to this branch and working tree.
import type { ObservationType } from '../../domain/memory.ts';
import type { ObservationBrief, ObservationRecord } from '../../domain/record.ts';
import type { ContextRequest } from './request.ts';

/** In millionths of what being new is worth. */
const WORTH: Record<ObservationType, number> = {
  decision: 300_000,
  bugfix: 200_000,
  discovery: 200_000,
  feature: 150_000,
  refactor: 50_000,
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
  // In whole numbers: a hook has no time to collect the garbage that fractions make.
  const worth = (memory: ObservationBrief) =>
    Math.round(
      1e6 / (1 + Math.max(0, now - memory.at) / (7 * DAY_MS)) +
        WORTH[memory.type] +
        (memory.pinned ? 2e6 : 0) +
        (tree.branch !== null && memory.branch === tree.branch ? 300_000 : 0) +
        (changed.has(memory.id) ? 500_000 : 0),
    );
  const current = about.filter((memory) => memory.supersededBy === null);
  return [...current.map(inBrief), ...pool.filter((memory) => !changed.has(memory.id))]
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
