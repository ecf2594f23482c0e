// Which findings a session is told of: not simply the newest, but those that matter to this branch and working tree.
import type { ObservationType } from '../domain/memory.ts';
import type { ObservationRecord } from '../domain/record.ts';
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

/** As many as asked for, the newest first. */
export function choose(
  pool: ObservationRecord[],
  pinned: ObservationRecord[],
  request: Pick<ContextRequest, 'tree' | 'now' | 'settings'>,
  about: ObservationRecord[],
): ObservationRecord[] {
  const { tree, now, settings } = request;
  const changed = new Set(tree.changed);
  const worth = (memory: ObservationRecord) =>
    1 / (1 + Math.max(0, now - memory.at) / (7 * DAY_MS)) +
    WORTH[memory.type] +
    (memory.pinned ? 2 : 0) +
    (tree.branch !== null && memory.branch === tree.branch ? 0.3 : 0) +
    (memory.touches.some((touch) => changed.has(touch.path)) ? 0.5 : 0);
  const all = new Map(
    [...about.filter((memory) => memory.supersededBy === null), ...pinned, ...pool].map((m) => [m.id, m]),
  );
  return [...all.values()]
    .map((memory) => ({ memory, worth: worth(memory) }))
    .sort((a, b) => b.worth - a.worth || b.memory.id - a.memory.id)
    .slice(0, settings.contextObservations)
    .map(({ memory }) => memory)
    .sort((a, b) => b.at - a.at || b.id - a.id);
}
