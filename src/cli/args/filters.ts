// The filters of `domain/filter.ts` as options of a command.
import { FILTER_NAMES, FILTERS, type FilterName, type SearchFilter } from '../../domain/filter.ts';
import { type GivenFilters, readFilters } from '../../recall/request.ts';

/** `--kind`, `--type`, `--since` and so on. */
export const filterArgs = Object.fromEntries(
  FILTER_NAMES.map((name) => {
    const { value, help } = FILTERS[name];
    const description = value === 'list' ? `${help} (comma-separated)` : help;
    return [name, { type: value === 'flag' ? 'boolean' : 'string', description }];
  }),
) as Record<FilterName, { type: 'string'; description: string }>;

export function readFilterArgs(args: object, now: number): Omit<SearchFilter, 'projectIds'> {
  return readFilters(args as GivenFilters, { now, spell: (name) => `--${name}` });
}
