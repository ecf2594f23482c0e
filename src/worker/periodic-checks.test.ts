// The tick: when a worker ends by itself, and what it looks after meanwhile.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWorkerBench, type WorkerBench } from '../../test/helpers/worker-bench.ts';
import { writeWorkerInfo } from '../process/worker-file.ts';
import { acquireLock, type Lock } from '../store/index.ts';
import { type ActivityTracker, createActivityTracker } from './activity.ts';
import { createEndSignal, type EndSignal } from './end-signal.ts';
import { createOwnership, REPLACED } from './ownership.ts';
import { startTicking, type Ticker, type TickParts } from './periodic-checks.ts';
import { watchSettings } from './settings-watch.ts';

const MINUTE_MS = 60_000;

let bench: WorkerBench;
let lock: Lock;
let end: EndSignal;
let activity: ActivityTracker;
let ticker: Ticker | null;
let maintained: number;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  bench = createWorkerBench();
  lock = acquireLock(bench.paths.workerLock, 50) as Lock;
  writeWorkerInfo(bench.paths.workerInfo, '1.0.0', bench.clock.now, null);
  end = createEndSignal();
  activity = createActivityTracker({ file: bench.paths.activity, log: bench.log, now: () => bench.clock.now });
  ticker = null;
  maintained = 0;
});
afterEach(() => {
  ticker?.stop();
  vi.useRealTimers();
  lock.release();
  bench.close();
});

function start(changes: Partial<TickParts> = {}, ready: Promise<void> = Promise.resolve()): void {
  const { paths, log, clock } = bench;
  ticker = startTicking(
    {
      ...{ paths, log, end, activity, now: () => clock.now, settings: watchSettings(paths.settings) },
      ownership: createOwnership(lock, paths.database, statSync(paths.database).ino),
      ...{ listeners: () => 0, keepPort: () => undefined, onTrouble: () => undefined },
      startMaintenance: () => void (maintained += 1),
      ...changes,
    },
    ready,
  );
}
/** Lets time pass, then the next tick comes. */
function tickAfter(ms: number): void {
  bench.clock.now += ms;
  vi.advanceTimersByTime(15_000);
}
const why = () => (end.isRequested() ? end.requested : null);

it('comes every fifteen seconds, the first time as soon as the worker is ready', async () => {
  let ready: () => void = () => undefined;
  start({}, new Promise<void>((done) => (ready = done)));
  expect(maintained).toBe(0);
  ready();
  await new Promise(setImmediate);
  expect(maintained).toBe(1);
  vi.advanceTimersByTime(14_999);
  expect(maintained).toBe(1);
  vi.advanceTimersByTime(1);
  expect(maintained).toBe(2);
  ticker?.stop();
  vi.advanceTimersByTime(60_000);
  expect(maintained).toBe(2);
});

it('shows that the worker is alive', () => {
  start();
  utimesSync(bench.paths.workerInfo, 1, 1);
  tickAfter(0);
  expect(statSync(bench.paths.workerInfo).mtimeMs).toBeCloseTo(bench.clock.now, -1);
});

it('shows when nothing is being captured any more', () => {
  start();
  const shown = () => JSON.parse(readFileSync(bench.paths.activity, 'utf8')) as { active: boolean };
  activity.captured('shop');
  tickAfter(MINUTE_MS);
  expect(shown()).toMatchObject({ active: true, project: 'shop' });
  tickAfter(1);
  expect(shown()).toMatchObject({ active: false, project: null });
});

describe('the worker ends', () => {
  it('after half an hour with nothing to do, and not before', async () => {
    start();
    tickAfter(30 * MINUTE_MS);
    expect(end.isRequested()).toBe(false);
    tickAfter(1);
    expect(await why()).toBe('idle');
  });

  it('not while it has something to do', () => {
    start();
    for (let i = 0; i < 10; i += 1) {
      tickAfter(20 * MINUTE_MS);
      activity.touch();
    }
    expect(end.isRequested()).toBe(false);
  });

  it('not while somebody is watching', async () => {
    let listeners = 1;
    start({ listeners: () => listeners });
    for (let i = 0; i < 10; i += 1) tickAfter(20 * MINUTE_MS);
    expect(end.isRequested()).toBe(false);
    listeners = 0;
    tickAfter(30 * MINUTE_MS);
    expect(await why()).toBe('idle');
  });

  it('when its lock is gone', async () => {
    start();
    rmSync(bench.paths.workerLock);
    tickAfter(0);
    expect(await why()).toBe('the data folder was removed');
  });

  it('when its database was replaced', async () => {
    start();
    renameSync(bench.paths.database, `${bench.paths.database}.moved`);
    mkdirSync(bench.paths.database);
    tickAfter(0);
    expect(await why()).toBe(REPLACED);
    expect(maintained).toBe(0);
    rmSync(bench.paths.database, { recursive: true });
  });
});

it('maintenance that fails is reported, and the next tick tries again', () => {
  const troubles: unknown[] = [];
  start({
    startMaintenance: () => {
      throw new Error('no');
    },
    onTrouble: (error) => void troubles.push(error),
  });
  tickAfter(0);
  tickAfter(0);
  expect(troubles).toEqual([new Error('no'), new Error('no')]);
});
