// A session that is not heard of for a day counts as interrupted.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMaintenanceBench, HOUR_MS, type MaintenanceBench } from '../../../test/helpers/maintenance-bench.ts';

let bench: MaintenanceBench;
beforeEach(() => {
  bench = createMaintenanceBench();
  bench.addTurn();
});
afterEach(() => {
  bench.maintenance.stop();
  bench.store.close();
});

const status = () => bench.rows<{ status: string }>('select status from sessions')[0]?.status;

it('is interrupted after a day of silence, and its transcript is read to its end', async () => {
  await bench.after(24 * HOUR_MS);
  expect([status(), bench.reports]).toEqual(['active', []]);
  await bench.after(1);
  expect([status(), bench.reports]).toEqual(['interrupted', ['read']]);
  expect([...bench.readingList.entries()]).toEqual([
    [bench.session.sessionId, { sessionId: bench.session.sessionId, over: 'session', forked: false }],
  ]);
  await bench.after(HOUR_MS);
  expect(bench.reports).toEqual(['read']);
});

it('lives on if something is heard of it', async () => {
  await bench.after(23 * HOUR_MS);
  bench.addTurn();
  await bench.after(23 * HOUR_MS);
  expect(status()).toBe('active');
});
