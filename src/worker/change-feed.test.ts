// The change feed on a real store: what listeners get, and when.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createJobBench, type JobBench } from '../../test/helpers/job-bench.ts';
import { payload } from '../../test/helpers/payloads.ts';
import { Sqlite } from '../../test/helpers/sqlite.ts';
import { type Change, type ChangeBus, createChangeBus } from '../http/change-bus.ts';
import { type ChangeFeed, createChangeFeed } from './change-feed.ts';
import { openLog } from './log.ts';

let bench: JobBench;
let changes: ChangeBus;
let feed: ChangeFeed;
let heard: Change[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  bench = createJobBench();
  changes = createChangeBus('test');
  const log = openLog(null, 'silent');
  feed = createChangeFeed({ store: bench.store.parts, changes, log, now: () => bench.clock.now });
  heard = [];
});
afterEach(() => {
  feed.stop();
  vi.useRealTimers();
  bench.store.close();
});

const listen = () => changes.listen((change) => void heard.push(change));
const kinds = () => heard.splice(0).map(({ kind }) => kind);
/** Somebody wrote; after a moment what is new is published. */
function checked(): string[] {
  feed.check();
  bench.clock.now += 300;
  vi.advanceTimersByTime(300);
  return kinds();
}

it('a turn and its memories are published as they come', async () => {
  listen();
  bench.addTurn();
  expect(checked()).toEqual(['events.captured', 'session.started', 'queue']);
  await bench.work();
  // The summary of a turn that has a finding would list it twice.
  expect(checked()).toEqual(['session.changed', 'observation.added', 'queue']);
  bench.take(payload(bench.session, 'SessionEnd', { reason: 'other' }));
  expect(checked()).toEqual(['events.captured', 'session.ended']);
  expect(checked()).toEqual([]);
});

it('what was before a listener came is not published', async () => {
  bench.addTurn();
  await bench.work();
  listen();
  expect(checked()).toEqual([]);
  bench.addTurn();
  expect(checked()).toEqual(['events.captured', 'session.changed', 'queue']);
});

it('a session that was over before anybody looked is published as started and ended', () => {
  listen();
  bench.addTurn();
  bench.take(payload(bench.session, 'SessionEnd', { reason: 'other' }));
  expect(checked()).toEqual(['events.captured', 'session.started', 'session.ended', 'queue']);
});

it('without listeners nothing is published, and no timer runs', () => {
  bench.addTurn();
  feed.check();
  expect(vi.getTimerCount()).toBe(0);
  const leave = listen();
  expect(vi.getTimerCount()).toBe(1);
  leave();
  expect(vi.getTimerCount()).toBe(0);
});

it('changes of one moment are published together: soon after a quiet time, a little later in a flood', () => {
  listen();
  bench.clock.now += 1000;
  bench.addTurn();
  feed.check();
  feed.check();
  vi.advanceTimersByTime(59);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(kinds()).toHaveLength(3);
  bench.store.db.prepare("update sessions set title = 'The price'").run();
  feed.check();
  vi.advanceTimersByTime(299);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(kinds()).toEqual(['session.changed']);
});

it('another process changed something: listeners are to look again', () => {
  bench.addTurn();
  listen();
  bench.clock.now += 10_000;
  const other = new Sqlite(bench.store.file);
  other.prepare("update prompts set text = 'another'").run();
  other.close();
  vi.advanceTimersByTime(1000);
  vi.advanceTimersByTime(300);
  expect(kinds()).toEqual(['reset']);
});

it('something was forgotten: listeners are to look again', async () => {
  bench.addTurn();
  await bench.work();
  listen();
  bench.store.parts.forgetting.forget([{ kind: 'observation', id: 1 }], bench.clock.now);
  expect(checked()).toContain('reset');
});

it('memories that changed are published with what they are now', async () => {
  bench.addTurn();
  await bench.work();
  feed.changed([1]);
  listen();
  feed.changed([]);
  expect(heard).toEqual([]);
  feed.changed([1]);
  expect(heard).toMatchObject([
    { kind: 'observation.changed', data: { id: 1, item: { title: 'By the model', project: expect.any(String) } } },
  ]);
});

it('trouble with the store costs listeners their changes, not the worker its life', () => {
  listen();
  bench.addTurn();
  bench.store.db.exec('alter table jobs rename to gone');
  expect(() => checked()).not.toThrow();
  bench.store.db.exec('alter table gone rename to jobs');
});
