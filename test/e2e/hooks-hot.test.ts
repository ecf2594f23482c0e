// The hot hooks as the client runs them: the commands of hooks.json, real processes, real files, no Node.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BASE,
  DOOR,
  HOT,
  has,
  pathWith,
  pretendWorker,
  QUIET,
  scratch,
  session,
  spooled,
  useHookBench,
  which,
} from '../helpers/hook-bench.ts';
import { bash, payload, prompt, stop } from '../helpers/payloads.ts';
import { filesContaining, hookCommand, PLUGIN, run, waitFor } from '../helpers/scratch.ts';

useHookBench();

describe('the hot hooks', () => {
  it('spool the host’s very bytes, privately, silently, under a header', async () => {
    const body = `${JSON.stringify(bash(session, 'echo "ü \\u001b[0m"', 'ü\n\t\u{1F600}'), null, 1)}\n`;
    for (const event of HOT) {
      expect(await scratch.hook(event, body, { CLAUDE_PROJECT_DIR: '/home/dev/my shop' })).toEqual(QUIET);
    }
    const files = spooled();
    expect(files.map((f) => f.header.event).sort()).toEqual([...HOT].sort());
    expect(new Set(files.map((f) => f.body))).toEqual(new Set([body]));
    expect(files[0]?.header).toMatchObject({
      version: 2,
      door: { host: 'claude-code', plugin: true },
      projectDir: '/home/dev/my shop',
    });
    for (const { name } of files) expect(statSync(join(scratch.paths.spool, name)).mode & 0o777).toBe(0o600);
    expect(statSync(scratch.paths.spool).mode & 0o777).toBe(0o700);
    expect(statSync(scratch.paths.home).mode & 0o777).toBe(0o700);
  });

  it('run no Node', async () => {
    const PATH = pathWith([...BASE, 'awk']);
    expect(await scratch.hook('PostToolUse', bash(session, 'ls', 'a'), { PATH })).toEqual(QUIET);
    expect(spooled()).toHaveLength(1);
  });

  it('write nothing of a payload with a private tag when Node cannot be run', async () => {
    const PATH = pathWith([...BASE, 'awk']);
    expect(await scratch.hook('PostToolUse', bash(session, 'ls', '<private>x</private>'), { PATH })).toEqual(QUIET);
    expect(spooled()).toEqual([]);
  });

  it('hand over to Node where there is no awk', async () => {
    const PATH = pathWith([...BASE, 'node']);
    expect(await scratch.hook('Stop', stop(session, 'done'), { PATH })).toEqual(QUIET);
    await waitFor(async () => (await scratch.status()).events === 1, 'the event');
  });

  it('are quiet with nothing on stdin, no home, a home that is a file, and a package half deleted', async () => {
    expect(await scratch.hook('Stop', '')).toEqual(QUIET);
    expect(spooled()).toEqual([]);
    const gone = join(scratch.home, 'gone');
    expect(await scratch.hook('Stop', stop(session, 'x'), { HOME: gone })).toEqual(QUIET);
    expect(existsSync(gone)).toBe(false);
    expect(await scratch.hook('UserPromptSubmit', prompt(session, 'x'), { HOME: gone })).toEqual(QUIET);
    expect(existsSync(gone)).toBe(false);
    expect(await scratch.hook('Stop', stop(session, 'x'), { HOME: '' })).toEqual(QUIET);
    writeFileSync(join(scratch.home, 'file'), '');
    expect(await scratch.hook('Stop', stop(session, 'x'), { C_MEM_HOME: join(scratch.home, 'file') })).toEqual(QUIET);
    expect(
      await scratch.hook('SessionStart', payload(session, 'SessionStart'), { C_MEM_HOME: join(scratch.home, 'file') }),
    ).toEqual(QUIET);
    const nowhere = join(scratch.home, 'no-plugin');
    for (const event of [...HOT, 'SessionStart', 'UserPromptSubmit']) {
      const { command, args } = hookCommand(event, PLUGIN);
      expect(await run(command, args, { ...scratch.env, CLAUDE_PLUGIN_ROOT: nowhere }, '{}')).toEqual(QUIET);
    }
  });

  it('are quiet with a Node hook that is no program any more', async () => {
    const plugin = join(scratch.home, 'plugin');
    execFileSync('cp', ['-r', PLUGIN, plugin]);
    writeFileSync(join(plugin, 'dist', 'hook.cjs'), 'this is ( not a program');
    for (const event of ['SessionStart', 'UserPromptSubmit', 'PostToolUse']) {
      const { command, args, env } = hookCommand(event, plugin);
      const body = JSON.stringify(bash(session, 'x', '<private>y</private>'));
      expect(await run(command, args, { ...scratch.env, ...env }, body)).toEqual(QUIET);
    }
    expect(spooled()).toEqual([]);
  });

  it('switched off, do nothing', async () => {
    expect(await scratch.hook('Stop', stop(session, 'x'), { C_MEM_DISABLE: '1' })).toEqual(QUIET);
    expect(await scratch.hook('UserPromptSubmit', prompt(session, 'x'), { C_MEM_DISABLE: '1' })).toEqual(QUIET);
    expect(existsSync(scratch.paths.home)).toBe(false);
  });

  it('take a folder with a line break in its name', async () => {
    await scratch.hook('Stop', stop(session, 'x'), { CLAUDE_PROJECT_DIR: '/a\nb' });
    expect(spooled()[0]?.header.projectDir).toBeNull();
  });

  const shells = ['dash', 'bash', 'ksh', 'busybox'].filter(has);
  const awks = ['mawk', 'gawk', 'original-awk', 'busybox'].filter(has);
  it(`work with every shell and awk here: ${shells.join(', ')} × ${awks.join(', ')}`, async () => {
    const plain = JSON.stringify(bash(session, 'x', `ü "quoted" \\ back <p>html</p> ${'y'.repeat(200_000)}`));
    const hidden = JSON.stringify(bash(session, 'x', 'a <Private>QZX</private> b'));
    for (const shell of shells) {
      for (const awk of awks) {
        const PATH = pathWith([...BASE, 'node'], { awk });
        // busybox tells by its name what it is to be
        const argv = shell === 'busybox' ? ['sh'] : [];
        const script = join(PLUGIN, 'scripts', 'spool.sh');
        const env = { ...scratch.env, PATH, C_MEM_HOME: join(scratch.home, `${shell}-${awk}`) };
        pretendWorker(env.C_MEM_HOME);
        expect(await run(which(shell), [...argv, script, 'PostToolUse', DOOR], env, plain)).toEqual(QUIET);
        const folder = join(env.C_MEM_HOME, 'spool');
        const [name] = readdirSync(folder);
        expect([
          shell,
          awk,
          readFileSync(join(folder, name as string), 'utf8')
            .split('\n')
            .slice(1)
            .join('\n'),
        ]).toEqual([shell, awk, plain]);
        expect(await run(which(shell), [...argv, script, 'PostToolUse', DOOR], env, hidden)).toEqual(QUIET);
        expect(readdirSync(folder)).toHaveLength(2);
        expect(filesContaining(env.C_MEM_HOME, 'QZX')).toEqual([]);
      }
    }
  });
});
