// Files that vanish under a running worker, and a store that needs a repair: it is noticed and told.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { scratch, session, status, useHealthBench } from '../helpers/health-bench.ts';
import { bash, prompt, stop, TranscriptFixture } from '../helpers/payloads.ts';
import { isAlive, waitFor } from '../helpers/scratch.ts';

useHealthBench();

describe('files that vanish under a running worker', () => {
  it('the database: it is noticed and repaired, and the worker says so', { timeout: 90_000 }, async () => {
    new TranscriptFixture(session).user('one', 'p1').says('done').write();
    await scratch.hook('UserPromptSubmit', prompt(session, 'one', { prompt_id: 'p1' }));
    await scratch.hook('PostToolUse', bash(session, 'ls', 'x', { prompt_id: 'p1' }));
    await scratch.hook('Stop', stop(session, 'done', { prompt_id: 'p1' }));
    await waitFor(async () => (await status()).events >= 3, 'the events');
    expect((await scratch.cli(['backup'])).code).toBe(0);
    const { pid } = (await status()).worker;
    for (const suffix of ['', '-wal', '-shm']) rmSync(scratch.paths.database + suffix, { force: true });
    // At once: not "nothing captured yet".
    const gone = await status();
    expect(gone.problems.map(({ check }) => check)).toEqual(expect.arrayContaining(['worker']));
    // An event that comes now is not written into a file that nobody sees.
    await scratch.hook('UserPromptSubmit', prompt(session, 'two', { prompt_id: 'p2' }));
    await waitFor(async () => (await status()).events >= 4, 'the old events and the new one', 60_000);
    await waitFor(() => !isAlive(pid), 'the end of the worker that lost its file');
    const { problems } = await status();
    expect(problems).toMatchObject([{ check: 'repair', message: expect.stringContaining('it was gone') }]);
    expect(scratch.rows('select text from prompts order by number')).toEqual([{ text: 'one' }, { text: 'two' }]);
  });

  it('a worker that can be seen has written all that it writes at its start', { timeout: 90_000 }, async () => {
    const { home, workerInfo } = scratch.paths;
    rmSync(join(home, 'launcher'), { recursive: true });
    const started = scratch.cli(['worker', 'start']);
    while (!existsSync(workerInfo)) await setImmediate();
    expect(existsSync(join(home, 'launcher', 'c-mem'))).toBe(true);
    await started;
  });

  it('the whole data folder: somebody deleted it, and it stays deleted', { timeout: 90_000 }, async () => {
    await scratch.cli(['worker', 'start']);
    const { pid } = (await status()).worker;
    rmSync(scratch.paths.home, { recursive: true });
    await waitFor(() => !isAlive(pid), 'the end of the worker', 60_000);
    expect(existsSync(scratch.paths.home)).toBe(false);
  });
});

describe('the host’s Setup', () => {
  it('tells the user that a repair is needed, and how; else nothing', async () => {
    const setup = { ...prompt(session, ''), hook_event_name: 'Setup', trigger: 'maintenance' };
    expect(await scratch.hook('Setup', setup)).toEqual({ code: 0, stdout: '', stderr: '' });
    await scratch.cli(['worker', 'stop']);
    writeFileSync(scratch.paths.database, 'not a database '.repeat(500));
    const told = await scratch.hook('Setup', setup);
    expect([told.code, told.stderr]).toEqual([0, '']);
    expect(JSON.parse(told.stdout)).toEqual({
      systemMessage: expect.stringMatching(/^C-Mem: .* is not a database\. Run `c-mem worker restart`/),
    });
  });
});
