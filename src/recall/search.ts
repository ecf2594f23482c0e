// Search: what was typed becomes terms, the store says who holds them, ranking says which are best.
import type { SearchAnswer, SearchHit, SearchRequest } from '../domain/recall.ts';
import { type FoundMemory, idOf, kindOf, type MemoryKey, type SearchStore } from '../store/search.ts';
import { isNarrow } from '../store/search-filter.ts';
import { polish } from './polish.ts';
import { parseQuery, type QueryTerm } from './query.ts';
import { ownWeight, scoreSequence, type Weights, weigh } from './rank.ts';

/** So many of the best by their own words are looked at together with their sessions. */
const POOL = 250;
const MOST_SESSIONS = 60;
/** So many of the best get the last touch: title, type, age. */
const POLISHED = 60;
/** With fewer words than this a hit must hold one of them itself. */
const QUESTION = 3;

export async function search(store: SearchStore, request: SearchRequest, now: number): Promise<SearchAnswer> {
  const ranked = await rank(store, request, now);
  const { limit, offset } = request;
  const hits: SearchHit[] = [];
  const pageKeys = ranked.order.slice(offset, offset + limit);
  const unknown = pageKeys.filter((key) => !ranked.known.has(key));
  for (const memory of await store.describe(unknown)) ranked.known.set(memory.key, memory);
  for (const key of pageKeys) {
    const memory = ranked.known.get(key);
    if (memory) hits.push(toHit(memory, ranked));
  }
  return {
    hits,
    more: ranked.order.length > offset + limit,
    terms: ranked.terms.map((term) => term.forms[0] as string),
  };
}

export interface Ranked {
  terms: QueryTerm[];
  weights: Weights;
  /** In how many memories each term is, about, of how many. */
  frequencies: number[];
  size: number;
  order: MemoryKey[];
  scores: Map<MemoryKey, number>;
  known: Map<MemoryKey, FoundMemory>;
}

/** Everything that was found, the best first. */
export async function rank(store: SearchStore, request: SearchRequest, now: number): Promise<Ranked> {
  const terms = parseQuery(request.text);
  const matches = await store.match(terms, request);
  const weights = weigh(terms, matches);
  const scores = new Map<MemoryKey, number>();
  for (const [key, bits] of weights.held) scores.set(key, ownWeight(weights, bits));
  const own = [...scores.keys()].sort((a, b) => (scores.get(b) as number) - (scores.get(a) as number) || b - a);
  const pool = own.slice(0, POOL);
  const known = new Map((await store.describe(pool)).map((memory) => [memory.key, memory]));
  for (const key of pool) if (!known.has(key)) scores.delete(key);
  const sequences = await store.sequences(bestSessions(pool, known), request);
  const average = sequences.reduce((sum, sequence) => sum + sequence.length, 0) / Math.max(1, sequences.length);
  const mayLend = terms.length >= QUESTION && !isNarrow(request);
  const raised = new Set<MemoryKey>();
  for (const sequence of sequences) {
    for (const [index, score] of scoreSequence(weights, sequence, average).entries()) {
      const key = sequence[index] as MemoryKey;
      if (score > 0 && (mayLend || weights.held.has(key))) {
        scores.set(key, score);
        raised.add(key);
      }
    }
  }
  // Memories without a session, and those beyond the pool, come by their own words.
  const byScore = (a: MemoryKey, b: MemoryKey) => (scores.get(b) as number) - (scores.get(a) as number) || b - a;
  const first = [...raised, ...pool.filter((key) => known.has(key) && !raised.has(key))].sort(byScore);
  const top = first.slice(0, POLISHED);
  for (const memory of await store.describe(top.filter((key) => !known.has(key)))) known.set(memory.key, memory);
  const alive = top.filter((key) => known.has(key));
  for (const key of alive) {
    const memory = known.get(key) as FoundMemory;
    scores.set(key, (scores.get(key) as number) * polish(memory, terms, weights, now));
  }
  const listed = new Set(first);
  const rest = own.filter((key) => scores.has(key) && !listed.has(key));
  const frequencies = matches.terms.map((term) => term.frequency);
  return {
    terms,
    weights,
    frequencies,
    size: matches.size,
    scores,
    known,
    order: [...alive.sort(byScore), ...first.slice(POLISHED), ...rest],
  };
}

/** Sessions whose best memory is best, in that order. */
function bestSessions(pool: MemoryKey[], known: Map<MemoryKey, FoundMemory>): string[] {
  const sessions = new Set<string>();
  for (const key of pool) {
    const session = known.get(key)?.sessionId;
    if (session) sessions.add(session);
    if (sessions.size >= MOST_SESSIONS) break;
  }
  return [...sessions];
}

export function toHit(memory: FoundMemory, { weights, scores }: Pick<Ranked, 'weights' | 'scores'>): SearchHit {
  const bits = weights.held.get(memory.key) ?? 0;
  const { key, titled: _, ...rest } = memory;
  return {
    ...rest,
    kind: kindOf(key),
    id: idOf(key),
    score: scores.get(key) ?? 0,
    coverage: weights.total > 0 ? ownWeight(weights, bits) / weights.total : 0,
    matchedTerms: bits.toString(2).replaceAll('0', '').length,
  };
}
