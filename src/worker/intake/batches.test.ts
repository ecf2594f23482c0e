// Batches fit into one transaction, by number and by size.
import { expect, it } from 'vitest';
import type { SpoolEntry } from '../../spool/take.ts';
import { batches } from './batches.ts';

const entries = (count: number, bytes: number): SpoolEntry[] =>
  Array.from({ length: count }, (_, i) => ({ id: `${i}`, path: `/spool/${i}.json`, at: i, bytes }));
const sizes = (list: SpoolEntry[]) => [...batches(list)].map((batch) => batch.length);
const MB = 1024 * 1024;

it.each([
  ['nothing', entries(0, 1), []],
  ['one', entries(1, 1), [1]],
  ['just enough for one batch', entries(128, 1), [128]],
  ['more', entries(300, 1), [128, 128, 44]],
  ['large files', entries(5, 3 * MB), [2, 2, 1]],
  ['files larger than a batch', entries(3, 20 * MB), [1, 1, 1]],
])('%s', (_, list, expected) => {
  expect(sizes(list)).toEqual(expected);
  expect([...batches(list)].flat()).toEqual(list);
});
