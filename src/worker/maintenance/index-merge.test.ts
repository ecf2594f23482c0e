// The search indexes are merged every hour.
import { expect, it } from 'vitest';
import { createMaintenanceBench, HOUR_MS, type MaintenanceBench } from '../../../test/helpers/maintenance-bench.ts';

const pieces = (bench: MaintenanceBench) =>
  bench.rows<{ n: number }>('select count(distinct segid) as n from prompts_fts_idx')[0]?.n as number;

it('what came in since the last time becomes one piece', async () => {
  const bench = createMaintenanceBench();
  await bench.after(0);
  for (let i = 0; i < 10; i += 1) bench.addTurn();
  const before = pieces(bench);
  expect(before).toBeGreaterThan(1);
  // The test’s clock advances by half a minute while the turns are taken.
  await bench.after(HOUR_MS - 60_000);
  expect(pieces(bench)).toBe(before);
  await bench.after(60_000);
  expect(pieces(bench)).toBe(1);
  bench.maintenance.stop();
  bench.store.close();
});
