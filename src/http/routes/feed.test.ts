// The feed of turns and its numbers.

import { describe, expect, it } from 'vitest';
import { addShopMemories, SHOP_AT, SHOP_FILE, unserved, useHttpBench } from '../../../test/helpers/http.ts';
import { addObservation, addSummary } from '../../../test/helpers/records.ts';
import { recordPrompt } from '../../store/ledger/turns.ts';
import { openDatabase } from '../../store/sqlite/open.ts';
import { feedRoutes } from './feed.ts';

const bench = useHttpBench();
const titles = (turn: { items: { title: string }[] }) => turn.items.map(({ title }) => title);
const prompt = (sessionId: string, text: string, at: number) =>
  recordPrompt(bench.db, {
    ...{ sessionId, text, at, source: 'hook', promptId: null, recordId: null, spoolId: `${at}` },
  });

it('lists each turn once, its best finding first, with its prompt and its file', async () => {
  const { first, second } = addShopMemories(bench.db);
  const { turns, next } = (await bench.ask('GET', '/api/turns')).body;
  expect(next).toBeNull();
  expect(turns).toHaveLength(1);
  // A decision says more than a fix.
  expect(turns[0].items.map((item: { id: number }) => item.id)).toEqual([second, first]);
  expect(turns[0]).toMatchObject({ key: 'a 1', sessionId: 'a', number: 1, project: 'shop' });
  bench.deps.store.memories.pin('observation', first, true);
  const pinned = (await bench.ask('GET', '/api/turns')).body.turns[0];
  expect([pinned.items[0].id, pinned.file]).toEqual([first, SHOP_FILE.path]);
});

it('prefers what came of a turn to what the agent was doing, and a summary only stands in for findings', async () => {
  const at = SHOP_AT;
  addObservation(bench.db, { session: 'b', at, prompt: 1 }, { type: 'decision', title: 'Running the tests' });
  addObservation(bench.db, { session: 'b', at, prompt: 1 }, { type: 'change', title: 'Totals are integers' });
  addSummary(bench.db, { session: 'b', at, prompt: 1 }, { request: 'Fix it', completed: 'Done' });
  addSummary(bench.db, { session: 'b', at: at + 1, prompt: 2 }, { request: 'Thanks', completed: 'Nothing to do' });
  prompt('b', '  What about\n  negative totals?  ', at - 10);
  const { turns } = (await bench.ask('GET', '/api/turns?session=b')).body;
  expect(turns.map(titles)).toEqual([['Thanks'], ['Totals are integers', 'Running the tests']]);
  expect(turns[0].prompt).toBe('What about negative totals?');
});

it('finds a memory by its number, before what contains the number as a word', async () => {
  const { first, second } = addShopMemories(bench.db);
  addObservation(bench.db, { session: 'b', at: SHOP_AT }, { title: `Take ${second} steps` });
  for (const q of [`%23${second}`, String(second)]) {
    const { turns } = (await bench.ask('GET', `/api/turns?q=${q}`)).body;
    expect(turns[0].items[0].id).toBe(second);
    const shown = turns.flatMap((turn: { items: { id: number }[] }) => turn.items.map(({ id }) => id));
    expect(shown).toEqual([...new Set(shown)]);
    expect(shown).not.toContain(first);
  }
  expect((await bench.ask('GET', '/api/turns?q=%23999999')).body.turns).toEqual([]);
});

it('a kind that has no types has nothing to count', async () => {
  addShopMemories(bench.db);
  const { days, types, pinned } = (await bench.ask('GET', '/api/activity?kind=prompt')).body;
  expect([days, types, pinned]).toEqual([[], [], 0]);
  expect((await bench.ask('GET', '/api/activity?kind=observation')).body.types).not.toEqual([]);
});

it('what was counted is counted again once somebody wrote, here or elsewhere', async () => {
  const { first } = addShopMemories(bench.db);
  const pinned = async () => (await bench.ask('GET', '/api/activity')).body.pinned;
  expect(await pinned()).toBe(0);
  bench.deps.store.memories.pin('observation', first, true);
  expect(await pinned()).toBe(1);
  expect(await pinned()).toBe(1);
  const other = openDatabase(bench.db.name);
  other.prepare('update observations set pinned = 0').run();
  other.close();
  expect(await pinned()).toBe(0);
});

it('the facets of a search count what it finds, each ignoring its own filter', async () => {
  const { first } = addShopMemories(bench.db);
  addObservation(bench.db, { session: 'b', at: SHOP_AT }, { type: 'change', title: 'Cents in the mail, too' });
  addObservation(bench.db, { session: 'b', at: SHOP_AT, prompt: 2 }, { type: 'change', title: 'Letters are queued' });
  bench.deps.store.memories.pin('observation', first, true);
  const ask = async (rest: string) => (await bench.ask('GET', `/api/activity?q=cents${rest}`)).body;
  const all = await ask('');
  expect(all).toMatchObject({ total: 2, more: false, pinned: 1 });
  expect(new Set(all.types.map(({ name, count }: { name: string; count: number }) => `${name} ${count}`))).toEqual(
    new Set(['bugfix 1', 'change 1']),
  );
  expect(await ask('&type=change')).toMatchObject({ total: 1, pinned: 0, types: all.types });
  expect((await bench.ask('GET', '/api/activity')).body).toMatchObject({ total: null });
});

it('what a type narrows a search to is a part of its list, and each number is the length of that part', async () => {
  const types = ['bugfix', 'discovery', 'change'] as const;
  for (let turn = 1; turn <= 30; turn += 1) {
    const place = { session: `s${turn % 5}`, at: SHOP_AT + turn * 60_000, prompt: turn };
    const words = [turn % 2 ? 'kiln' : 'oven', turn % 3 ? 'hook' : 'wire', 'shell'].slice(0, 1 + (turn % 3));
    addObservation(bench.db, place, { type: types[turn % 3] ?? 'change', title: `Number ${turn}: ${words.join(' ')}` });
    addSummary(bench.db, place, { request: `Do ${turn}`, completed: `The kiln and its hook, ${turn}` });
  }
  for (const q of ['kiln hook shell', 'kiln hook', '"hook shell" kiln -wire', 'kiln']) {
    const ask = async (rest = '') => {
      const { turns } = (await bench.ask('GET', `/api/turns?limit=200&q=${encodeURIComponent(q)}${rest}`)).body;
      return turns.flatMap(({ items }: { items: { ref: string; type: string }[] }) => items);
    };
    const all = await ask();
    const { types: counts } = (await bench.ask('GET', `/api/activity?q=${encodeURIComponent(q)}`)).body;
    for (const type of types) {
      const part = all.filter((item: { type: string }) => item.type === type).map(({ ref }: { ref: string }) => ref);
      const counted = counts.find(({ name }: { name: string }) => name === type)?.count ?? 0;
      const narrowed = (await ask(`&type=${type}`)).map(({ ref }: { ref: string }) => ref);
      expect([q, type, counted, narrowed]).toEqual([q, type, part.length, part]);
    }
  }
});

it('a memory knows where a feed begins that has others after and before it', async () => {
  const ids = Array.from({ length: 30 }, (_, turn) =>
    addObservation(bench.db, { session: 'n', at: SHOP_AT + turn * 60_000, prompt: turn }, { title: `Finding ${turn}` }),
  );
  const near = async (id: number | undefined) => (await bench.ask('GET', `/api/observations/${id}`)).body.near;
  const around = async (id: number | undefined) => {
    const { turns } = (await bench.ask('GET', `/api/turns?from=${await near(id)}`)).body;
    return turns.flatMap(({ items }: { items: { id: number }[] }) => items.map((item) => item.id)).indexOf(id);
  };
  expect(await around(ids[10])).toBe(8);
  expect(await around(ids[27])).toBe(2);
  expect(await around(ids[29])).toBe(0);
});

it('a title of spaces is refused in words that people use', async () => {
  const { first } = addShopMemories(bench.db);
  const { body } = await bench.ask('PATCH', `/api/observations/${first}`, { title: '  ' });
  expect(JSON.stringify(body)).toContain('A title is needed');
  expect(JSON.stringify(body)).not.toContain('Too small');
});

it('a turn knows how long its whole session is, whatever the page holds', async () => {
  for (let turn = 1; turn <= 4; turn += 1) {
    const at = SHOP_AT + turn * 60_000;
    addObservation(bench.db, { session: 'd', at, prompt: turn }, { title: `Finding ${turn}` });
    bench.db.prepare("update sessions set prompt_count = ? where id = 'd'").run(turn);
  }
  const { turns } = (await bench.ask('GET', '/api/turns?limit=1')).body;
  expect(turns).toMatchObject([{ sessionTurns: 4, sessionObservations: 4 }]);
});

it('starts at a time, and its pages follow each other without gap or double', async () => {
  for (let turn = 1; turn <= 9; turn += 1)
    for (const part of ['x', 'y'])
      addObservation(
        bench.db,
        { session: 'c', at: SHOP_AT + turn * 60_000, prompt: turn },
        { title: `${turn}${part}` },
      );
  const seen = new Map<string, Set<string>>();
  for (let cursor = ''; ; ) {
    const { turns, next } = (await bench.ask('GET', `/api/turns?limit=5${cursor}`)).body;
    for (const turn of turns)
      for (const title of titles(turn)) {
        const known = seen.get(turn.key) ?? new Set();
        expect(known.has(title)).toBe(false);
        seen.set(turn.key, known.add(title));
      }
    if (next === null) break;
    cursor = `&cursor=${next}`;
  }
  expect([...seen.values()].map((some) => some.size)).toEqual(Array.from({ length: 9 }, () => 2));
  const later = (await bench.ask('GET', `/api/turns?from=${SHOP_AT + 4 * 60_000}`)).body.turns;
  expect(later.map((turn: { number: number }) => turn.number)).toEqual([4, 3, 2, 1]);
});

it('finds turns with the sentence that matched, best match first', async () => {
  addObservation(
    bench.db,
    { session: 'd', at: SHOP_AT, prompt: 3 },
    { title: 'Receipts', narrative: 'Receipts are printed at night. The zebra printer needs its own queue.' },
  );
  const { turns, terms } = (await bench.ask('GET', '/api/turns?q=zebra%20queue')).body;
  expect(terms).toEqual(['zebra', 'queue']);
  expect(turns[0].items[0].passage).toContain('zebra printer needs its own queue');
});

it('counts by day, type and branch; each facet ignores its own filter', async () => {
  const day = Date.parse('2026-03-01T23:30:00Z');
  addObservation(bench.db, { session: 'e', at: day, branch: 'main' }, { type: 'decision' });
  addObservation(bench.db, { session: 'e', at: day + 3600_000, branch: 'next' }, { type: 'bugfix' });
  const all = (await bench.ask('GET', '/api/activity')).body;
  expect(all.days).toEqual([
    { day: '2026-03-01', type: 'decision', count: 1 },
    { day: '2026-03-02', type: 'bugfix', count: 1 },
  ]);
  expect(
    (await bench.ask('GET', '/api/activity?offset=60')).body.days.map((each: { day: string }) => each.day),
  ).toEqual(['2026-03-02', '2026-03-02']);
  const some = (await bench.ask('GET', '/api/activity?type=decision&branch=main')).body;
  expect(some.types).toEqual([{ name: 'decision', count: 1 }]);
  expect(some.branches).toEqual([{ name: 'main', count: 1 }]);
  expect((await bench.ask('GET', '/api/activity?type=decision')).body.types).toHaveLength(2);
  // The days are those of what is listed.
  expect((await bench.ask('GET', `/api/activity?since=${day + 1}`)).body.days).toEqual([
    { day: '2026-03-02', type: 'bugfix', count: 1 },
  ]);
});

describe('a search', () => {
  const ids = ({ turns }: { turns: { items: { ref: string }[] }[] }) => turns.map(({ items: [item] }) => item?.ref);

  it('lists each memory by itself, and counts what a filter by type would list', async () => {
    const at = SHOP_AT;
    const place = { session: 'f', at, prompt: 1 };
    const one = addObservation(bench.db, place, { type: 'decision', title: 'The kiln is electric' });
    const two = addObservation(bench.db, place, { type: 'bugfix', title: 'The kiln was too hot' });
    addSummary(bench.db, place, { request: 'The kiln', completed: 'The kiln works' });
    prompt('f', 'Look at the kiln', at - 10);
    const all = (await bench.ask('GET', '/api/turns?q=the%20kiln')).body;
    const counts = (await bench.ask('GET', '/api/activity?q=the%20kiln')).body;
    expect(ids(all)).toHaveLength(counts.total);
    expect(all.turns.every(({ items }: { items: unknown[] }) => items.length === 1)).toBe(true);
    for (const [type, id] of [
      ['decision', one],
      ['bugfix', two],
    ]) {
      const some = (await bench.ask('GET', `/api/turns?q=the%20kiln&type=${type}`)).body;
      expect(ids(some)).toEqual([`#${id}`]);
      expect(counts.types).toContainEqual({ name: type, count: 1, more: false });
    }
    // A number names a memory only if that passes the filter.
    expect(ids((await bench.ask('GET', `/api/turns?q=%23${one}&pinned=true`)).body)).toEqual([]);
    expect(ids((await bench.ask('GET', `/api/turns?q=%23${one}&type=bugfix`)).body)).not.toContain(`#${one}`);
  });

  it('says where there is more than it lists', async () => {
    for (let index = 0; index <= 500; index += 1)
      addObservation(bench.db, { session: 'i', at: SHOP_AT + index }, { type: 'feature', title: `Anvil ${index}` });
    const { total, more, types } = (await bench.ask('GET', '/api/activity?q=anvil')).body;
    expect({ total, more, types }).toEqual({
      total: 500,
      more: true,
      types: [{ name: 'feature', count: 500, more: true }],
    });
  });

  it('pages through what it found', async () => {
    for (let index = 0; index < 7; index += 1)
      addObservation(bench.db, { session: 'g', at: SHOP_AT + index, prompt: 1 }, { title: `Kiln ${index}` });
    const first = (await bench.ask('GET', '/api/turns?q=kiln&limit=4')).body;
    const second = (await bench.ask('GET', `/api/turns?q=kiln&limit=4&cursor=${first.next}`)).body;
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(7);
    expect(second.next).toBeNull();
  });

  it('for the name of a type finds that type, if no memory has the word', async () => {
    const id = addObservation(bench.db, { session: 'h', at: SHOP_AT }, { type: 'refactor', title: 'One door' });
    for (const q of ['refactor', 'Refactors'])
      expect(ids((await bench.ask('GET', `/api/turns?q=${q}`)).body)).toEqual([`#${id}`]);
    expect(ids((await bench.ask('GET', '/api/turns?q=refactor&type=bugfix')).body)).toEqual([]);
    addObservation(bench.db, { session: 'h', at: SHOP_AT }, { type: 'change', title: 'No refactor today' });
    expect(ids((await bench.ask('GET', '/api/turns?q=refactor')).body)).not.toContain(`#${id}`);
  });
});

it('no route is left without a test', () => {
  expect(unserved(bench, feedRoutes(bench.deps))).toEqual([]);
});
