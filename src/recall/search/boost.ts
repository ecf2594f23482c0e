// The last adjustment of a score: words in the title, type, age, superseded or not.
import { typeRow } from '../../domain/memory-types.ts';
import type { FoundMemory } from '../../store/index.ts';
import { stem } from '../../text/stem.ts';
import { codeParts, wordsOf } from '../../text/words.ts';
import type { QueryTerm } from './query.ts';
import { ownWeight, type Weights } from './rank.ts';

/** A memory's own words count more than those lent by its neighbors. */
const OWN_SHARE = 0.2;
const TITLE_SHARE = 0.3;
/** A memory of today counts this much more than an old one. */
const RECENT_SHARE = 0.15;
const HALF_LIFE_MS = 30 * 24 * 3600_000;
const SUPERSEDED = 0.6;
const PROMPT = 0.9;

export function boost(memory: FoundMemory, terms: QueryTerm[], weights: Weights, now: number): number {
  const age = Math.max(0, now - memory.at);
  const own = weights.total > 0 ? ownWeight(weights, weights.held.get(memory.key) ?? 0) / weights.total : 0;
  return (
    (1 + OWN_SHARE * own) *
    (memory.titled ? 1 + TITLE_SHARE * titleShare(memory.title, terms, weights) : 1) *
    (1 + RECENT_SHARE * 2 ** (-age / HALF_LIFE_MS)) *
    (memory.type === null ? (memory.kind === 'prompt' ? PROMPT : 1) : typeRow(memory.type).boost) *
    (memory.superseded ? SUPERSEDED : 1)
  );
}

/** The share of the query, by weight, that the title contains. */
function titleShare(title: string, terms: QueryTerm[], weights: Weights): number {
  if (weights.total === 0) return 0;
  const holds = titleReader(title);
  let sum = 0;
  for (const [index, term] of terms.entries()) if (holds(term)) sum += weights.terms[index] as number;
  return sum / weights.total;
}

/** Tells whether a title contains a term. */
export function titleReader(title: string): (term: QueryTerm) => boolean {
  const words = wordsOf(title).flatMap((word) => [word.toLowerCase(), ...codeParts(word)]);
  return ({ stems }) => stems.length > 0 && stems.every((stemmed) => words.some((word) => isForm(word, stemmed)));
}

/** Stemming is expensive, so a word that starts differently is not stemmed. */
function isForm(word: string, stemmed: string): boolean {
  return word.startsWith(stemmed.slice(0, -1)) && stem(word) === stemmed;
}
