// Search with filters.
import { beforeEach, describe, expect, it } from 'vitest';
import { writeTurn } from '../../../test/helpers/memories.ts';
import { useSearch } from '../../../test/helpers/search.ts';
import { createStore } from '../../../test/helpers/store.ts';
import type { SearchRequest } from '../../domain/search.ts';
import { createSearchStore } from '../../store/search/index.ts';
import { search } from './search.ts';

const { store, found } = useSearch();

describe('filters', () => {
  beforeEach(async () => {
    const narrative = 'The invoice renderer';
    await writeTurn(store.db, {
      session: 'a',
      project: '/w/shop',
      branch: 'main',
      at: Date.parse('2026-01-05'),
      observations: [{ narrative, type: 'bugfix', concepts: ['gotcha'], filesModified: ['/w/shop/src/invoice.ts'] }],
    });
    await writeTurn(store.db, {
      session: 'a',
      project: '/w/shop',
      branch: 'main',
      at: Date.parse('2026-01-05'),
      summary: { completed: narrative, filesEdited: ['/w/shop/src/invoice.ts'] },
    });
    await writeTurn(store.db, {
      session: 'b',
      project: '/w/blog',
      branch: 'feature/50%_off',
      at: Date.parse('2026-02-05'),
      observations: [{ narrative, type: 'decision', concepts: ['Trade-off'], filesRead: ['/w/blog/lib/page_a.ts'] }],
    });
  });

  it.each<[string, Partial<SearchRequest>, string[]]>([
    ['nothing', {}, ['#2', '#1', 'S1']],
    ['a project', { projectIds: [2] }, ['#2']],
    ['several projects', { projectIds: [1, 2], kinds: ['observation'] }, ['#2', '#1']],
    ['no project', { projectIds: [] }, []],
    ['a type', { types: ['bugfix'] }, ['#1']],
    ['types', { types: ['bugfix', 'decision'] }, ['#2', '#1']],
    ['a concept', { concepts: ['trade-off'] }, ['#2']],
    ['a file', { file: '/w/shop/src/invoice.ts' }, ['#1', 'S1']],
    ['a part of a path', { file: 'lib/page' }, ['#2']],
    ['a path with a sign of LIKE', { file: 'page_' }, ['#2']],
    ['no such path', { file: 'page%a' }, []],
    ['a session', { sessionId: 'a', kinds: ['observation'] }, ['#1']],
    ['an unknown session', { sessionId: 'z' }, []],
    ['a branch', { branch: 'feature/50%_off' }, ['#2']],
    ['since', { since: Date.parse('2026-02-01') }, ['#2']],
    ['until', { until: Date.parse('2026-01-05') }, ['#1', 'S1']],
  ])('%s', async (_, filter, expected) => {
    expect((await found('invoice renderer', filter)).sort()).toEqual([...expected].sort());
  });

  it('what was merged into a project is found with it', async () => {
    store.db.exec('update projects set merged_into = 1 where id = 2');
    expect(await found('invoice renderer', { projectIds: [1], kinds: ['observation'] })).toHaveLength(2);
  });

  it('a memory that changes its project or its words is found where it is now', async () => {
    store.db.exec("update observations set project_id = 1, narrative = 'The receipt printer' where id = 2");
    expect(await found('invoice renderer', { projectIds: [2] })).toEqual([]);
    expect(await found('receipt', { projectIds: [1] })).toEqual(['#2']);
    store.db.exec("insert into observations_fts (observations_fts, rank) values ('integrity-check', 1)");
  });
});

describe('without a word, a filter lists what passes it, the newest first', () => {
  it('everything about a file, page by page', async () => {
    const store = createStore();
    try {
      for (let i = 1; i <= 5; i += 1) {
        const file = i % 2 ? '/w/shop/src/cart.ts' : '/w/shop/src/tax.ts';
        await writeTurn(store.db, {
          at: i * 1000,
          promptNumber: i,
          observations: [{ title: `Finding ${i}`, filesModified: [file] }],
        });
      }
      const about = (offset: number) =>
        search(
          createSearchStore(store.db),
          { text: ' ', projectIds: null, file: 'src/cart.ts', limit: 2, offset },
          10_000,
        );
      const first = await about(0);
      const second = await about(2);
      expect([first.hits.map((hit) => hit.title), first.more]).toEqual([['Finding 5', 'Finding 3'], true]);
      expect([second.hits.map((hit) => hit.title), second.more]).toEqual([['Finding 1'], false]);
      const nothing = await search(createSearchStore(store.db), { text: '', projectIds: null, limit: 5, offset: 0 }, 1);
      expect(nothing.hits).toEqual([]);
    } finally {
      store.close();
    }
  });
});
