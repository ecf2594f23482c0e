// The offer to recompress: made at the first tick, renewed every hour, taken back when there is nothing to do.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMaintenanceBench, HOUR_MS, type MaintenanceBench } from '../../../test/helpers/maintenance-bench.ts';
import { examine } from '../../health/index.ts';

let bench: MaintenanceBench;
beforeEach(async () => {
  bench = createMaintenanceBench();
  bench.settings.provider = 'embedded';
  bench.addTurn();
  await bench.work();
});
afterEach(() => {
  bench.maintenance.stop();
  bench.store.close();
});

const age = () => bench.store.db.exec('update jobs set compressor = null');
const found = async () =>
  (await examine(bench.paths, { now: bench.clock.now, here: null })).findings.filter(
    ({ check }) => check === 'memories',
  );

it('is made as soon as the worker has started, and is neither a warning nor a fault', async () => {
  age();
  await bench.after(0);
  expect(bench.notices()).toEqual(['outdated']);
  expect(await found()).toEqual([
    {
      check: 'memories',
      state: 'offer',
      message: '1 turn was compressed by an older version',
      fix: 'Run `c-mem recompress --outdated` to improve their titles and facts.',
    },
  ]);
});

it('goes away within the hour if the raw events expire', async () => {
  age();
  await bench.after(0);
  bench.store.db.exec('update events set payload = null');
  await bench.after(HOUR_MS);
  expect(bench.notices()).toEqual([]);
});

it('is not made if nothing is outdated', async () => {
  await bench.after(0);
  expect(bench.notices()).toEqual([]);
  expect(await found()).toEqual([]);
});
