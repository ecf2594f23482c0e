// The names of filters and memory types. The tables of src/domain also hold texts for agents, which the page does not need;
// the types make sure that no name is missing here.
import type { FilterName } from '../../src/domain/filter.ts';
import type { FindingType, ObservationType } from '../../src/domain/memory-types.ts';

const FILTERS: Record<FilterName, 1> = {
  kind: 1,
  type: 1,
  concept: 1,
  file: 1,
  session: 1,
  branch: 1,
  host: 1,
  since: 1,
  until: 1,
  pinned: 1,
  author: 1,
};
const FINDINGS: Record<FindingType, 1> = { decision: 1, bugfix: 1, feature: 1, refactor: 1, discovery: 1, change: 1 };
const TYPES: Record<ObservationType, 1> = { ...FINDINGS, rule: 1 };

export type { FilterName };
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];
export const FINDING_TYPES = Object.keys(FINDINGS) as FindingType[];
export const OBSERVATION_TYPES = Object.keys(TYPES) as ObservationType[];
