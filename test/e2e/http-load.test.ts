// Hosts by the dozen while the worker is killed: what was acknowledged is there, once.
import { expect, it } from 'vitest';
import { freePort, load } from '../helpers/http-load.ts';
import { createScratch } from '../helpers/scratch.ts';

it('32 write, 8 read, 20 listen, the worker dies 3 times: nothing is lost, nothing is double', {
  timeout: 120_000,
}, async () => {
  const scratch = createScratch();
  const port = await freePort();
  Object.assign(scratch.env, { C_MEM_PORT: String(port), C_MEM_LOG_LEVEL: 'info' });
  const options = { writers: 32, readers: 8, listeners: 20, writes: 4000, kills: 3 };
  const result = await load(scratch, port, options);
  await scratch.dispose();
  expect(result).toMatchObject({ missing: 0, doubled: 0 });
  expect(result.acknowledged).toBeGreaterThanOrEqual(4000);
  expect(result.kills).toBeGreaterThan(0);
  expect(result.changes).toBeGreaterThan(0);
});
