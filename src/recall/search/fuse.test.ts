// Fusion: what contains all words keeps its place, the rest is ordered by words and meaning together.
import { beforeEach, expect, it } from 'vitest';
import { writeTurn } from '../../../test/helpers/memories.ts';
import { NOW, useSearch } from '../../../test/helpers/search.ts';
import { keyOf } from '../../store/memories/key.ts';
import { createSearchStore } from '../../store/search/index.ts';
import { fuseByRank } from './fuse.ts';
import { search } from './search.ts';

const { store, say, ask } = useSearch();
const COUNT = 12;

beforeEach(async () => {
  for (let at = 1; at <= COUNT; at += 1) await say(`The ledger has page ${at}`, { session: `s${at}`, promptNumber: 1 });
  await say('Whole cents, or sums are off', { session: 'other', promptNumber: 1 });
});

const order = (text: string) => ask(text).hits.map(({ id }) => id);
const fused = (text: string, ...near: [id: number, clarity: number][]) =>
  search(
    createSearchStore(store.db),
    { text, projectIds: null, limit: 20, offset: 0 },
    NOW,
    fuseByRank(near.map(([id, clarity]) => ({ key: keyOf('observation', id), similarity: 1, clarity }))),
  ).hits.map(({ id }) => id);
const OTHER = COUNT + 1;

it('all words: the order of the words stays, and what is only near comes after it', () => {
  const byWords = order('ledger');
  expect(byWords).toHaveLength(COUNT);
  expect(fused('ledger', [byWords.at(-1) as number, 1], [OTHER, 1])).toEqual([...byWords, OTHER]);
});

it('some words: what is near moves up, and the best by words stays first', () => {
  const text = 'ledger penny invoice';
  const byWords = order(text);
  const last = byWords.at(-1) as number;
  const both = fused(text, [OTHER, 1], [last, 1]);
  expect(both[0]).not.toBe(OTHER);
  expect(both.indexOf(OTHER)).toBeLessThan(8);
  expect(both.indexOf(last)).toBeLessThan(byWords.indexOf(last));
  expect([...both].sort()).toEqual([...byWords, OTHER].sort());
});

it('what hardly stands out hardly moves', () => {
  const text = 'ledger penny invoice';
  expect(fused(text, [OTHER, 0.01])).toEqual([...order(text), OTHER]);
});

it('no words in common: the nearest comes first', () => {
  expect(fused('penny invoice', [OTHER, 1])).toEqual([OTHER]);
});

it('nothing near: nothing changes', () => {
  expect(fused('ledger page')).toEqual(order('ledger page'));
});

it('a finding that was found by words is not replaced by the summary of its turn', async () => {
  await writeTurn(store.db, { session: 's3', promptNumber: 1, summary: { request: 'Tidy', completed: 'It is tidy' } });
  const summary = { key: keyOf('summary', 1), similarity: 1, clarity: 1 };
  const request = { text: 'ledger penny', projectIds: null, limit: 20, offset: 0 };
  const { hits } = search(createSearchStore(store.db), request, NOW, fuseByRank([summary]));
  expect(hits.map(({ kind, id }) => `${kind} ${id}`)).toEqual(order('ledger penny').map((id) => `observation ${id}`));
});
