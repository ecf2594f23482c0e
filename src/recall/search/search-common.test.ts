// Searching for common words in a large store.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BigStore, fillBigStore } from '../../../test/helpers/big-store.ts';
import { createStore, type TestStore } from '../../../test/helpers/store.ts';
import { createSearchStore } from '../../store/search/index.ts';
import { search } from './search.ts';

let store: TestStore;
let big: BigStore;
beforeAll(() => {
  store = createStore();
  store.db.pragma('synchronous = off');
  big = fillBigStore(store.db, { observations: 4000, vocabulary: 5000, projects: 3 });
}, 60_000);
afterAll(() => store.close());

const term = (word: string) => ({ forms: [word], prefix: false });
const actual = (expression: string) =>
  store.db
    .prepare<[string], number>('select count(*) from observations_fts where observations_fts match ?')
    .pluck()
    .get(expression) as number;

it('how common a common word is, is guessed well enough', async () => {
  const kinds: ['observation'] = ['observation'];
  for (const word of big.words.slice(0, 6)) {
    const { terms, size } = await createSearchStore(store.db).match([term(word)], { projectIds: null, kinds });
    expect(size).toBe(4000);
    expect((terms[0]?.frequency ?? 0) / actual(word)).toBeGreaterThan(0.7);
    expect((terms[0]?.frequency ?? 0) / actual(word)).toBeLessThan(1.4);
  }
});

it('of nothing but common words, those with all of them are found', async () => {
  const text = big.words.slice(0, 3).join(' ');
  for (const projectIds of [null, [2]]) {
    const { hits } = await search(createSearchStore(store.db), { text, projectIds, limit: 20, offset: 0 }, Date.now());
    expect(hits).toHaveLength(20);
    expect(hits.every((hit) => hit.matchedTerms === 3 && hit.coverage === 1)).toBe(true);
    if (projectIds) expect(hits.every((hit) => hit.projectId === 2)).toBe(true);
  }
});

it('a rare word decides, and a common one beside it helps', async () => {
  const common = big.words[0] as string;
  // A word that is in many memories, some of which do not hold the commonest one.
  const rare = big.words.slice(100).find((word) => {
    const both = actual(`${word} AND ${common}`);
    return actual(word) > 60 && both > 20 && both < actual(word);
  }) as string;
  const request = {
    text: `${common} ${rare}`,
    projectIds: null,
    kinds: ['observation' as const],
    limit: 10,
    offset: 0,
  };
  const { hits } = await search(createSearchStore(store.db), request, Date.now());
  // A session that is full of the rare word may lift one that lacks the common one.
  expect(hits.slice(0, 3).every((hit) => hit.matchedTerms === 2)).toBe(true);
  expect(hits.filter((hit) => hit.matchedTerms === 2).length).toBeGreaterThanOrEqual(8);
});
