// The weekly integrity check: when it is due, what it rebuilds, and what it does about damage.
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMaintenanceBench, DAY_MS, type MaintenanceBench } from '../../../test/helpers/maintenance-bench.ts';

let bench: MaintenanceBench;
beforeEach(async () => {
  bench = createMaintenanceBench();
  bench.addTurn();
  await bench.work();
  // A store that was never checked counts from now on.
  await bench.after(0);
});
afterEach(() => {
  bench.maintenance.stop();
  bench.store.close();
});

const found = () => bench.rows("select 1 from observations_fts where observations_fts match 'model'");
/** The index no longer says what the table says. */
const breakIndex = () => bench.store.db.exec("insert into observations_fts (observations_fts) values ('delete-all')");

describe('is due', () => {
  it('after a week, and again after another', async () => {
    for (let week = 0; week < 2; week += 1) {
      breakIndex();
      await bench.after(7 * DAY_MS - 1);
      expect(found()).toEqual([]);
      await bench.after(1);
      expect(found()).toHaveLength(1);
    }
  });

  it('when nobody needs the worker', async () => {
    breakIndex();
    bench.quiet = false;
    await bench.after(8 * DAY_MS);
    expect(found()).toEqual([]);
    bench.quiet = true;
    await bench.after(0);
    expect(found()).toHaveLength(1);
  });
});

it('ends the notice of an earlier repair', async () => {
  bench.store.parts.notices.put('repair', 'The database was repaired');
  await bench.after(6 * DAY_MS);
  expect(bench.notices()).toEqual(['repair']);
  await bench.after(DAY_MS);
  expect(bench.notices()).toEqual([]);
});

it('a damaged store is marked for the next worker, and this one is to end', async () => {
  bench.store.parts.notices.put('repair', 'The database was repaired');
  bench.store.db.pragma('ignore_check_constraints = on');
  bench.store.db.exec("update events set source = 'nonsense' where id = 1");
  bench.store.db.pragma('ignore_check_constraints = off');
  await bench.after(7 * DAY_MS);
  expect(bench.reports).toContain('damage');
  expect(existsSync(`${bench.paths.database}.damaged`)).toBe(true);
  expect(bench.notices()).toEqual(['repair']);
});
