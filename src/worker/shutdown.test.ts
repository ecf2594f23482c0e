// The order of ending, with a real lock, worker file and store; what hangs is cut off by its time limit.
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWorkerBench, type WorkerBench } from '../../test/helpers/worker-bench.ts';
import { writeWorkerInfo } from '../process/worker-file.ts';
import { acquireLock, type Lock } from '../store/index.ts';
import { createOwnership } from './ownership.ts';
import { type Background, type ShutdownParts, shutDown } from './shutdown.ts';

let bench: WorkerBench;
let lock: Lock;
let steps: string[];
beforeEach(() => {
  bench = createWorkerBench();
  const { paths, clock } = bench;
  lock = acquireLock(paths.workerLock, 50) as Lock;
  writeWorkerInfo(paths.workerInfo, '1.0.0', clock.now, null);
  steps = [];
});
afterEach(() => {
  vi.useRealTimers();
  lock.release();
  bench.close();
});

const never = new Promise<void>(() => undefined);
const isOpen = () => bench.store.db.open;
const isLocked = () => {
  const other = acquireLock(bench.paths.workerLock, 0);
  other?.release();
  return other === null;
};
/** Something in the background that writes down what is asked of it. */
const background = (name: string, settles: Promise<void> = Promise.resolve()): Background => ({
  async settled() {
    await settles;
    steps.push(`${name} settled`);
  },
  stop: () => void steps.push(`${name} stopped`),
});

function parts(changes: Partial<ShutdownParts> = {}): ShutdownParts {
  const { paths, store } = bench;
  return {
    ...{ paths, lock, store: store.parts },
    ownership: createOwnership(lock, paths.database, statSync(paths.database).ino),
    sources: [{ stop: () => void steps.push(`source stopped, worker file: ${existsSync(paths.workerInfo)}`) }],
    intake: { ...background('intake'), wake: () => void steps.push('intake woken') },
    background: [background('jobs'), background('maintenance')],
    rereading: Promise.resolve(),
    closeHttp: async () => void steps.push('http closed'),
    ...changes,
  };
}

it('first the worker file goes, then what starts work, then the spool is taken once more, then the rest stops', async () => {
  await shutDown(parts());
  expect(steps).toEqual([
    'source stopped, worker file: false',
    'http closed',
    'intake woken',
    'intake settled',
    'intake stopped',
    'jobs stopped',
    'maintenance stopped',
    'jobs settled',
    'maintenance settled',
  ]);
  expect([isOpen(), isLocked()]).toEqual([false, false]);
});

it('the lock is held, and the store open, until everything has settled', async () => {
  let finish: () => void = () => undefined;
  const slow = new Promise<void>((done) => (finish = done));
  const done = shutDown(parts({ background: [background('jobs', slow)] }));
  await new Promise(setImmediate);
  expect([steps.at(-1), isOpen(), isLocked()]).toEqual(['jobs stopped', true, true]);
  finish();
  await done;
  expect([isOpen(), isLocked()]).toEqual([false, false]);
});

describe('time limits', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

  it('a last pass that does not end is stopped after five seconds', async () => {
    const intake = { ...background('intake', never), wake: () => undefined };
    const done = shutDown(parts({ intake }));
    await vi.advanceTimersByTimeAsync(4999);
    expect(steps).not.toContain('intake stopped');
    await vi.advanceTimersByTimeAsync(1);
    expect(steps).toContain('intake stopped');
    expect(isOpen()).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    await done;
    expect([isOpen(), isLocked()]).toEqual([false, false]);
  });

  it.each<[string, Partial<ShutdownParts>]>([
    ['a job', { background: [background('jobs', never)] }],
    ['reading after a repair', { rereading: never }],
    ['a connection', { closeHttp: () => never }],
  ])('%s that does not end is left behind after one second', async (_, changes) => {
    const done = shutDown(parts(changes));
    await vi.advanceTimersByTimeAsync(999);
    expect([isOpen(), isLocked()]).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(1);
    await done;
    expect([isOpen(), isLocked()]).toEqual([false, false]);
  });

  it('no timer is left when all goes well', async () => {
    await shutDown(parts());
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('files that are no longer ours', () => {
  it('the worker file of whoever has the lock now stays', async () => {
    const given = parts();
    rmSync(bench.paths.workerLock);
    await shutDown(given);
    expect(existsSync(bench.paths.workerInfo)).toBe(true);
  });

  it('a database that was replaced is not closed over the new one', async () => {
    const given = parts();
    renameSync(bench.paths.database, `${bench.paths.database}.moved`);
    await shutDown(given);
    expect([isOpen(), isLocked()]).toEqual([true, false]);
  });
});
