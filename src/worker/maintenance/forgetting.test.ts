// What was hidden is forgotten when its time is over, in the store and in every copy.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMaintenanceBench, type MaintenanceBench } from '../../../test/helpers/maintenance-bench.ts';
import { Sqlite } from '../../../test/helpers/sqlite.ts';
import { listBackups } from '../../store/index.ts';

const MINUTE_MS = 60_000;

let bench: MaintenanceBench;
beforeEach(async () => {
  bench = createMaintenanceBench();
  bench.addTurn();
  await bench.work();
});
afterEach(() => {
  vi.useRealTimers();
  bench.maintenance.stop();
  bench.store.close();
});

const titles = () => bench.rows<{ title: string }>('select title from observations').map(({ title }) => title);
const hide = (forMs: number) => bench.store.parts.memories.hide('observation', 1, bench.clock.now + forMs);

describe('a hidden memory', () => {
  it('stays until its time is over, and is forgotten by the next tick then', async () => {
    hide(10 * MINUTE_MS);
    await bench.after(10 * MINUTE_MS - 1);
    expect(titles()).toEqual(['By the model']);
    expect(bench.reports).toEqual([]);
    await bench.after(1);
    expect(titles()).toEqual([]);
    expect(bench.reports).toEqual(['change']);
  });

  it('that was brought back stays', async () => {
    hide(10 * MINUTE_MS);
    bench.store.parts.memories.bringBack('observation', 1);
    await bench.after(20 * MINUTE_MS);
    expect(titles()).toEqual(['By the model']);
  });

  it('goes at its time, without waiting for a tick', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    hide(5000);
    bench.maintenance.forgetAt(bench.clock.now + 5000);
    bench.clock.now += 4999;
    vi.advanceTimersByTime(4999);
    expect(titles()).toEqual(['By the model']);
    bench.clock.now += 100;
    vi.advanceTimersByTime(100);
    expect(titles()).toEqual([]);
  });

  it('that cannot be forgotten right now is forgotten by the next tick', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    hide(5000);
    bench.maintenance.forgetAt(bench.clock.now + 5000);
    bench.store.db.pragma('query_only = on');
    bench.clock.now += 6000;
    vi.advanceTimersByTime(6000);
    expect(titles()).toEqual(['By the model']);
    bench.store.db.pragma('query_only = off');
    await bench.after(0);
    expect(titles()).toEqual([]);
  });

  it('is left to the next worker by one that has stopped', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    hide(5000);
    bench.maintenance.forgetAt(bench.clock.now + 5000);
    bench.maintenance.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('a session that was forgotten with undo goes at its time, also from the quarantine, even if the worker died meanwhile', async () => {
  const { forgetting, sessions } = bench.store.parts;
  const [session] = sessions.list({ projectId: null, status: null }, 1, null).sessions;
  const id = session?.id ?? '';
  const file = join(bench.paths.quarantine, 'm1-odd.json');
  mkdirSync(bench.paths.quarantine, { recursive: true });
  writeFileSync(file, `{"session_id":"${id}"`);
  forgetting.later([{ kind: 'session', id }], bench.clock.now + 10_000);
  expect(titles()).toEqual(['By the model']);
  await bench.after(MINUTE_MS);
  expect(sessions.find(id)).toBeNull();
  expect(titles()).toEqual([]);
  await vi.waitFor(() => expect(existsSync(file)).toBe(false));
});

it('copies follow: a backup no longer holds what was forgotten after it was made', async () => {
  await bench.store.parts.copies.backUp(bench.paths, bench.clock.now);
  const [backup] = listBackups(bench.paths.backups);
  const titlesInBackup = () => {
    const db = new Sqlite(backup?.path as string, { readonly: true });
    try {
      return db.prepare('select title from observations').all();
    } finally {
      db.close();
    }
  };
  expect(titlesInBackup()).toEqual([{ title: 'By the model' }]);
  hide(0);
  await bench.after(0);
  expect(titlesInBackup()).toEqual([]);
  expect(bench.store.parts.copies.areBehind()).toBe(false);
});
