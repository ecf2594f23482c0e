// Ranking, without a store: rare words count more than common ones, the neighbors of a memory in its session lend it
// some of their words, and a session that is about the query throughout lifts its memories.
import type { Matches, MemoryKey } from '../../store/index.ts';
import type { QueryTerm } from './query.ts';

/** How much a memory gets of a word in the one before it, and the one before that; then of those after it. */
const BEFORE = [0.7, 0.4];
const AFTER = [0.3, 0.1];
/** How soon repeating a word adds little. */
const SATURATION = 1.2;
const SESSION_SATURATION = 6;
const SESSION_SHARE = 0.7;

export interface Weights {
  /** How distinctive each term is. */
  terms: number[];
  total: number;
  /** For each memory that contains any term: which ones, as bits. */
  held: Map<MemoryKey, number>;
}

/** Words in few memories weigh most. A word in none still lowers the coverage. */
export function weigh(terms: QueryTerm[], matches: Matches): Weights {
  const held = new Map<MemoryKey, number>();
  const weights = terms.map((term, index) => {
    const { frequency, dropped, keys } = matches.terms[index] as Matches['terms'][number];
    if (dropped && keys.length === 0) return 0;
    const bit = 1 << index;
    for (const key of keys) held.set(key, (held.get(key) ?? 0) | bit);
    const size = Math.max(matches.size, frequency);
    return term.weight * Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5));
  });
  const required = terms.reduce((bits, term, index) => (term.required ? bits | (1 << index) : bits), 0);
  if (required !== 0) for (const [key, bits] of held) if ((bits & required) !== required) held.delete(key);
  return { terms: weights, total: weights.reduce((sum, weight) => sum + weight, 0), held };
}

/** The weight of a memory by its own words alone. */
export function ownWeight(weights: Weights, bits: number): number {
  let sum = 0;
  for (let rest = bits, index = 0; rest !== 0; rest >>>= 1, index += 1)
    if (rest & 1) sum += weights.terms[index] as number;
  return sum;
}

/** The memories of one session in order -> the score of each, and of the session as a whole. */
export function scoreSequence(
  weights: Weights,
  sequence: MemoryKey[],
  averageLength: number,
  sessionWeights: number[],
): { scores: number[]; session: number } {
  const bits = sequence.map((key) => weights.held.get(key) ?? 0);
  const any = bits.reduce((all, one) => all | one, 0);
  const scores = sequence.map(() => 0);
  let session = 0;
  for (const [index, weight] of weights.terms.entries()) {
    const bit = 1 << index;
    if ((any & bit) === 0) continue;
    let holders = 0;
    const heard = sequence.map(() => 0);
    for (let at = 0; at < bits.length; at += 1) {
      if (((bits[at] as number) & bit) === 0) continue;
      holders += 1;
      lend(heard, at, 1);
      for (const [distance, share] of BEFORE.entries()) lend(heard, at + distance + 1, share);
      for (const [distance, share] of AFTER.entries()) lend(heard, at - distance - 1, share);
    }
    for (let at = 0; at < heard.length; at += 1) {
      const times = heard[at] as number;
      if (times > 0) scores[at] = (scores[at] as number) + weight * saturate(times, SATURATION);
    }
    const long = 0.25 + (0.75 * sequence.length) / Math.max(1, averageLength);
    session += (sessionWeights[index] as number) * saturate(holders / long, SESSION_SATURATION);
  }
  return { scores: scores.map((score) => (score > 0 ? score + SESSION_SHARE * session : 0)), session };
}

/** How distinctive a term is among sessions: one that fills a few sessions is rarer among sessions than among memories. */
export function weighSessions(
  terms: QueryTerm[],
  weights: Weights,
  sequences: MemoryKey[][],
  memories: { size: number; frequencies: number[] },
): number[] {
  const held = sequences.map((sequence) => sequence.map((key) => weights.held.get(key) ?? 0));
  const average = sequences.reduce((sum, sequence) => sum + sequence.length, 0) / Math.max(1, sequences.length);
  const all = memories.size / Math.max(1, average);
  return terms.map((term, index) => {
    const bit = 1 << index;
    const counts = held.map((bits) => bits.filter((one) => (one & bit) !== 0).length).filter((count) => count > 0);
    if (counts.length === 0) return weights.terms[index] as number;
    const perSession = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    const sessions = Math.min(all, (memories.frequencies[index] as number) / perSession);
    return term.weight * Math.log(1 + (all - sessions + 0.5) / (sessions + 0.5));
  });
}

function lend(heard: number[], at: number, share: number): void {
  const before = heard[at];
  if (before !== undefined) heard[at] = before + share;
}

const saturate = (times: number, soon: number) => (times * (soon + 1)) / (times + soon);
