// What matters now, why memories were shown, and what came of it.

import { expect, it } from 'vitest';
import { SHOP_FILE, unserved, useHttpBench } from '../../../test/helpers/http.ts';
import { addObservation, addSummary } from '../../../test/helpers/records.ts';
import { recordInjection } from '../../store/ledger/injections.ts';
import { recordPrompt } from '../../store/ledger/turns.ts';
import { nowRoutes } from './now.ts';

const bench = useHttpBench();
const HOUR = 3600_000;
const ago = (hours: number) => bench.clock.now - hours * HOUR;

it('says where work was left on each branch, and what is open; what is ticked off is told no more', async () => {
  addSummary(
    bench.db,
    { session: 'a', branch: 'main', at: ago(5), prompt: 1 },
    { request: 'Start', nextSteps: 'Old plan' },
  );
  const last = addSummary(
    bench.db,
    { session: 'a', branch: 'main', at: ago(3), prompt: 2 },
    { request: 'Totals', completed: 'Half', nextSteps: 'Write the tests' },
  );
  addSummary(bench.db, { session: 'b', branch: 'next', at: ago(1) }, { request: 'Design', completed: 'Done' });
  const { left, openEnds } = (await bench.ask('GET', '/api/now')).body;
  expect(left.map((each: { branch: string; title: string }) => [each.branch, each.title])).toEqual([
    ['next', 'Design'],
    ['main', 'Totals'],
  ]);
  // Only the last turn of a session counts.
  expect(openEnds).toMatchObject([{ summaryId: last, nextSteps: 'Write the tests', project: 'shop' }]);
  const told = async () => (await bench.ask('GET', '/api/context/inject?project=shop')).body;
  await bench.ask('PATCH', `/api/summaries/${last}`, { nextSteps: '' });
  expect((await bench.ask('GET', '/api/now')).body.openEnds).toEqual([]);
  expect(await told()).not.toContain('Write the tests');
});

it('shows decisions and fixes of the week, or the last ones before, and what is pinned', async () => {
  const old = addObservation(
    bench.db,
    { session: 'a', at: ago(24 * 40) },
    { type: 'decision', title: 'Cents everywhere' },
  );
  expect((await bench.ask('GET', '/api/now')).body).toMatchObject({ recent: [{ id: old }], isThisWeek: false });
  const fresh = addObservation(bench.db, { session: 'a', at: ago(2) }, { type: 'bugfix', title: 'Totals add up' });
  addObservation(bench.db, { session: 'a', at: ago(1) }, { type: 'change', title: 'Docs' });
  await bench.ask('PATCH', `/api/observations/${old}`, { pinned: true });
  const { recent, isThisWeek, kept, growth, worth } = (await bench.ask('GET', '/api/now?project=shop')).body;
  const ids = (items: { id: number }[]) => items.map(({ id }) => id);
  // One alone is no list.
  expect([ids(recent), isThisWeek]).toEqual([[fresh, old], false]);
  expect(kept).toMatchObject([{ id: old }]);
  expect(growth.days.reduce((sum: number, day: { count: number }) => sum + day.count, 0)).toBe(3);
  expect(worth).toMatchObject({ sessions: 1, toldSessions: 0 });
  const more = [3, 4].map((hours) =>
    addObservation(bench.db, { session: 'a', at: ago(hours) }, { type: 'bugfix', title: `Fix ${hours}` }),
  );
  const again = (await bench.ask('GET', '/api/now?project=shop')).body;
  expect([ids(again.recent), again.isThisWeek]).toEqual([[fresh, ...more], true]);
});

it('says when and why agents were shown a memory, and in which turn', async () => {
  const id = addObservation(bench.db, { session: 'a', at: ago(9) }, { title: 'Totals', touches: [SHOP_FILE] });
  const other = addObservation(bench.db, { session: 'a', at: ago(8) }, { title: 'Receipts', touches: [SHOP_FILE] });
  const show = (occasion: 'session_start' | 'prompt' | 'tool', at: number, terms: string[], observations = [id]) =>
    recordInjection(bench.db, {
      ...{
        sessionId: 'b',
        occasion,
        characters: observations.length * 10,
        observations,
        summaries: [],
        pending: false,
        at,
        terms,
      },
    });
  addSummary(bench.db, { session: 'b', at: ago(1) }, { request: 'x' });
  const ask = (number: number, at: number) =>
    recordPrompt(bench.db, {
      ...{
        sessionId: 'b',
        text: `prompt ${number}`,
        at,
        source: 'hook',
        promptId: null,
        recordId: null,
        spoolId: `${number}`,
      },
    });
  show('session_start', ago(5), []);
  ask(1, ago(4));
  show('prompt', ago(3), ['totals']);
  const turn = ask(2, ago(3)).number;
  show('tool', ago(2), ['zebra queue'], []);
  addObservation(bench.db, { session: 'b', at: ago(1), prompt: turn }, { title: 'Later', touches: [SHOP_FILE] });
  const { shown, related, files } = (await bench.ask('GET', `/api/observations/${id}`)).body;
  expect(shown).toMatchObject([
    { occasion: 'prompt', terms: ['totals'], sessionId: 'b', promptNumber: turn },
    { occasion: 'session_start', promptNumber: null },
  ]);
  expect(related.map((item: { id: number }) => item.id)).toContain(other);
  expect(files).toMatchObject([{ path: SHOP_FILE.path, role: 'modified', freshness: expect.any(String) }]);
  const session = (await bench.ask('GET', '/api/sessions/b')).body;
  const told = session.turns.find((each: { number: number }) => each.number === turn).told;
  expect(told).toMatchObject([
    { occasion: 'prompt', memories: [{ id }] },
    { occasion: 'tool', terms: ['zebra queue'], memories: [] },
  ]);
  const insights = (await bench.ask('GET', '/api/insights?days=30')).body;
  expect(insights.missed).toMatchObject([{ query: 'zebra queue', times: 1 }]);
  // It was shown twice, and the session worked on its file afterwards.
  expect(insights.told.map((day: { memories: number; used: number }) => [day.memories, day.used])).toEqual([
    [1, 1],
    [1, 1],
  ]);
  await bench.ask('POST', '/api/forget', { targets: [{ observation: id }] });
  expect(bench.deps.store.injections.ofSession('b').map(({ terms }) => terms)).toEqual([[], [], ['zebra queue']]);
});

it('no route is left without a test', () => {
  expect(unserved(bench, nowRoutes(bench.deps))).toEqual([]);
});
