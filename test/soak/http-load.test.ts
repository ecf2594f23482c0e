// The same for longer: twenty kills of the worker.
import { expect, it } from 'vitest';
import { freePort, load } from '../helpers/http-load.ts';
import { createScratch } from '../helpers/scratch.ts';

it('32 write, 8 read, 20 listen, 20 kills: nothing is lost, nothing is double', { timeout: 600_000 }, async () => {
  const scratch = createScratch();
  const port = await freePort();
  Object.assign(scratch.env, { C_MEM_PORT: String(port), C_MEM_LOG_LEVEL: 'info' });
  const result = await load(scratch, port, { writers: 32, readers: 8, listeners: 20, writes: 40_000, kills: 20 });
  await scratch.dispose();
  console.log(result);
  expect(result).toMatchObject({ kills: 20, missing: 0, doubled: 0 });
});
