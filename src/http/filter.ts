// Filters in a query string, and memories as lists return them.

import * as z from 'zod';
import { identifyProject } from '../capture/project.ts';
import type { FilterName, SearchFilter } from '../domain/filter.ts';
import { FILTER_NAMES, FILTERS } from '../domain/filter.ts';
import type { SearchHit } from '../domain/search.ts';
import { formatId } from '../recall/ids.ts';
import { readFilters } from '../recall/request.ts';
import type { ListedMemory, Store } from '../store/index.ts';
import type { Item } from './contract.ts';

const project = z.string().max(4096).optional().describe('Project ID, path, or name (default: all)');

/** The filters of `domain/filter.ts` in a query string; `readFilter` reads them. */
const given = Object.fromEntries(
  FILTER_NAMES.map((name) => [
    name,
    z
      .union([z.string().max(4096), z.array(z.string().max(4096)).max(50)])
      .optional()
      .describe(describe(name)),
  ]),
) as unknown as Record<FilterName, z.ZodOptional<z.ZodType<string | string[]>>>;

export const FilterQuery = { project, ...given };
export type FilterGiven = z.infer<z.ZodObject<typeof FilterQuery>>;

function describe(name: FilterName): string {
  const { help, value } = FILTERS[name];
  if (value === 'time') return `${help}, or milliseconds since the epoch`;
  return value === 'list' ? `${help}; comma-separated or repeated` : help;
}

/** An empty value, as a form sends it, is ignored. */
export function readFilter(store: Store, { project: named, ...rest }: Partial<FilterGiven>, now: number): SearchFilter {
  const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
  return {
    projectIds: named === undefined ? null : [projectId(store, named)],
    ...readFilters(filled, { now }),
  };
}

export function projectId(store: Store, named: string): number {
  return store.projects.named(named, identifyProject).id;
}

export type ToItem = (listed: ListedMemory) => Item;

export type FoundItem = Item & { passage: string | null };

/** What was found, with the sentence that matched. */
export function hitItems(store: Store, hits: Pick<SearchHit, 'kind' | 'id' | 'passage'>[]): FoundItem[] {
  const passages = new Map(hits.map(({ kind, id, passage }) => [`${kind} ${id}`, passage]));
  return store.memories
    .listByIds(hits)
    .map(itemsOf(store))
    .map((item) => ({ ...item, passage: passages.get(`${item.kind} ${item.id}`) ?? null }));
}

/** Turns memories into list items, with the names of their projects. */
export function itemsOf(store: Store): ToItem {
  const names = store.projects.names();
  return (listed) => ({
    ...listed,
    ref: formatId(listed.kind, listed.id),
    project: names.get(listed.projectId) ?? '',
  });
}
