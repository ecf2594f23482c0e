// It must not say that all is well when it is not: status, doctor and the viewer judge by the same evidence.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bash, fixtureSession, prompt, type SessionFixture, stop, TranscriptFixture } from '../helpers/payloads.ts';
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
import { configure, sendTurn } from '../helpers/turns.ts';

interface Finding {
  check: string;
  state: string;
  message: string;
  fix: string | null;
}

let scratch: Scratch;
let session: SessionFixture;
beforeEach(async () => {
  scratch = createScratch();
  const folder = join(scratch.home, 'shop');
  mkdirSync(folder);
  session = fixtureSession(folder, join(scratch.home, 'projects', 'shop', 't.jsonl'));
  expect((await scratch.cli(['install', '--yes'])).code).toBe(0);
});
afterEach(() => scratch.dispose());

const status = async (env: Record<string, string> = {}) =>
  JSON.parse(
    (await run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), 'status', '--json'], { ...scratch.env, ...env }))
      .stdout,
  ) as { capturing: boolean; stoppedBy: Finding | null; problems: Finding[]; events: number; worker: { pid: number } };
const doctor = async (...more: string[]) => {
  const { code, stdout } = await scratch.cli(['doctor', '--json', ...more]);
  return { code, ...(JSON.parse(stdout) as { capturing: boolean; findings: Finding[] }) };
};
/** What the viewer's page is made from. */
const viewer = async () => {
  const port = readFileSync(scratch.paths.port, 'utf8').trim();
  const token = readFileSync(scratch.paths.token, 'utf8').trim();
  const reply = await fetch(`http://127.0.0.1:${port}/api/health`, { headers: { authorization: `Bearer ${token}` } });
  return (await reply.json()) as { status: string; capturing: boolean; findings: Finding[] };
};
const host = () => join(scratch.home, '.claude', 'settings.json');
const wrong = (findings: Finding[]) => findings.filter(({ state }) => state !== 'ok');

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
        for (const part of ['dist', 'plugin', '.claude-plugin', 'package.json'])
          cpSync(join(ROOT, part), join(copy, part), { recursive: true });
        symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
        await run(process.execPath, [join(copy, 'dist', 'c-mem.cjs'), 'install', '--yes'], scratch.env);
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

describe('what doctor sends', () => {
  it('goes through hook, spool and ledger, and leaves nothing behind', async () => {
    await scratch.hook('UserPromptSubmit', prompt(session, 'hello'));
    await waitFor(async () => (await status()).events === 1, 'the event');
    const count = () =>
      scratch.rows(
        'select (select count(*) from sessions) s, (select count(*) from events) e, (select count(*) from projects) p, (select count(*) from jobs) j, (select count(*) from prompts) t, (select count(*) from transcripts) r',
      );
    const before = count();
    const { findings } = await doctor();
    expect(findings.find(({ check }) => check === 'probe')).toMatchObject({ state: 'ok' });
    expect(count()).toEqual(before);
    expect(readdirSync(scratch.paths.spool)).toEqual([]);
    expect(existsSync(scratch.paths.probe)).toBe(false);
  });

  it('tells where it got stuck', async () => {
    const plugin = join(scratch.home, 'program');
    for (const part of ['dist', 'plugin', '.claude-plugin', 'package.json'])
      cpSync(join(ROOT, part), join(plugin, part), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(plugin, 'node_modules'));
    await run(process.execPath, [join(plugin, 'dist', 'c-mem.cjs'), 'install', '--yes'], scratch.env);
    writeFileSync(join(plugin, 'plugin', 'scripts', 'spool.sh'), 'exit 0\n');
    const { code, findings } = await doctor();
    expect(code).toBe(1);
    expect(findings.find(({ check }) => check === 'probe')).toMatchObject({
      state: 'fault',
      message: expect.stringContaining('did not reach the ledger'),
    });
  });

  it('to the model: a question for its list of models, and nothing that costs', async () => {
    const asked: string[] = [];
    const server = createServer((req, res) => {
      asked.push(`${req.method} ${req.url}`);
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"small"},{"id":"large"}]}');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    configure(scratch, { provider: 'openai', apiKey: 'k-123', baseUrl, model: 'small' });
    const good = await doctor();
    expect(good.findings.find(({ check }) => check === 'model')).toMatchObject({ state: 'ok' });
    configure(scratch, { provider: 'openai', apiKey: 'k-123', baseUrl, model: 'unheard-of' });
    const bad = await doctor('--no-probe');
    expect(bad.findings.find(({ check }) => check === 'model')).toBeUndefined();
    expect((await doctor()).findings.find(({ check }) => check === 'model')).toMatchObject({
      state: 'warning',
      fix: expect.stringContaining('config set model'),
    });
    expect(new Set(asked)).toEqual(new Set(['GET /v1/models']));
    await new Promise((done) => server.close(done));
    expect((await doctor()).findings.find(({ check }) => check === 'model')).toMatchObject({
      state: 'fault',
      message: expect.stringContaining('ECONNREFUSED'),
      fix: expect.stringContaining(`Start the server at ${baseUrl}`),
    });
  });
});

describe('a model that cannot be asked', () => {
  it.each([
    [
      'nobody listens',
      'http://127.0.0.1:1/v1',
      'no connection to http://127.0.0.1:1 (ECONNREFUSED)',
      'Start the server',
    ],
    ['a port that is forbidden', 'http://127.0.0.1:9/v1', 'is not a usable address (bad port)', 'config set baseUrl'],
  ])(
    '%s: it is told, with the remedy, and nothing is charged',
    { timeout: 90_000 },
    async (_name, baseUrl, message, fix) => {
      configure(scratch, { provider: 'openai', apiKey: 'k-123', baseUrl, model: 'm' });
      // Port 1 is forbidden as well: one that is free and was just given back is not.
      if (baseUrl.includes(':1/')) {
        const server = createServer();
        await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
        const { port } = server.address() as AddressInfo;
        await new Promise((done) => server.close(done));
        configure(scratch, { provider: 'openai', apiKey: 'k-123', baseUrl: `http://127.0.0.1:${port}/v1`, model: 'm' });
        message = message.replace(':1 ', `:${port} `);
      }
      await scratch.cli(['worker', 'start']);
      for (const turn of [1, 2]) sendTurn(scratch, session, turn, 2);
      const problem = await waitFor(
        async () => (await status()).problems.find(({ check }) => check === 'provider'),
        'the notice',
        60_000,
      );
      expect(problem.message).toContain(message);
      expect(problem.fix).toContain(fix);
      expect(
        scratch.rows('select sum(tokens_in + tokens_out) as tokens, sum(coalesce(cost_usd, 0)) as usd from usage'),
      ).toEqual([{ tokens: 0, usd: 0 }]);
      // The work is done all the same.
      await waitFor(
        () => scratch.rows<{ n: number }>('select count(*) as n from summaries')[0]?.n === 2,
        'both turns',
        60_000,
      );
    },
  );
});

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

describe('switched off on purpose', () => {
  const settle = async () => {
    // What comes last has been taken, so everything before it has been seen.
    await scratch.hook('PostToolUse', bash(fixtureSession('/elsewhere'), 'marker', 'x'), {
      CLAUDE_PROJECT_DIR: '/elsewhere',
    });
    await waitFor(
      () =>
        existsSync(scratch.paths.database) &&
        scratch.rows("select 1 from sessions where folder = '/elsewhere'").length > 0,
      'the marker',
    );
  };
  const told = () => scratch.rows<{ text: string }>('select text from prompts order by id').map(({ text }) => text);

  it('paused, nothing is written, and the transcript does not bring it back', async () => {
    const transcript = new TranscriptFixture(session).user('before', 'p1').write();
    await scratch.hook('UserPromptSubmit', prompt(session, 'before', { prompt_id: 'p1' }));
    await waitFor(async () => (await status()).events === 1, 'the event');
    await scratch.cli(['pause']);
    for (const [event, body] of [
      ['UserPromptSubmit', prompt(session, 'QZX meanwhile', { prompt_id: 'p2' })],
      ['PostToolUse', bash(session, 'QZX', 'QZX', { prompt_id: 'p2' })],
      ['SessionStart', { ...prompt(session, ''), hook_event_name: 'SessionStart', source: 'resume' }],
    ] as const)
      expect(await scratch.hook(event, body)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readdirSync(scratch.paths.spool)).toEqual([]);
    const paused = new Date().toISOString();
    transcript.user('QZX meanwhile', 'p2', { timestamp: paused }).says('QZX answer', { timestamp: paused }).write();
    await new Promise((done) => setTimeout(done, 20));
    expect((await scratch.cli(['resume'])).stdout).toContain('Resumed after');
    const after = new Date(Date.now() + 1).toISOString();
    transcript.user('after', 'p3', { timestamp: after }).says('fine', { timestamp: after }).write();
    await scratch.hook('UserPromptSubmit', prompt(session, 'after', { prompt_id: 'p3' }));
    await scratch.hook('Stop', stop(session, 'fine', { prompt_id: 'p3' }));
    await settle();
    await waitFor(() => told().length === 2, 'the second prompt');
    expect(told()).toEqual(['before', 'after']);
    expect(execFileSync('sh', ['-c', `grep -rl QZX "${scratch.paths.home}" || true`], { encoding: 'utf8' })).toBe('');
  });

  it('an excluded project counts from the very next hook on, by folder and by pattern', async () => {
    await scratch.cli(['worker', 'start']);
    const here = { CLAUDE_PROJECT_DIR: session.cwd };
    expect((await scratch.cli(['projects', '--exclude', session.cwd])).stdout).toContain(
      'takes effect with the next hook',
    );
    await scratch.hook('UserPromptSubmit', prompt(session, 'secret'), here);
    await scratch.hook('PostToolUse', bash(session, 'secret', 'x'), here);
    expect(readdirSync(scratch.paths.spool)).toEqual([]);
    expect((await scratch.cli(['projects', '--include', session.cwd])).code).toBe(0);
    await scratch.hook('UserPromptSubmit', prompt(session, 'again'), here);
    await settle();
    expect(told()).toEqual(['again']);
    // Only ingestion can judge a pattern; it does so with the settings as they are now.
    await scratch.cli(['config', 'set', 'excludeProjects', join(scratch.home, 'sh?p')]);
    await scratch.hook('UserPromptSubmit', prompt(session, 'hidden'), here);
    await waitFor(() => readdirSync(scratch.paths.spool).length === 0, 'the spool');
    await settle();
    expect(told()).toEqual(['again']);
    expect(statSync(scratch.paths.settings).mode & 0o777).toBe(0o600);
  });
});
