// The backup schedule, by the clock: the first one when there is enough to keep, then one a day.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createMaintenanceBench,
  DAY_MS,
  HOUR_MS,
  type MaintenanceBench,
} from '../../../test/helpers/maintenance-bench.ts';
import { checkCopy, listBackups } from '../../store/index.ts';

let bench: MaintenanceBench;
beforeEach(() => {
  bench = createMaintenanceBench();
});
afterEach(() => {
  bench.maintenance.stop();
  bench.store.close();
});

/** A turn is three events. */
const addTurns = (count: number) => {
  for (let i = 0; i < count; i += 1) bench.addTurn();
};
const backups = () => listBackups(bench.paths.backups);

it('less than fifty events are not worth one', async () => {
  addTurns(16);
  await bench.after(30 * DAY_MS);
  expect(backups()).toEqual([]);
  addTurns(1);
  await bench.after(0);
  expect(backups()).toHaveLength(1);
  expect(checkCopy(backups()[0]?.path as string)).toBeNull();
});

it('the next one is due after a day', async () => {
  addTurns(17);
  await bench.after(0);
  await bench.after(DAY_MS - 1000);
  expect(backups()).toHaveLength(1);
  await bench.after(1000);
  expect(backups()).toHaveLength(2);
  await bench.after(DAY_MS);
  expect(backups()).toHaveLength(3);
});

it('one that a wrong clock dated in the future does not stop the others', async () => {
  addTurns(1);
  mkdirSync(bench.paths.backups);
  writeFileSync(join(bench.paths.backups, 'c-mem-20990101-000000.db'), '');
  await bench.after(0);
  expect(backups().filter(({ at }) => at <= bench.clock.now)).toHaveLength(1);
});

it('one that fails is reported, tried again after an hour, and the report goes with the next good one', async () => {
  addTurns(17);
  writeFileSync(bench.paths.backups, 'a file where a folder should be');
  await bench.after(0);
  expect(bench.notices()).toEqual(['backup']);
  rmSync(bench.paths.backups);
  await bench.after(HOUR_MS - 1);
  expect(bench.notices()).toEqual(['backup']);
  await bench.after(1);
  expect(bench.notices()).toEqual([]);
  expect(readdirSync(bench.paths.backups)).toHaveLength(1);
});

it('one that fails in a store that cannot even take the report is tried again all the same', async () => {
  addTurns(17);
  writeFileSync(bench.paths.backups, 'a file where a folder should be');
  bench.store.db.exec(
    "create trigger no_notice before insert on meta when new.key like 'notice:%' begin select raise(abort, 'no'); end",
  );
  await bench.after(0);
  expect(bench.notices()).toEqual([]);
  rmSync(bench.paths.backups);
  await bench.after(HOUR_MS);
  expect(backups()).toHaveLength(1);
});
