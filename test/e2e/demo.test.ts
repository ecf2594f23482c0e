// `npm start`: what a visitor sees first.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, run } from '../helpers/scratch.ts';

it('replays a session, shows what the next one will know, and leaves nothing running', async () => {
  const { PATH = '', HOME = '' } = process.env;
  const { code, stdout, stderr } = await run(process.execPath, [join(ROOT, 'scripts', 'demo.mjs')], { PATH, HOME });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('## Where we left off');
  expect(stdout).toContain('Capturing   yes, last event');
  expect(stdout).not.toContain('hunter2');
});
