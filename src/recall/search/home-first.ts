// Search from inside a project: what is known here comes first, then what is known elsewhere.
import type { SearchAnswer, SearchRequest } from '../../domain/search.ts';

export type SearchOnce = (request: SearchRequest) => Promise<SearchAnswer>;

/** Whether any hit contains a word of the query, rather than being near to it in meaning only. */
export const isFoundByWords = ({ hits }: SearchAnswer): boolean => hits.some(({ matchedTerms }) => matchedTerms > 0);

/**
 * Hits of these projects first, in order of their score; then those of all others. What is only near in meaning here does
 * not come before what contains the words elsewhere.
 */
export async function searchHomeFirst(
  search: SearchOnce,
  request: Omit<SearchRequest, 'projectIds'>,
  home: number[],
): Promise<SearchAnswer> {
  const { limit, offset } = request;
  const here = await search({ ...request, projectIds: home, offset: 0, limit: offset + limit });
  const isKnownHere = request.text.trim() === '' || isFoundByWords(here);
  if (isKnownHere && here.more) return { ...here, hits: here.hits.slice(offset) };
  // Everything here is among what is found everywhere, so that so many are enough to fill the page.
  const most = offset + limit + here.hits.length + 1;
  const everywhere = await search({ ...request, projectIds: null, offset: 0, limit: most });
  const isHereFirst = isKnownHere || !isFoundByWords(everywhere);
  const all = isHereFirst ? joined(here, everywhere) : joined(everywhere, here);
  return { ...everywhere, hits: all.slice(offset, offset + limit), more: all.length > offset + limit };
}

function joined(first: SearchAnswer, second: SearchAnswer): SearchAnswer['hits'] {
  const known = new Set(first.hits.map(({ kind, id }) => `${kind} ${id}`));
  return [...first.hits, ...second.hits.filter(({ kind, id }) => !known.has(`${kind} ${id}`))];
}
