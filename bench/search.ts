// Search times on a generated store: words of random memories, two to six, in all projects and in single ones.
import { existsSync } from 'node:fs';
import { search } from '../src/recall/search/search.ts';
import { createSearchStore } from '../src/store/search/index.ts';
import { beginMerge, mergeOn } from '../src/store/search/merge-lists.ts';
import { openDatabase } from '../src/store/sqlite/open.ts';
import { fillBigStore } from '../test/helpers/big-store.ts';

const ROUNDS = 400;

/** Milliseconds a search: of ordinary questions, and of the three commonest words. */
export async function measureSearch(file: string, observations: number): Promise<{ all: number[]; worst: number[] }> {
  if (!existsSync(file)) {
    const writer = openDatabase(file);
    writer.pragma('synchronous = off');
    fillBigStore(writer, { observations });
    // As the worker does when it has time.
    beginMerge(writer);
    while (mergeOn(writer));
    writer.close();
  }
  const db = openDatabase(file, { readonly: true });
  const store = createSearchStore(db);
  const pickText = db.prepare<[number], string>('select narrative from observations where id >= ? limit 1').pluck();
  const samples = Array.from({ length: 300 }, (_, i) => wordsAt((i * 7919) % observations));
  const timed = async (text: string, projectIds: number[] | null) => {
    const start = process.hrtime.bigint();
    await search(store, { text, projectIds, limit: 20, offset: 0 }, Date.now());
    return Number(process.hrtime.bigint() - start) / 1e6;
  };
  const all: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const words = samples[round % samples.length] as string[];
    const text = Array.from({ length: 2 + (round % 5) }, (_, i) => words[(i * 13 + round) % words.length]).join(' ');
    const took = await timed(text, [null, [1], [2], [5]][round % 4] as number[] | null);
    // The first ones fill caches and compile.
    if (round >= 20) all.push(took);
  }
  const commonest = mostFrequent(samples.flat(), 3).join(' ');
  const worst: number[] = [];
  for (let round = 0; round < 21; round += 1) worst.push(await timed(commonest, round % 2 === 0 ? null : [1]));
  db.close();
  return { all, worst };

  function wordsAt(id: number): string[] {
    return (pickText.get(id) as string).split(' ');
  }
}

function mostFrequent(words: string[], count: number): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([word]) => word);
}
