// Search: the query becomes terms, the store finds the memories that contain them, ranking orders them.

import type { SearchFilter } from '../../domain/filter.ts';
import { isFiltered, judgesMemories } from '../../domain/filter.ts';
import type { SearchAnswer, SearchHit, SearchRequest } from '../../domain/search.ts';
import type { FoundMemory, MemoryKey, SearchStore } from '../../store/index.ts';
import { boost } from './boost.ts';
import { lookAgain, matchPassages, type PassageMatch } from './passages.ts';
import { parseQuery, type QueryTerm, typedWords } from './query.ts';
import { ownWeight, scoreSequence, type Weights, weigh, weighSessions } from './rank.ts';

/** How many of the best by their own words are ranked together with their sessions. */
const POOL = 200;
const MOST_SESSIONS = 40;
/** How many of the best get the last adjustment: title, type, age. */
const POLISHED = 60;
/** How many of those are read in full. */
const READ_AGAIN = 30;
/** With fewer words than this, a hit must contain one of them itself. */
const QUESTION = 3;

/** Puts what was found by other means than words into the order. */
export type Fuse = (ranked: Ranked, describe: SearchStore['describe']) => MemoryKey[];

export function search(store: SearchStore, request: SearchRequest, now: number, fuse?: Fuse): SearchAnswer {
  if (request.text.trim() === '' && isFiltered(request)) return list(store, request);
  const found = find(store, parseQuery(request.text), request);
  const ranked = rank(store, found, request, now);
  if (fuse) ranked.order = fuse(ranked, store.describe);
  const { limit, offset } = request;
  const once = oncePerTurn(store, ranked, offset + limit + 1, request.kinds === undefined || request.kinds.length > 1);
  return {
    hits: once.slice(offset, offset + limit).map((memory) => toHit(memory, ranked)),
    more: once.length > offset + limit,
    terms: typedWords(ranked.terms),
  };
}

const DESCRIBED_AT_ONCE = 50;

/**
 * The best memories in order, each turn once: its summary repeats what its findings say, so that a finding which was
 * found as well stands in for it.
 */
function oncePerTurn(store: SearchStore, ranked: Ranked, most: number, isOnce: boolean): FoundMemory[] {
  const found: FoundMemory[] = [];
  const told = new Map<string, FoundMemory>();
  const findings = new Map<string, FoundMemory>();
  if (isOnce)
    for (const key of ranked.first.slice(0, POLISHED)) {
      const memory = ranked.known.get(key);
      const turn = memory && turnOf(memory);
      if (memory?.kind === 'observation' && turn && !findings.has(turn)) findings.set(turn, memory);
    }
  for (let at = 0; at < ranked.order.length && found.length < most; at += DESCRIBED_AT_ONCE) {
    const keys = ranked.order.slice(at, at + DESCRIBED_AT_ONCE);
    const unknown = keys.filter((key) => !ranked.known.has(key));
    for (const memory of store.describe(unknown)) ranked.known.set(memory.key, memory);
    for (const key of keys) {
      const memory = ranked.known.get(key);
      if (!memory || found.length >= most) continue;
      const turn = isOnce ? turnOf(memory) : null;
      const chosen = (memory.kind === 'summary' && turn ? findings.get(turn) : undefined) ?? memory;
      if (turn) {
        const other = told.get(turn);
        if (other?.kind === 'summary' && memory.kind === 'observation') {
          found[found.indexOf(other)] = memory;
          told.set(turn, memory);
          continue;
        }
        if ((other !== undefined && other.kind !== memory.kind) || found.includes(chosen)) continue;
        told.set(turn, chosen);
      }
      found.push(chosen);
    }
  }
  return found;
}

function turnOf({ kind, sessionId, promptNumber }: FoundMemory): string | null {
  return kind === 'prompt' || sessionId === null || promptNumber === null ? null : `${sessionId} ${promptNumber}`;
}

/** Only a filter: everything that passes it, newest first. */
function list(store: SearchStore, request: SearchRequest): SearchAnswer {
  const { limit, offset } = request;
  const keys = store.newest(request, offset + limit + 1);
  const found = new Map(store.describe(keys).map((memory) => [memory.key, memory]));
  const alive = keys.flatMap((key) => found.get(key) ?? []);
  const nothing = {
    weights: { terms: [], total: 0, held: new Map() },
    scores: new Map(),
    passages: new Map(),
  };
  const hits = alive.slice(offset, offset + limit).map((memory) => toHit(memory, nothing));
  return { hits, more: alive.length > offset + limit, terms: [] };
}

export interface TermMatches {
  terms: QueryTerm[];
  weights: Weights;
  /** About how many memories contain each term, and how many there are. */
  frequencies: number[];
  size: number;
}

export interface Ranked extends TermMatches {
  order: MemoryKey[];
  /** Those ranked together with their sessions; sorted by score as far as they were adjusted. */
  first: MemoryKey[];
  scores: Map<MemoryKey, number>;
  /** Scores of the best sessions as a whole. */
  sessions: Map<string, number>;
  known: Map<MemoryKey, FoundMemory>;
  /** The sentence of each of the best that answers the query. */
  passages: Map<MemoryKey, PassageMatch>;
}

type Narrowed = Omit<SearchRequest, 'text'>;

/** Which memories contain which of the terms. */
export function find(store: SearchStore, terms: QueryTerm[], filter: SearchFilter): TermMatches {
  const matches = store.match(terms, filter);
  const frequencies = matches.terms.map((term) => term.frequency);
  return { terms, weights: weigh(terms, matches), frequencies, size: matches.size };
}

/** Everything that was found, best first. */
export function rank(store: SearchStore, found: TermMatches, request: Narrowed, now: number): Ranked {
  const { terms, weights, frequencies, size } = found;
  const groups = byWords(weights);
  const scores = new Map<MemoryKey, number>();
  const candidates: MemoryKey[] = [];
  for (const { weight, keys } of groups) {
    if (candidates.length >= POOL) break;
    // Of those with the same words, the newest come first.
    for (const key of keys.sort((a, b) => b - a).slice(0, POOL - candidates.length)) {
      candidates.push(key);
      scores.set(key, weight);
    }
  }
  const byScore = (a: MemoryKey, b: MemoryKey) => (scores.get(b) as number) - (scores.get(a) as number) || b - a;
  const sessionOf = store.sessionsOf(candidates);
  const pool = candidates.filter((key) => sessionOf.has(key));
  const sessionIds = bestSessions(pool, sessionOf);
  const sequences = store.sequences(sessionIds, request);
  const sessions = new Map<string, number>();
  const average = sequences.reduce((sum, sequence) => sum + sequence.length, 0) / Math.max(1, sequences.length);
  const mayLend = terms.length >= QUESTION && !judgesMemories(request);
  const raised = new Set<MemoryKey>();
  const ofSessions = weighSessions(terms, weights, sequences, { size, frequencies });
  for (const [place, sequence] of sequences.entries()) {
    const scored = scoreSequence(weights, sequence, average, ofSessions);
    sessions.set(sessionIds[place] as string, scored.session);
    for (const [index, score] of scored.scores.entries()) {
      const key = sequence[index] as MemoryKey;
      if (score > 0 && (mayLend || weights.held.has(key))) {
        scores.set(key, score);
        raised.add(key);
      }
    }
  }
  // Memories without a session, and those beyond the pool, are ranked by their own words.
  const first = [...raised, ...pool.filter((key) => !raised.has(key))].sort(byScore);
  const top = first.slice(0, POLISHED);
  const known = new Map(store.describe(top).map((memory) => [memory.key, memory]));
  const alive = top.filter((key) => known.has(key));
  for (const key of alive) {
    const memory = known.get(key) as FoundMemory;
    scores.set(key, (scores.get(key) as number) * boost(memory, terms, weights, now));
  }
  const passages = readAgain(store, alive.sort(byScore), found, known, scores);
  const listed = new Set([...candidates, ...first]);
  const deep = request.offset + request.limit >= first.length;
  const rest = deep ? groups.flatMap(({ keys }) => keys.sort((a, b) => b - a)).filter((key) => !listed.has(key)) : [];
  const ordered = [...alive.sort(byScore), ...first.slice(POLISHED)];
  const order = [...ordered, ...rest];
  return { ...found, scores, sessions, known, passages, first: ordered, order };
}

/** Reads the best in full, and adds what their own sentences are worth to their scores. */
function readAgain(
  store: SearchStore,
  best: MemoryKey[],
  { terms, weights }: TermMatches,
  known: Map<MemoryKey, FoundMemory>,
  scores: Map<MemoryKey, number>,
): Map<MemoryKey, PassageMatch> {
  const [first] = best;
  const top = first === undefined ? 0 : (scores.get(first) as number);
  const passages = matchPassages(store.texts(best.slice(0, READ_AGAIN)), terms, weights);
  for (const [key, match] of passages) {
    const memory = known.get(key) as FoundMemory;
    scores.set(key, lookAgain(scores.get(key) as number, top, memory, match));
  }
  return passages;
}

/** The memories grouped by the words they contain, best first: sorting a few groups is cheaper than sorting all. */
function byWords(weights: Weights): { weight: number; keys: MemoryKey[] }[] {
  const groups = new Map<number, MemoryKey[]>();
  for (const [key, bits] of weights.held) {
    const group = groups.get(bits);
    if (group) group.push(key);
    else groups.set(bits, [key]);
  }
  return [...groups]
    .map(([bits, keys]) => ({ weight: ownWeight(weights, bits), keys, bits }))
    .sort((a, b) => b.weight - a.weight || b.bits - a.bits);
}

/** Sessions, ordered by their best memory. */
function bestSessions(pool: MemoryKey[], sessionOf: Map<MemoryKey, string | null>): string[] {
  const sessions = new Set<string>();
  for (const key of pool) {
    const session = sessionOf.get(key);
    if (session) sessions.add(session);
    if (sessions.size >= MOST_SESSIONS) break;
  }
  return [...sessions];
}

export function toHit(
  memory: FoundMemory,
  { weights, scores, passages }: Pick<Ranked, 'weights' | 'scores' | 'passages'>,
): SearchHit {
  const bits = weights.held.get(memory.key) ?? 0;
  const { key, titled: _, ...rest } = memory;
  const passage = passages.get(key)?.passage ?? null;
  return {
    ...rest,
    score: scores.get(key) ?? 0,
    coverage: weights.total > 0 ? ownWeight(weights, bits) / weights.total : 0,
    matchedTerms: bits.toString(2).replaceAll('0', '').length,
    passage: passage === memory.title ? null : passage,
  };
}
