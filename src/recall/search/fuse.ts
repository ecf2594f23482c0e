// Fuses two rankings, by words and by meaning. What contains all words of the query stays first and in its order; below
// it, each memory counts by its places in both. A place by meaning weighs less than the same place by words, and the less,
// the less clearly the memory stands out: of a model that is of no use, nothing is left.
import type { MemoryKind } from '../../domain/filter.ts';
import type { FoundMemory, MemoryKey, NearMemory } from '../../store/index.ts';
import { ownWeight } from './rank.ts';
import type { Fuse, Ranked } from './search.ts';

/** How quickly a place loses weight: the tenth counts half as much as the first. */
const SOFTENING = 10;
const MEANING_SHARE = 0.7;
/** All words, up to rounding. */
const ALL = 0.999;

type Describe = (keys: MemoryKey[]) => FoundMemory[];

/** With nothing near, the order is that of the words alone. */
export function fuseByRank(near: NearMemory[]): Fuse {
  return (ranked, describe) => {
    if (near.length === 0) return ranked.order;
    const exact = ranked.order.filter((key) => containsAll(ranked, key));
    const isExact = new Set(exact);
    const others = ranked.order.filter((key) => !isExact.has(key));
    const scores = new Map(others.map((key, place) => [key, 1 / (SOFTENING + place + 1)]));
    for (const [place, { key, clarity }] of worthListing(near, ranked, describe).entries()) {
      const share = (MEANING_SHARE * clarity) / (SOFTENING + place + 1);
      if (!isExact.has(key)) scores.set(key, (scores.get(key) ?? 0) + share);
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
function worthListing(near: NearMemory[], ranked: Ranked, describe: Describe): NearMemory[] {
  const found = new Set(ranked.order);
  const told = new Set([...ranked.known.values()].map((memory) => turnOf(memory, memory.kind)));
  const unknown = near.map(({ key }) => key).filter((key) => !ranked.known.has(key));
  for (const memory of describe(unknown)) ranked.known.set(memory.key, memory);
  return near.filter(({ key }) => {
    const memory = ranked.known.get(key);
    if (!memory || found.has(key)) return memory !== undefined;
    return !told.has(turnOf(memory, memory.kind === 'summary' ? 'observation' : 'summary'));
  });
}

/** The memories of this kind in its turn. What does not belong to a turn stands for itself. */
function turnOf({ key, sessionId, promptNumber }: FoundMemory, kind: MemoryKind): string {
  return sessionId === null || promptNumber === null ? `${key}` : `${kind} ${sessionId} ${promptNumber}`;
}
