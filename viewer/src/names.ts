// The names of filters and memory types. The tables of src/domain also hold texts for agents, which the page does not need;
// the types make sure that no name is missing here.
import type { FilterName } from '../../src/domain/filter.ts';
import type { FindingType, ObservationType } from '../../src/domain/memory-types.ts';

/** Fits a list that has every one of the names; nothing fits it if one is missing. */
type Whole<Name, List extends readonly Name[]> = [Name] extends [List[number]] ? readonly Name[] : never;

const FILTERS = [
  'kind',
  'type',
  'concept',
  'file',
  'session',
  'branch',
  'host',
  'since',
  'until',
  'pinned',
  'author',
] as const;
const FINDINGS = ['decision', 'bugfix', 'feature', 'refactor', 'discovery', 'change'] as const;
const TYPES = [...FINDINGS, 'rule'] as const;

export type { FilterName };
export const FILTER_NAMES: Whole<FilterName, typeof FILTERS> = FILTERS;
export const FINDING_TYPES: Whole<FindingType, typeof FINDINGS> = FINDINGS;
export const OBSERVATION_TYPES: Whole<ObservationType, typeof TYPES> = TYPES;
