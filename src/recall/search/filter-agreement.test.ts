// Searching, searching without words and listing agree about every filter: they share one builder of conditions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addObservation, addSummary } from '../../../test/helpers/records.ts';
import { createStore, type TestStore } from '../../../test/helpers/store.ts';
import { FILTER_NAMES, type FilterName, type SearchFilter } from '../../domain/filter.ts';
import { readFilters } from '../request.ts';
import { search } from './search.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const DAY = 24 * 3600_000;
let store: TestStore;
beforeAll(() => {
  store = createStore();
  const { db, parts } = store;
  const place = (session: string, days: number, branch: string) => ({ session, at: NOW - days * DAY, branch });
  const touches = (path: string) => [{ path, role: 'modified' as const, digest: null }];
  const pinned = addObservation(db, place('one', 0, 'main'), {
    ...{ type: 'bugfix', title: 'Deploys A', concepts: ['Gotcha'] },
    touches: touches('/w/src/cart.ts'),
  });
  addObservation(db, place('one', 2, 'main'), { type: 'decision', title: 'Deploys B', concepts: ['pattern'] });
  addObservation(db, place('two', 5, 'feature/x'), { type: 'feature', title: 'Deploys C' });
  addSummary(
    db,
    { ...place('two', 5, 'feature/x'), prompt: 2 },
    { request: 'Deploys D', filesEdited: ['/w/src/cart.ts'] },
  );
  parts.memories.pin('observation', pinned, true);
  db.exec("update sessions set host = 'codex' where id = 'two'");
  db.exec("update observations set author = 'ann' where title = 'Deploys B'");
});
afterAll(() => store.close());

const letters = (titles: string[]) =>
  titles
    .map((title) => title.at(-1))
    .sort()
    .join('');

const CASES: [Partial<Record<FilterName, string>>, string][] = [
  [{ kind: 'summary' }, 'D'],
  [{ type: 'bugfix,feature' }, 'AC'],
  [{ concept: 'GOTCHA' }, 'A'],
  [{ file: 'cart.ts' }, 'AD'],
  [{ session: 'two' }, 'CD'],
  [{ host: 'codex' }, 'CD'],
  [{ branch: 'main' }, 'AB'],
  [{ since: '3d' }, 'AB'],
  [{ until: '3d' }, 'CD'],
  [{ until: '2026-03-08' }, 'BCD'],
  [{ author: 'ann' }, 'B'],
  [{ author: 'me' }, 'ACD'],
  [{ author: 'ann', type: 'bugfix' }, ''],
  [{ pinned: 'true' }, 'A'],
  [{ pinned: 'false' }, 'BCD'],
  [{ type: 'bugfix', pinned: 'true', branch: 'main' }, 'A'],
  [{ type: 'bugfix', kind: 'summary' }, ''],
];

describe.each(CASES)('%j', (given, expected) => {
  const filter = (): SearchFilter => ({ projectIds: null, ...readFilters(given, { now: NOW }) });
  const found = (text: string) =>
    letters(
      search(store.parts.search, { ...filter(), text, limit: 50, offset: 0 }, NOW).hits.map(({ title }) => title),
    );

  it('searching', () => expect(found('deploys')).toBe(expected));
  it('searching without words', () => expect(found('')).toBe(expected));
  it('listing', () => {
    const { items } = store.parts.memories.list(filter(), 50, null);
    expect(letters(items.map(({ title }) => title))).toBe(expected);
  });
});

it('every filter is among the cases', () => {
  for (const name of FILTER_NAMES)
    expect(
      CASES.some(([given]) => given[name] !== undefined),
      name,
    ).toBe(true);
});
