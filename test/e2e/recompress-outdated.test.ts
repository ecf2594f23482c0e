// A store that the version before left behind: the worker offers to recompress it, and the command does.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { COMPRESSOR_VERSION } from '../../src/compress/embedded/compress.ts';
import { createScratch, ROOT, type Scratch, waitFor } from '../helpers/scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
  mkdirSync(scratch.paths.home, { recursive: true, mode: 0o700 });
  const saved = readFileSync(join(ROOT, 'test', 'fixtures', 'stores', 'schema-6.db.gz'));
  writeFileSync(scratch.paths.database, gunzipSync(saved), { mode: 0o600 });
});
afterEach(() => scratch.dispose());

const OFFER = '1 turn was compressed by an older version';
const ADVICE = 'Run `c-mem recompress --outdated` to improve their titles and facts.';
const made = () =>
  scratch.rows<{ title: string; facts: string; compressor: number | null }>(
    'select title, facts, compressor from observations join jobs on jobs.id = job_id order by observations.id',
  );
const recompress = (...args: string[]) => scratch.cli(['recompress', '--outdated', ...args]);

it('is offered once the worker has upgraded the store, done beside the worker, and not offered again', async () => {
  expect((await recompress('--dry-run')).stderr).toContain('c-mem worker restart');
  await scratch.cli(['worker', 'start']);
  const status = async () => (await scratch.cli(['status'])).stdout;
  await waitFor(async () => (await status()).includes(OFFER), 'the offer');
  expect(await status()).toContain(ADVICE);
  expect((await scratch.cli(['doctor', '--no-probe'])).stdout).toMatch(new RegExp(`tip +memories +${OFFER}`));
  const [old] = made();
  expect(old).toMatchObject({ compressor: null });

  expect((await recompress('--dry-run')).stdout).toBe(
    `${OFFER}. Recompressing takes about 1 s and uses no model.\nNothing was changed.\n`,
  );
  expect(await recompress()).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
  expect(made()).toEqual([old]);

  expect((await recompress('--yes')).stdout).toBe('1 turn recompressed: 1 observation.\n');
  const [redone] = made();
  expect(redone).toMatchObject({ compressor: COMPRESSOR_VERSION, title: expect.stringMatching(/cents/) });
  expect(redone?.facts).not.toBe(old?.facts);
  expect(await status()).not.toContain(OFFER);
  expect((await recompress('--yes')).stdout).toMatch(/^Nothing to recompress/);
  expect(JSON.parse((await recompress('--yes', '--json')).stdout)).toEqual({ done: true, turns: 0 });
}, 60_000);

it('works without a worker, and asks no model even if one is configured', async () => {
  await scratch.cli(['config', 'set', 'provider', 'openai']);
  await scratch.cli(['config', 'set', 'baseUrl', 'http://127.0.0.1:9/v1']);
  expect(JSON.parse((await recompress('--yes', '--json')).stdout)).toMatchObject({ done: true, turns: 1, failed: 0 });
  expect(made()).toMatchObject([{ compressor: COMPRESSOR_VERSION }]);
  expect(scratch.rows('select 1 from usage')).toEqual([]);
}, 60_000);

it('install mentions it in one line', async () => {
  const { stdout } = await scratch.cli(['install', '--yes', '--host', 'claude-code']);
  expect(stdout.split('\n')).toContain(`${OFFER}. ${ADVICE}`);
}, 60_000);
