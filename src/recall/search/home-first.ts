// Search from inside a project: what is known here comes first, then what is known elsewhere.
import type { SearchAnswer, SearchRequest } from '../../domain/search.ts';
import type { SearchStore } from '../../store/index.ts';
import { search } from './search.ts';

/** Hits of these projects first, in order of their score; then those of all others. */
export function searchHomeFirst(
  store: SearchStore,
  request: Omit<SearchRequest, 'projectIds'>,
  home: number[],
  now: number,
): SearchAnswer {
  const { limit, offset } = request;
  const here = search(store, { ...request, projectIds: home, offset: 0, limit: offset + limit }, now);
  if (here.more || here.hits.length >= offset + limit)
    return { ...here, hits: here.hits.slice(offset), more: here.more || here.hits.length > offset + limit };
  // Everything here is among what is found everywhere, so that so many are enough to fill the page.
  const most = offset + limit + here.hits.length + 1;
  const everywhere = search(store, { ...request, projectIds: null, offset: 0, limit: most }, now);
  const isHere = new Set(here.hits.map(({ kind, id }) => `${kind} ${id}`));
  const elsewhere = everywhere.hits.filter(({ kind, id }) => !isHere.has(`${kind} ${id}`));
  const all = [...here.hits, ...elsewhere];
  return { ...everywhere, hits: all.slice(offset, offset + limit), more: all.length > offset + limit };
}
