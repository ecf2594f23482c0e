// Raw payloads go after the days that the settings allow; what waits for a model keeps its own.
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createMaintenanceBench,
  DAY_MS,
  HOUR_MS,
  type MaintenanceBench,
} from '../../../test/helpers/maintenance-bench.ts';

let bench: MaintenanceBench;
beforeEach(() => {
  bench = createMaintenanceBench();
  bench.settings.rawDays = 30;
});
afterEach(() => {
  bench.maintenance.stop();
  bench.store.close();
});

const raw = () => bench.rows<{ n: number }>('select count(*) as n from events where payload is not null')[0]?.n;

it('payloads are dropped thirty days after they became memories, and the events stay', async () => {
  bench.addTurn();
  await bench.work();
  await bench.after(30 * DAY_MS - HOUR_MS);
  expect(raw()).toBe(3);
  await bench.after(HOUR_MS + 1);
  expect(raw()).toBe(0);
  expect(bench.rows('select 1 from events')).toHaveLength(3);
  expect(bench.rows('select 1 from observations')).toHaveLength(1);
});

it('what did not become memories yet is kept', async () => {
  bench.addTurn();
  await bench.after(90 * DAY_MS);
  expect(raw()).toBe(3);
});

it('what waits for the model is kept as long as there is one', async () => {
  bench.addTurn();
  bench.model.fails('wait', 'over quota', { waitMs: 365 * DAY_MS });
  await bench.work();
  await bench.after(31 * DAY_MS);
  expect(raw()).toBe(3);
  bench.settings.provider = 'embedded';
  await bench.after(HOUR_MS);
  expect(raw()).toBe(0);
});

it('is looked at every hour', async () => {
  bench.addTurn();
  await bench.work();
  await bench.after(0);
  bench.settings.rawDays = 0;
  await bench.after(HOUR_MS - 1);
  expect(raw()).toBe(3);
  await bench.after(1);
  expect(raw()).toBe(0);
});
