// Settings that change while the worker runs.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorkerBench, type WorkerBench } from '../../test/helpers/worker-bench.ts';
import { watchSettings } from './settings-watch.ts';

let bench: WorkerBench;
beforeEach(() => {
  bench = createWorkerBench();
});
afterEach(() => bench.close());

/** As `c-mem config` does: replaced, not written over. */
function write(settings: object): void {
  const part = join(bench.store.folder, 'settings.part');
  writeFileSync(part, JSON.stringify(settings));
  renameSync(part, bench.paths.settings);
}

it('a change is seen when it is looked for, and reported once', () => {
  const watch = watchSettings(bench.paths.settings);
  const heard: number[] = [];
  watch.onChange(({ idleMinutes }) => void heard.push(idleMinutes));
  watch.check();
  expect(watch.current().idleMinutes).toBe(30);
  write({ idleMinutes: 5 });
  expect(watch.current().idleMinutes).toBe(30);
  watch.check();
  watch.check();
  expect(watch.current().idleMinutes).toBe(5);
  write({ idleMinutes: 6 });
  watch.check();
  rmSync(bench.paths.settings);
  watch.check();
  expect(heard).toEqual([5, 6, 30]);
});

it('a value that is not usable leaves the default in place', () => {
  const watch = watchSettings(bench.paths.settings);
  write({ idleMinutes: 'long', rawDays: 2 });
  watch.check();
  expect(watch.current()).toMatchObject({ idleMinutes: 30, rawDays: 2 });
});

it('a file that cannot be read leaves the last good settings in force, also for the next worker', () => {
  write({ excludeProjects: ['/secret'], idleMinutes: 9 });
  const watch = watchSettings(bench.paths.settings);
  writeFileSync(bench.paths.settings, '{ "excludeProjects": [');
  watch.check();
  expect(watch.current()).toMatchObject({ excludeProjects: ['/secret'], idleMinutes: 9 });
  expect(watchSettings(bench.paths.settings).current()).toMatchObject({ excludeProjects: ['/secret'] });
  rmSync(bench.paths.settings);
  expect(watchSettings(bench.paths.settings).current()).toMatchObject({ excludeProjects: [] });
});

it('a change that comes while listeners act on the one before is noticed right away', () => {
  const watch = watchSettings(bench.paths.settings);
  const heard: string[][] = [];
  watch.onChange(({ excludeProjects }) => {
    heard.push(excludeProjects);
    if (heard.length === 1) write({ excludeProjects: [], idleMinutes: 9 });
  });
  write({ excludeProjects: ['/secret'] });
  watch.check();
  expect(heard).toEqual([['/secret'], []]);
});
