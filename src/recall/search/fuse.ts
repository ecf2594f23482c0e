// Fuses two rankings, by words and by meaning. What contains all words of the query stays first and in its order; below
// it, each memory counts by its places in both. A place by meaning weighs less than the same place by words.
import type { FoundMemory, MemoryKey, NearMemory } from '../../store/index.ts';
import { ownWeight } from './rank.ts';
import type { Fuse, Ranked } from './search.ts';

/** How quickly a place loses weight: the tenth counts half as much as the first. */
const SOFTENING = 10;
const MEANING_SHARE = 0.7;
/** All words, up to rounding. */
const ALL = 0.999;

/** With nothing near, the order is that of the words alone. */
export function fuseByRank(near: NearMemory[]): Fuse {
  return (ranked, describe) => {
    if (near.length === 0) return ranked.order;
    const exact = ranked.order.filter((key) => containsAll(ranked, key));
    const isExact = new Set(exact);
    const others = ranked.order.filter((key) => !isExact.has(key));
    const scores = new Map(others.map((key, place) => [key, 1 / (SOFTENING + place + 1)]));
    for (const [place, key] of worthListing(near, ranked, describe).entries()) {
      if (!isExact.has(key)) scores.set(key, (scores.get(key) ?? 0) + MEANING_SHARE / (SOFTENING + place + 1));
    }
    // Sorting is stable: of equals, what was found by words comes first.
    return [...exact, ...[...scores].sort((a, b) => b[1] - a[1]).map(([key]) => key)];
  };
}

function containsAll({ weights }: Ranked, key: MemoryKey): boolean {
  const bits = weights.held.get(key);
  return bits !== undefined && weights.total > 0 && ownWeight(weights, bits) >= ALL * weights.total;
}

/** A summary and a finding of one turn say the same: what was found by words is not replaced by the other one. */
function worthListing(near: NearMemory[], ranked: Ranked, describe: (keys: MemoryKey[]) => FoundMemory[]): MemoryKey[] {
  const keys = near.map(({ key }) => key);
  const found = new Set(ranked.order);
  const turns = new Set([...ranked.known.values()].map(turnOf));
  for (const memory of describe(keys.filter((key) => !ranked.known.has(key)))) ranked.known.set(memory.key, memory);
  return keys.filter((key) => {
    const memory = ranked.known.get(key);
    return memory !== undefined && (found.has(key) || !turns.has(turnOf(memory)));
  });
}

/** What does not belong to a turn stands for itself. */
function turnOf({ key, sessionId, promptNumber }: FoundMemory): string {
  return sessionId === null || promptNumber === null ? `${key}` : `${sessionId} ${promptNumber}`;
}
