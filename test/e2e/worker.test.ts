// The worker as a process: one at a time, woken by events, gone without a trace when it is told to.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bash, fixtureSession, payload, prompt, stop, TranscriptFixture } from '../helpers/payloads.ts';
import {
  createScratch,
  isAlive,
  killAndWait,
  processesOf,
  ROOT,
  run,
  type Scratch,
  waitFor,
} from '../helpers/scratch.ts';
import { Sqlite } from '../helpers/sqlite.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => scratch.dispose());

const workerPid = async () => {
  const { pid } = (await scratch.status()).worker;
  if (pid === null) throw new Error('no worker runs');
  return pid;
};
const events = async (n: number) => waitFor(async () => (await scratch.status()).events === n, `${n} events`);

describe('starting and stopping', () => {
  it('start, status, restart, stop, each twice', async () => {
    expect((await scratch.cli(['worker', 'status'])).stdout).toBe('The worker is not running.\n');
    expect((await scratch.cli(['worker', 'stop'])).stdout).toBe('The worker is not running.\n');
    expect((await scratch.cli(['worker', 'start'])).stdout).toMatch(/^Started the worker\. Process \d+, .*\n$/);
    const pid = await workerPid();
    expect((await scratch.cli(['worker', 'start'])).stdout).toContain('The worker is already running.');
    expect(await workerPid()).toBe(pid);
    const after = JSON.parse((await scratch.cli(['worker', 'restart', '--json'])).stdout) as { pid: number };
    expect(after.pid).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
    expect((await scratch.cli(['worker', 'stop'])).stdout).toBe('Stopped the worker.\n');
    expect(processesOf(scratch.home)).toEqual([]);
    expect((await scratch.cli(['worker', 'logs', '--lines', '1'])).stdout).toContain('"worker ended"');
    expect((await scratch.cli(['worker', 'logs', '--lines', 'x'])).code).toBe(2);
    expect((await scratch.cli(['worker', 'fly'])).code).toBe(2);
  });

  it('twelve started at once leave one', async () => {
    const script = join(ROOT, 'dist', 'worker.cjs');
    for (let i = 0; i < 12; i += 1)
      spawn(process.execPath, [script], { env: scratch.env, detached: true, stdio: 'ignore' }).unref();
    await waitFor(() => processesOf(scratch.home).length === 12, 'twelve');
    await waitFor(() => processesOf(scratch.home).length === 1, 'one', 20_000);
    expect((await scratch.status()).worker.running).toBe(true);
  });

  it('a killed worker never blocks the next, whoever has its process id now', async () => {
    await scratch.cli(['worker', 'start']);
    await killAndWait(await workerPid(), 'SIGKILL');
    expect((await scratch.status()).worker).toMatchObject({ running: false, pid: null });
    // Its id belongs to somebody else now: a hook must not take that one for our worker.
    const other = spawn('sleep', ['60']);
    const info = JSON.parse(readFileSync(scratch.paths.workerInfo, 'utf8')) as object;
    writeFileSync(scratch.paths.workerInfo, JSON.stringify({ ...info, pid: other.pid }));
    rmSync(scratch.paths.workerAttempt, { force: true });
    await scratch.hook('UserPromptSubmit', prompt(fixtureSession('/w'), 'hello'));
    await events(1);
    expect((await scratch.status()).worker.pid).not.toBe(other.pid);
    expect(isAlive(other.pid as number)).toBe(true);
    other.kill();
  });

  it('is started by the Node hooks, not by the hot ones', async () => {
    const session = fixtureSession('/w');
    await scratch.hook('PostToolUse', bash(session, 'x', 'y'));
    await scratch.hook('Stop', stop(session, 'y'));
    expect(processesOf(scratch.home)).toEqual([]);
    await scratch.hook('SessionStart', payload(session, 'SessionStart', { source: 'startup' }));
    await events(3);
  });

  it('finishes what it holds on SIGTERM, and what comes while it ends is not forgotten', async () => {
    const session = fixtureSession('/w');
    await scratch.cli(['worker', 'start']);
    const pid = await workerPid();
    const hooks = Array.from({ length: 30 }, (_, i) => scratch.hook('UserPromptSubmit', prompt(session, `p${i}`)));
    await hooks[3];
    process.kill(pid, 'SIGTERM');
    await Promise.all(hooks);
    await waitFor(() => !isAlive(pid), 'the end of the worker');
    rmSync(scratch.paths.workerAttempt, { force: true });
    await scratch.hook('UserPromptSubmit', prompt(session, 'last'));
    await events(31);
  });

  it('ends when its folder is taken away', { timeout: 90_000 }, async () => {
    await scratch.cli(['worker', 'start']);
    const pid = await workerPid();
    rmSync(scratch.paths.home, { recursive: true });
    await waitFor(() => !isAlive(pid), 'the end of the worker', 60_000);
    expect(existsSync(scratch.paths.database)).toBe(false);
  });

  it('has no child, and tells what it does in a file', async () => {
    const session = fixtureSession(join(scratch.home, 'my-shop'));
    await scratch.hook('UserPromptSubmit', prompt(session, 'hello'));
    await events(1);
    const pid = await workerPid();
    expect(execFileSync('sh', ['-c', `cat /proc/${pid}/task/*/children`], { encoding: 'utf8' }).trim()).toBe('');
    expect(JSON.parse(readFileSync(scratch.paths.activity, 'utf8'))).toMatchObject({
      active: true,
      project: 'my-shop',
    });
  });
});

describe('waking up', () => {
  it('is told by the kernel, not by looking every ten seconds', async () => {
    const session = fixtureSession('/w');
    await scratch.cli(['worker', 'start']);
    await sleep(500);
    for (let i = 1; i <= 5; i += 1) {
      await scratch.hook('Stop', stop(session, `s${i}`));
      await waitFor(
        () => readFileSync(scratch.paths.workerLog, 'utf8').split('"ingested"').length > i,
        'the event',
        3000,
      );
    }
  });

  it('on start takes what waits and reads transcripts that grew meanwhile', async () => {
    const session = fixtureSession('/w', join(scratch.home, 'projects', 'w', 't.jsonl'));
    const transcript = new TranscriptFixture(session).user('one', 'p1').write();
    await scratch.hook('UserPromptSubmit', prompt(session, 'one', { prompt_id: 'p1' }));
    await events(1);
    await scratch.cli(['worker', 'stop']);
    transcript.call('t1', 'Bash', {}).result('t1', 'x').says('done').write();
    await scratch.cli(['worker', 'start']);
    await events(3);
  });
});

describe('settings', () => {
  it('a change is taken up while it runs; a bad one is told and does no harm', { timeout: 90_000 }, async () => {
    const session = fixtureSession('/w');
    mkdirSync(scratch.paths.home, { mode: 0o700 });
    writeFileSync(scratch.paths.settings, JSON.stringify({ fieldLimitKb: 'huge' }));
    await scratch.cli(['worker', 'start']);
    const status = await scratch.status();
    expect(status.problems[0]).toMatchObject({ check: 'settings', code: 'SETTING_INVALID' });
    expect(status.problems[0]?.message).toContain('fieldLimitKb');
    await scratch.cli(['config', 'unset', 'fieldLimitKb']);
    expect((await scratch.cli(['config', 'set', 'skipTools', 'Bash,Read'])).code).toBe(0);
    expect((await scratch.cli(['config', 'get', 'skipTools'])).stdout).toBe('[\n  "Bash",\n  "Read"\n]\n');
    await waitFor(
      () => /settings were read again/.test(readFileSync(scratch.paths.workerLog, 'utf8')),
      'the new settings',
      60_000,
    );
    await scratch.hook('PostToolUse', bash(session, 'x', 'y'));
    await scratch.hook('Stop', stop(session, 'x'));
    await events(1);
  });

  it('config refuses what is wrong and names it', async () => {
    const set = await scratch.cli(['config', 'set', 'logLevel', 'loud']);
    expect(set).toMatchObject({ code: 2, stdout: '' });
    expect(set.stderr).toContain('logLevel must be one of');
    expect((await scratch.cli(['config', 'set', 'nope', '1'])).stderr).toContain('There is no setting "nope"');
    mkdirSync(scratch.paths.home, { recursive: true });
    writeFileSync(scratch.paths.settings, '{ broken');
    expect((await scratch.cli(['config', 'set', 'idleMinutes', '5'])).stderr).toContain('is not a JSON object');
    expect(readFileSync(scratch.paths.settings, 'utf8')).toBe('{ broken');
  });
});

describe('status', () => {
  it('on an untouched machine makes nothing, and reads well', async () => {
    const ran = await scratch.cli(['status']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toContain('Captured    0 events in 0 sessions, 0 prompts');
    expect(existsSync(scratch.paths.home)).toBe(false);
  });

  it('tells of a store that is newer, and of one that is none', async () => {
    mkdirSync(scratch.paths.home, { recursive: true });
    writeFileSync(scratch.paths.database, 'no database at all '.repeat(100));
    expect((await scratch.status()).problems.map(({ code }) => code)).toContain('STORE_NOT_A_DATABASE');
  });

  it('a session that is heard of again lives, however long it was silent', async () => {
    const session = fixtureSession('/w');
    mkdirSync(scratch.paths.spool, { recursive: true });
    const put = (name: string, event: string, body: object, ageHours: number) => {
      const file = join(scratch.paths.spool, name);
      writeFileSync(file, `c-mem-spool 1 ${event} /w\n${JSON.stringify(body)}`);
      const at = Date.now() / 1000 - ageHours * 3600;
      utimesSync(file, at, at);
    };
    put('old.json', 'UserPromptSubmit', prompt(session, 'x'), 30);
    await scratch.cli(['worker', 'start']);
    await events(1);
    await scratch.cli(['worker', 'stop']);
    put('new.json', 'PostToolUse', bash(session, 'x', 'y'), 0);
    await scratch.cli(['worker', 'start']);
    await events(2);
    const db = new Sqlite(scratch.paths.database, { readonly: true });
    expect(db.prepare('select status from sessions').get()).toEqual({ status: 'active' });
    db.close();
  });

  it('a setting’s value is not quoted in the log', async () => {
    mkdirSync(scratch.paths.home, { mode: 0o700 });
    writeFileSync(scratch.paths.settings, JSON.stringify({ redactPatterns: ['Hunter2-Sw0rdfish'] }));
    await scratch.cli(['worker', 'start']);
    const log = await waitFor(
      () =>
        /a setting is not usable/.test(readFileSync(scratch.paths.workerLog, 'utf8')) &&
        readFileSync(scratch.paths.workerLog, 'utf8'),
      'the log',
    );
    expect(log).toContain('redactPatterns');
    expect(log).not.toContain('Hunter2');
  });

  it('a session silent for a day is interrupted', async () => {
    const session = fixtureSession('/w');
    mkdirSync(scratch.paths.spool, { recursive: true });
    const file = join(scratch.paths.spool, 'old.json');
    writeFileSync(file, `c-mem-spool 1 UserPromptSubmit /w\n${JSON.stringify(prompt(session, 'x'))}`);
    const old = Date.now() / 1000 - 25 * 3600;
    utimesSync(file, old, old);
    await scratch.cli(['worker', 'start']);
    await events(1);
    await scratch.cli(['worker', 'restart']);
    await waitFor(
      () => /silent sessions count as interrupted/.test(readFileSync(scratch.paths.workerLog, 'utf8')),
      'the session to be interrupted',
    );
  });

  it('wrong commands get help, not a stack', async () => {
    const ran = await run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), 'statsu'], scratch.env);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toBe(
      'c-mem: Unknown command "statsu".\nDid you mean `c-mem status`? Run `c-mem --help` to see all commands.\n',
    );
    const help = (await scratch.cli(['--help'])).stdout;
    expect(help).toContain('status');
    expect(help).not.toContain('\u001b');
    expect((await scratch.cli(['worker', '--help'])).stdout).toContain('restart');
    expect((await scratch.cli(['--version'])).stdout).toBe(
      `${(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version}\n`,
    );
    expect((await scratch.cli(['hook', '--help'])).stdout).toContain('session-start');
  });
});
