// B2 at full size: 200 kills of the worker at random moments during a stream of 5,000 events.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createScratch, type Scratch } from '../helpers/scratch.ts';
import { flood, torture } from '../helpers/torture.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => scratch.dispose());

it('200 kills during 5,000 events: none lost, none doubled', async () => {
  const seed = Number(process.env['C_MEM_SEED'] ?? Date.now() % 100_000);
  const start = Date.now();
  const result = await torture(scratch, 5000, 200, seed);
  console.log(JSON.stringify({ seed, seconds: Math.round((Date.now() - start) / 1000), ...result }));
  expect(result).toMatchObject({ sent: 5000, kills: 200, loud: 0, missing: [], doubled: [] });
});

it('64 hooks at once, twenty times over', async () => {
  for (let round = 0; round < 20; round += 1) expect(await flood(scratch, 64)).toEqual({ loud: 0, stored: 64 });
});
