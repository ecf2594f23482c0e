// The filters for lists and searches, one row each. The CLI, the MCP tools, the HTTP API and the viewer derive their
// parameters from here, recall/request.ts parses the values, and store/memories/where.ts turns them into SQL.
import { OBSERVATION_TYPES, type ObservationType } from './memory-types.ts';

export const MEMORY_KINDS = ['observation', 'summary', 'prompt', 'host-memory'] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** Where to look. An omitted condition does not narrow the search. */
export interface SearchFilter {
  /** Null means all projects. Includes projects that were merged into one of these. */
  projectIds: number[] | null;
  kinds?: MemoryKind[] | undefined;
  /** Any of these. Only observations have a type, so this leaves only them. */
  types?: ObservationType[] | undefined;
  /** Any of these, ignoring case. Only observations have concepts. */
  concepts?: string[] | undefined;
  /** A path or part of one. Prompts have no files; a host memory has the one it was read from. */
  file?: string | undefined;
  sessionId?: string | undefined;
  branch?: string | undefined;
  /** The host's name, such as `codex`. */
  host?: string | undefined;
  /** Milliseconds since the epoch, both inclusive. */
  since?: number | undefined;
  until?: number | undefined;
  /** Prompts and host memories cannot be pinned. */
  pinned?: boolean | undefined;
}

interface FilterRow {
  /** The field that receives the value. */
  field: Exclude<keyof SearchFilter, 'projectIds'>;
  value: 'text' | 'list' | 'time' | 'flag';
  /** The values a list accepts; any value if omitted. */
  options?: readonly string[];
  /** True if it describes the memory itself rather than where to look: a hit's neighbors may not pass it. */
  judgesMemory: boolean;
  help: string;
}

export const FILTERS = {
  kind: {
    field: 'kinds',
    value: 'list',
    options: MEMORY_KINDS,
    judgesMemory: false,
    help: `Only these kinds: ${MEMORY_KINDS.join(', ')}`,
  },
  type: {
    field: 'types',
    value: 'list',
    options: OBSERVATION_TYPES,
    judgesMemory: true,
    help: `Only these types: ${OBSERVATION_TYPES.join(', ')}`,
  },
  concept: {
    field: 'concepts',
    value: 'list',
    judgesMemory: true,
    help: 'Only these concepts, such as gotcha',
  },
  file: {
    field: 'file',
    value: 'text',
    judgesMemory: true,
    help: 'Only memories about this file (path, or part of one)',
  },
  session: {
    field: 'sessionId',
    value: 'text',
    judgesMemory: false,
    help: 'Only the session with this ID',
  },
  branch: { field: 'branch', value: 'text', judgesMemory: true, help: 'Only this Git branch' },
  host: {
    field: 'host',
    value: 'text',
    judgesMemory: true,
    help: 'Only this host',
  },
  since: {
    field: 'since',
    value: 'time',
    judgesMemory: true,
    help: 'Only memories since this date (2026-03-01) or time, or from the last 30m, 12h, 7d, or 2w',
  },
  until: {
    field: 'until',
    value: 'time',
    judgesMemory: true,
    help: 'Only memories up to this date (inclusive) or time, or older than 7d',
  },
  pinned: { field: 'pinned', value: 'flag', judgesMemory: true, help: 'Only pinned memories' },
} as const satisfies Record<string, FilterRow>;

export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

/** Whether memories next to a hit must be hidden because they may not pass the filter themselves. */
export function judgesMemories(filter: SearchFilter): boolean {
  return FILTER_NAMES.some((name) => FILTERS[name].judgesMemory && filter[FILTERS[name].field] !== undefined);
}

/** Whether any filter is set, in which case search terms are optional. */
export function isFiltered(filter: SearchFilter): boolean {
  return filter.projectIds !== null || FILTER_NAMES.some((name) => filter[FILTERS[name].field] !== undefined);
}
