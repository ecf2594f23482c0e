// What a person or an agent asked for -> a filter. The command line, the MCP tools, the HTTP API and the viewer all read
// their parameters here, so that a value means the same everywhere; anything that is not understood is refused.
import { CMemError } from '../domain/errors.ts';
import { FILTER_NAMES, FILTERS, type FilterName, type SearchFilter } from '../domain/filter.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { readMoment } from '../text/time.ts';

/** As given: a list may be one comma-separated string. */
export type GivenFilters = { [Name in FilterName]?: string | readonly string[] | boolean | undefined };

export interface Entrance {
  now: number;
  /** How the caller spells a parameter, such as `--since`. */
  spell?: (name: FilterName) => string;
}

/** Everything but the projects, which need the store. */
export function readFilters(
  given: GivenFilters,
  { now, spell = (name) => name }: Entrance,
): Omit<SearchFilter, 'projectIds'> {
  const filter: Record<string, unknown> = {};
  for (const name of FILTER_NAMES) {
    const value = given[name];
    if (value === undefined) continue;
    filter[FILTERS[name].field] = readValue(name, value, now, spell(name));
  }
  return filter;
}

function readValue(name: FilterName, value: string | readonly string[] | boolean, now: number, shown: string): unknown {
  const row = FILTERS[name];
  if (row.value === 'flag') return readFlag(value, shown);
  if (row.value === 'list') return readList(name, value, shown);
  if (typeof value !== 'string') throw refuse(`${shown} takes one value`, 'Use it once.');
  if (value.trim() === '') throw refuse(`${shown} needs a value`, `Add a value: ${row.help}.`);
  return row.value === 'time' ? readMoment(shown, value, now, name === 'until') : value;
}

function readFlag(value: string | readonly string[] | boolean, shown: string): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  throw refuse(`Invalid ${shown} value`, 'Use one of: true, false.');
}

function readList(name: FilterName, value: string | readonly string[] | boolean, shown: string): string[] {
  const row: { options?: readonly string[]; help: string } = FILTERS[name];
  const texts = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? (value as string[]) : [];
  const items = texts.map((item) => item.trim()).filter((item) => item !== '');
  if (items.length === 0) throw refuse(`${shown} needs a value`, `Add a value: ${row.help}.`);
  const { options } = row;
  const odd = options && items.find((item) => !options.includes(item));
  if (odd !== undefined && options)
    throw refuse(
      `Invalid ${shown} value "${odd.slice(0, 100)}"`,
      `${didYouMean(odd, options)}Use one of: ${options.join(', ')}.`,
    );
  return items;
}

const refuse = (message: string, fix: string) => new CMemError('USAGE', message, { fix });
