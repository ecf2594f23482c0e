// It must not say that all is well when it is not: status, doctor and the viewer judge by the same evidence.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { doctor, host, scratch, session, status, useHealthBench, viewer, wrong } from '../helpers/health-bench.ts';
import { prompt } from '../helpers/payloads.ts';
import { killAndWait, processesOf, ROOT, run, waitFor } from '../helpers/scratch.ts';

useHealthBench();

describe('one judgment', () => {
  it('says that it captures, with the age of the last event, and finds nothing wrong', async () => {
    await scratch.hook('UserPromptSubmit', prompt(session, 'hello'));
    await waitFor(async () => (await status()).events === 1, 'the event');
    expect(await status()).toMatchObject({ capturing: true, stoppedBy: null, problems: [] });
    const seen = await doctor();
    expect([seen.code, seen.capturing, wrong(seen.findings)]).toEqual([0, true, []]);
    expect(await viewer()).toMatchObject({ status: 'ok', capturing: true });
    const text = (await scratch.cli(['status'])).stdout;
    expect(text).toMatch(/Capturing {3}yes, last event (?:just now|\d+ s ago)/);
  });

  const lies: [string, string, string, () => void | Promise<void>][] = [
    [
      'settings that Claude Code cannot parse',
      'Claude Code cannot read',
      'Remove the comments',
      () => writeFileSync(host(), readFileSync(host(), 'utf8').replace('{', '{ // mine\n')),
    ],
    ['the plugin switched off', 'is not enabled', 'c-mem install', () => writeFileSync(host(), '{}')],
    [
      'the program moved away',
      'is no longer in',
      'c-mem install',
      async () => {
        const copy = join(scratch.home, 'program');
        for (const part of ['plugin', '.claude-plugin', 'package.json'])
          cpSync(join(ROOT, part), join(copy, part), { recursive: true });
        symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
        await run(
          process.execPath,
          [join(copy, 'plugin', 'dist', 'c-mem.cjs'), 'install', '--yes', '--host', 'claude-code'],
          scratch.env,
        );
        renameSync(copy, `${copy}-elsewhere`);
      },
    ],
    ['a pause', 'paused', 'c-mem resume', async () => void (await scratch.cli(['pause']))],
  ];
  it.each(lies)('%s: nothing is captured, and all three say so', async (_name, message, fix, spoil) => {
    await scratch.cli(['worker', 'start']);
    await waitFor(() => existsSync(scratch.paths.port), 'the port');
    await spoil();
    const { capturing, stoppedBy } = await status();
    expect([capturing, stoppedBy?.message, stoppedBy?.fix]).toEqual([
      false,
      expect.stringContaining(message),
      expect.stringContaining(fix),
    ]);
    const seen = await doctor();
    expect([seen.code, seen.capturing]).toEqual([1, false]);
    const page = await viewer();
    expect(page).toMatchObject({ status: 'troubled', capturing: false });
    expect(page.findings.find(({ message: said }) => said === stoppedBy?.message)).toBeDefined();
    expect((await scratch.cli(['status'])).stdout).toContain('Capturing   NO: ');
  });

  it('C_MEM_DISABLE, and a data folder that cannot be written to', async () => {
    expect(await status({ C_MEM_DISABLE: '1' })).toMatchObject({
      capturing: false,
      stoppedBy: { message: 'C_MEM_DISABLE is set in this environment' },
    });
    for (const pid of processesOf(scratch.home)) await killAndWait(pid, 'SIGKILL');
    rmSync(scratch.paths.home, { recursive: true });
    // Root may write to any folder; nobody may write into a file.
    writeFileSync(scratch.paths.home, '');
    expect(await status()).toMatchObject({ capturing: false, stoppedBy: { check: 'data folder' } });
    rmSync(scratch.paths.home);
    if (process.getuid?.() !== 0) {
      mkdirSync(scratch.paths.home, { mode: 0o500 });
      expect(await status()).toMatchObject({ capturing: false, stoppedBy: { check: 'data folder' } });
      chmodSync(scratch.paths.home, 0o700);
    }
  });

  it('sessions of Claude Code that no hook told of', async () => {
    const folder = join(scratch.home, '.claude', 'projects', '-shop');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'a.jsonl');
    writeFileSync(file, '{}\n');
    const isHeard = async () => !(await status()).problems.some(({ check }) => check === 'address');
    await waitFor(isHeard, 'the worker to listen');
    expect((await status()).problems).toMatchObject([
      { check: 'capture', message: expect.stringContaining('Claude Code was in use just now') },
    ]);
    // Long ago, in a pause, or in a project that is excluded, it means nothing.
    const old = Date.now() / 1000 - 30 * 24 * 3600;
    utimesSync(file, old, old);
    expect((await status()).problems).toEqual([]);
    const now = Date.now() / 1000;
    utimesSync(file, now, now);
    await scratch.cli(['config', 'set', 'excludeProjects', '/shop']);
    expect((await status()).problems).toEqual([]);
  });

  it('a port file that names somebody else', async () => {
    await scratch.cli(['worker', 'start']);
    await waitFor(() => existsSync(scratch.paths.port), 'the port');
    // The worker looks after the file itself, when it starts and then every quarter of a minute.
    await new Promise((done) => setTimeout(done, 1500));
    const told: (string | undefined)[] = [];
    let answer = (res: ServerResponse): unknown => res.end('{"pid": 1}');
    const other = createServer((req, res) => {
      told.push(req.headers.authorization);
      answer(res);
    });
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    writeFileSync(scratch.paths.port, `${(other.address() as AddressInfo).port}\n`);
    const isNoticed = async () =>
      expect((await status()).problems).toMatchObject([
        {
          check: 'address',
          message: expect.stringContaining('does not respond at'),
          fix: 'Run `c-mem worker restart`.',
        },
      ]);
    await isNoticed();
    answer = (res) => res.write('{"pid": ');
    await isNoticed();
    answer = (res) => {
      const timer = setInterval(() => res.write(' '.repeat(50_000)), 5);
      res.on('close', () => clearInterval(timer));
    };
    await isNoticed();
    // It is not ours, so it must not learn the token.
    expect(new Set(told)).toEqual(new Set([undefined]));
    other.close();
    other.closeAllConnections();
    await scratch.cli(['worker', 'restart']);
    await waitFor(async () => (await status()).problems.length === 0, 'the right port');
  });
});
