// Lists, search, timelines, files and sessions.

import { describe, expect, it } from 'vitest';
import { addShopMemories, SHOP_AT, SHOP_FILE, unserved, useHttpBench } from '../../../test/helpers/http.ts';
import { addObservation, addSummary } from '../../../test/helpers/records.ts';
import { browseRoutes } from './browse.ts';
import { searchRoutes } from './search.ts';

const bench = useHttpBench();

describe('reading', () => {
  it('refuses a parameter that does not exist, with a suggestion', async () => {
    for (const path of ['/api/memories?', '/api/search?q=x&', '/api/observations?']) {
      const { status, body } = await bench.ask('GET', `${path}sinze=7d`);
      expect([path, status, body.error]).toEqual([
        path,
        400,
        expect.objectContaining({
          code: 'REQUEST_INVALID',
          message: expect.stringContaining('"sinze"'),
          fix: expect.stringContaining('Did you mean since?'),
        }),
      ]);
    }
  });

  it('finds sessions by a part of their title, and says how many there are', async () => {
    const { db, ask } = bench;
    for (const session of ['a', 'b', 'c']) addObservation(db, { session, at: SHOP_AT });
    db.prepare("update sessions set title = '100% of the totals' where id = 'b'").run();
    expect((await ask('GET', '/api/sessions?limit=2')).body).toMatchObject({ total: 3 });
    const found = (await ask('GET', '/api/sessions?title=100%25')).body;
    expect([found.total, found.sessions.map(({ id }: { id: string }) => id)]).toEqual([1, ['b']]);
    expect((await ask('GET', '/api/sessions?title=_0')).body.total).toBe(0);
    expect((await ask('GET', '/api/sessions?title=SHO')).body.total).toBeGreaterThan(1);
  });

  it('lists, finds, and shows around', async () => {
    const { first, second, summary } = addShopMemories(bench.db);
    const { ask } = bench;
    const all = (await ask('GET', '/api/memories?limit=2')).body;
    // The turn's summary repeats its findings.
    expect(all.items.map((item: { ref: string }) => item.ref)).toEqual([`#${second}`, `#${first}`]);
    const one = (await ask('GET', '/api/memories?limit=1')).body;
    const rest = (await ask('GET', `/api/memories?limit=2&cursor=${one.next}`)).body;
    expect(rest).toMatchObject({ items: [{ ref: `#${first}`, project: 'shop', type: 'bugfix' }], next: null });
    expect((await ask('GET', '/api/observations?type=decision')).body.items).toHaveLength(1);
    expect((await ask('GET', '/api/observations?file=cart.ts')).body.items).toMatchObject([{ id: first }]);
    expect((await ask('GET', '/api/summaries')).body.items).toHaveLength(1);
    expect((await ask('GET', '/api/search?q=cents&project=shop')).body.items).toMatchObject([{ id: first }]);
    expect((await ask('GET', `/api/timeline?anchor=${first}&after=1`)).body).toMatchObject({
      anchor: `#${first}`,
      items: [{ id: first }, { id: second }],
    });
    expect((await ask('GET', '/api/timeline?q=integers')).body.anchor).toBe(`#${second}`);
    expect((await ask('GET', '/api/files')).body.files).toMatchObject([{ path: SHOP_FILE.path, memories: 1 }]);
    expect((await ask('GET', `/api/files/memories?path=${SHOP_FILE.path}`)).body.items).toMatchObject([
      { id: first, role: 'modified' },
    ]);
    expect((await ask('GET', '/api/sessions?project=shop')).body.sessions).toMatchObject([
      { id: 'a', observations: 2 },
    ]);
    expect((await ask('GET', '/api/sessions/a')).body.turns).toMatchObject([{ number: 1, summary: { id: summary } }]);
    expect((await ask('GET', '/api/sessions/a/events?turn=1')).body).toEqual({ events: [] });
    expect((await ask('GET', '/api/sessions/nobody/events')).status).toBe(404);
    expect((await ask('GET', '/api/prompts')).body).toEqual({ prompts: [], next: null });
    expect((await ask('GET', '/api/memories?since=soon')).status).toBe(400);
    expect((await ask('GET', '/api/memories?project=nowhere')).body.error.code).toBe('PROJECT_UNKNOWN');
  });

  it('a turn with several Stops shows each of their summaries, and lists tell them apart', async () => {
    const { summary } = addShopMemories(bench.db);
    const later = addSummary(
      bench.db,
      { session: 'a', at: SHOP_AT + 3000 },
      { request: 'Fix the totals', completed: 'The slow tests passed' },
    );
    const { ask } = bench;
    expect((await ask('GET', '/api/sessions/a')).body.turns).toMatchObject([
      { number: 1, summary: { id: later }, earlier: [{ id: summary, completed: 'They add up' }] },
    ]);
    expect((await ask('GET', '/api/summaries')).body.items).toMatchObject([
      { id: later, title: 'The slow tests passed', preview: '' },
      { id: summary, title: 'Fix the totals', preview: 'They add up' },
    ]);
    const long = 'All of the slow tests passed. '.repeat(20);
    addSummary(bench.db, { session: 'a', at: SHOP_AT + 4000 }, { request: 'Fix the totals', completed: long });
    expect((await ask('GET', '/api/summaries')).body.items[0]).toMatchObject({ preview: '' });
    expect((await ask('GET', '/api/search?q=slow')).body.items[1]).toMatchObject({ title: 'The slow tests passed' });
  });

  it('a page follows the last without gap or double, whatever has the same time', async () => {
    for (let i = 0; i < 30; i += 1) {
      addObservation(
        bench.db,
        { session: `s${i % 3}`, project: `/home/dev/p${i % 4}/.git`, at: SHOP_AT + (i % 5) },
        { title: `T${i}` },
      );
      addSummary(
        bench.db,
        { session: `s${i % 3}`, project: `/home/dev/p${i % 4}/.git`, at: SHOP_AT + (i % 5), prompt: i + 100 },
        { request: `R${i}` },
      );
    }
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { items, next } = (await bench.ask('GET', `/api/memories?limit=7${cursor && `&cursor=${cursor}`}`)).body;
      seen.push(...items.map((item: { ref: string }) => item.ref));
      if (next === null) break;
      cursor = next;
    }
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  });
});

it('no route is left without a test', () => {
  expect(unserved(bench, [...browseRoutes(bench.deps), ...searchRoutes(bench.deps)])).toEqual([]);
});
