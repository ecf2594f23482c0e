// Filters: what a list or a search can be narrowed by. One row each; the command line, the MCP tools, the HTTP API and the
// viewer take their parameters from here, recall/request.ts reads their values, and store/memories/where.ts turns them
// into SQL.
import { OBSERVATION_TYPES, type ObservationType } from './memory-types.ts';

export const MEMORY_KINDS = ['observation', 'summary', 'prompt'] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** What to look in: a condition that is left out does not narrow. */
export interface SearchFilter {
  /** Null: all of them. Projects that were merged into one of these are included. */
  projectIds: number[] | null;
  kinds?: MemoryKind[] | undefined;
  /** Any of these. Summaries and prompts have no type: naming one leaves only observations. */
  types?: ObservationType[] | undefined;
  /** Any of these, in any case; only observations have them. */
  concepts?: string[] | undefined;
  /** A path or a part of one; prompts have no files. */
  file?: string | undefined;
  sessionId?: string | undefined;
  branch?: string | undefined;
  /** Milliseconds since the epoch, both inclusive. */
  since?: number | undefined;
  until?: number | undefined;
  /** Prompts cannot be pinned. */
  pinned?: boolean | undefined;
}

interface FilterRow {
  /** Where its value goes. */
  field: Exclude<keyof SearchFilter, 'projectIds'>;
  value: 'text' | 'list' | 'time' | 'flag';
  /** The values that a list takes; any if left out. */
  options?: readonly string[];
  /** Says what a memory must be like, and not only where to look: a neighbor of a hit may not have passed it. */
  judgesMemory: boolean;
  help: string;
}

export const FILTERS = {
  kind: {
    field: 'kinds',
    value: 'list',
    options: MEMORY_KINDS,
    judgesMemory: false,
    help: `${MEMORY_KINDS.join(', ')}`,
  },
  type: {
    field: 'types',
    value: 'list',
    options: OBSERVATION_TYPES,
    judgesMemory: true,
    help: `${OBSERVATION_TYPES.join(', ')}`,
  },
  concept: { field: 'concepts', value: 'list', judgesMemory: true, help: 'Such as gotcha or trade-off' },
  file: { field: 'file', value: 'text', judgesMemory: true, help: 'Path, or part of one' },
  session: { field: 'sessionId', value: 'text', judgesMemory: false, help: 'Session ID' },
  branch: { field: 'branch', value: 'text', judgesMemory: true, help: 'Git branch' },
  since: {
    field: 'since',
    value: 'time',
    judgesMemory: true,
    help: 'Date (2026-03-01), time, or age (30m, 12h, 7d, 2w)',
  },
  until: { field: 'until', value: 'time', judgesMemory: true, help: 'Date (inclusive), time, or age' },
  pinned: { field: 'pinned', value: 'flag', judgesMemory: true, help: 'Only pinned memories' },
} as const satisfies Record<string, FilterRow>;

export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

/** Whether the memories beside a hit must not be shown for its sake, because they may not pass the filter themselves. */
export function judgesMemories(filter: SearchFilter): boolean {
  return FILTER_NAMES.some((name) => FILTERS[name].judgesMemory && filter[FILTERS[name].field] !== undefined);
}

/** Whether anything but words says what is wanted: then words may be left out. */
export function isFiltered(filter: SearchFilter): boolean {
  return filter.projectIds !== null || FILTER_NAMES.some((name) => filter[FILTERS[name].field] !== undefined);
}
