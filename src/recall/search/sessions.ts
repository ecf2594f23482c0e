// Search by session: the sessions that match a query, each with its best memories.

import type { SearchFilter } from '../../domain/filter.ts';
import type { SearchHit, SessionHit } from '../../domain/search.ts';
import type { SearchStore } from '../../store/index.ts';
import { parseQuery } from './query.ts';
import { find, rank, toHit } from './search.ts';

/** Besides the session as a whole, its best memory counts, and each further one half as much as the one before. */
const BEST_SHARE = 0.3;
const FURTHER = 0.5;
const MOST_HITS = 5;

export function searchSessions(
  store: SearchStore,
  request: SearchFilter & { text: string; limit: number },
  now: number,
): SessionHit[] {
  const found = find(store, parseQuery(request.text), request);
  const ranked = rank(store, found, { ...request, offset: 0 }, now);
  const unknown = ranked.first.filter((key) => !ranked.known.has(key));
  for (const memory of store.describe(unknown)) ranked.known.set(memory.key, memory);
  const sessions = new Map<string, SearchHit[]>();
  for (const key of ranked.first) {
    const memory = ranked.known.get(key);
    if (!memory?.sessionId) continue;
    const hits = sessions.get(memory.sessionId) ?? [];
    if (hits.length < MOST_HITS) hits.push(toHit(memory, ranked));
    sessions.set(memory.sessionId, hits);
  }
  return [...sessions]
    .map(([sessionId, hits]) => {
      hits.sort((a, b) => b.score - a.score);
      const [best] = hits as [SearchHit];
      const ofHits = hits.reduce((sum, hit, index) => sum + hit.score * FURTHER ** index, 0);
      const score = (ranked.sessions.get(sessionId) ?? 0) + BEST_SHARE * ofHits;
      return { sessionId, projectId: best.projectId, at: best.at, score, hits };
    })
    .sort((a, b) => b.score - a.score || b.at - a.at)
    .slice(0, request.limit);
}
