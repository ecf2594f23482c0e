// Kills, floods, full and read-only disks: nothing that a hook could write is lost, nothing is there twice.
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundleScript } from '../helpers/bundle.ts';
import { bash, fixtureSession, payload, prompt, stop, TranscriptFixture } from '../helpers/payloads.ts';
import { createScratch, hookCommand, PLUGIN, run, type Scratch, waitFor } from '../helpers/scratch.ts';
import { flood, torture } from '../helpers/torture.ts';

const QUIET = { code: 0, stdout: '', stderr: '' };

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => scratch.dispose());

describe('many hooks and killed workers', () => {
  it('64 hooks at once', async () => {
    expect(await flood(scratch, 64)).toEqual({ loud: 0, stored: 64 });
  });

  it('20 kills during 500 events', { timeout: 180_000 }, async () => {
    const result = await torture(scratch, 500, 20, 42);
    expect(result).toMatchObject({ sent: 500, kills: 20, loud: 0, missing: [], doubled: [] });
  });
});

describe('a disk that does not take anything', () => {
  /** Runs a hook in a mount namespace of its own, in which the home folder is prepared by `mount`. */
  const hookIn = (mount: string, event: string, body: object) => {
    const { command, args, env } = hookCommand(event, PLUGIN);
    const script = `${mount}; exec "$@"`;
    const all = ['-Urm', 'sh', '-ec', script, 'sh', command, ...args];
    return run('unshare', all, { ...scratch.env, ...env }, JSON.stringify(body));
  };

  it.each([
    [
      'full',
      'mount -t tmpfs -o size=64k tmpfs "$HOME"; mkdir -p "$HOME/.c-mem/spool"; head -c 1m /dev/zero >"$HOME/fill" 2>/dev/null || true',
    ],
    ['read-only', 'mount --bind "$HOME" "$HOME"; mount -o remount,ro,bind "$HOME"'],
  ])('%s: no hook says a word, and the transcript brings everything back', async (_name, mount) => {
    const session = fixtureSession('/home/dev/shop', join(scratch.home, 'projects', 'w', 'x.jsonl'));
    new TranscriptFixture(session)
      .user('mend it', 'p1')
      .call('t1', 'Bash', { command: 'x' })
      .result('t1', { stdout: 'y'.repeat(100) })
      .says('done')
      .write();
    expect(await hookIn(mount, 'SessionStart', payload(session, 'SessionStart', { source: 'startup' }))).toEqual(QUIET);
    expect(await hookIn(mount, 'UserPromptSubmit', prompt(session, 'mend it', { prompt_id: 'p1' }))).toEqual(QUIET);
    expect(await hookIn(mount, 'PostToolUse', bash(session, 'x', 'y'.repeat(20_000), { tool_use_id: 't1' }))).toEqual(
      QUIET,
    );
    expect(await hookIn(mount, 'Stop', stop(session, 'done'))).toEqual(QUIET);
    expect(existsSync(scratch.paths.spool)).toBe(false);

    // The disk is well again: the next hook of that session is enough.
    await scratch.hook('SessionEnd', payload(session, 'SessionEnd', { reason: 'other' }));
    await scratch.cli(['worker', 'start']);
    await waitFor(async () => (await scratch.status()).events === 4, 'prompt, call, message and end');
    expect((await scratch.status()).prompts).toBe(1);
  });

  it('fills up under the worker: everything waits in the spool and goes in when there is room', {
    timeout: 120_000,
  }, async () => {
    const script = bundleScript(scratch.home, `import 'TEST/helpers/full-disk.ts';`);
    const ran = await run('unshare', ['-Urm', process.execPath, script], scratch.env);
    expect(ran.stderr).toBe('');
    const seen = JSON.parse(ran.stdout) as Record<
      'sent' | 'whileFull' | 'waiting' | 'loud' | 'ingested' | 'spool' | 'quarantine',
      number
    >;
    // Some hooks could write and the worker could not take their events: those are what this is about.
    expect(seen.waiting).toBeGreaterThan(0);
    expect(seen.whileFull + seen.waiting).toBeLessThan(seen.sent);
    expect(seen).toMatchObject({ loud: 0, spool: 0, quarantine: 0, ingested: seen.whileFull + seen.waiting });
  });
});

it('a folder that others could read is closed to them', async () => {
  mkdirSync(scratch.paths.home, { recursive: true });
  chmodSync(scratch.paths.home, 0o755);
  await scratch.cli(['worker', 'start']);
  expect(statSync(scratch.paths.home).mode & 0o777).toBe(0o700);
  const open = readdirSync(scratch.paths.home, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0);
  expect(open).toEqual([]);
});
