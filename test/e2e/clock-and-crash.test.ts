// Hard ground: a clock that jumps, a machine that sleeps, everything killed at once, two versions side by side.
import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { liveWorker } from '../../src/process/worker-file.ts';
import { bundleScript } from '../helpers/bundle.ts';
import { startModelServer } from '../helpers/model-server.ts';
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
import { generator } from '../helpers/torture.ts';

const QUIET = { code: 0, stdout: '', stderr: '' };
const DAY = 24 * 3600_000;
let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => scratch.dispose());

const rows = <T>(query: string) => scratch.rows<T>(query);

describe('a clock that jumps', () => {
  it('days ahead, days back: every event is kept once, and every turn becomes memories', {
    timeout: 120_000,
  }, async () => {
    const offset = join(scratch.home, 'offset');
    writeFileSync(offset, '0');
    await scratch.cli(['status']);
    const worker = spawn(
      process.execPath,
      [
        '--require',
        join(ROOT, 'test', 'helpers', 'jumping-clock.cjs'),
        join(ROOT, 'dist', 'worker.cjs'),
        '--foreground',
      ],
      { env: { ...scratch.env, CLOCK_OFFSET_FILE: offset }, stdio: 'ignore' },
    );
    await waitFor(() => liveWorker(scratch.paths.workerInfo), 'the worker');
    const session = fixtureSession('/home/dev/shop');
    for (const [index, days] of [0, 3, -4, 0].entries()) {
      writeFileSync(offset, String(days * DAY));
      await sleep(50);
      const id = { prompt_id: `p${index}` };
      expect((await scratch.hook('UserPromptSubmit', prompt(session, `Turn ${index}`, id))).code).toBe(0);
      const edit = { file_path: `/home/dev/shop/f${index}.ts`, old_string: 'a', new_string: `b${index}` };
      const call = { tool_name: 'Edit', tool_input: edit, tool_response: {}, tool_use_id: `t${index}`, ...id };
      expect(await scratch.hook('PostToolUse', payload(session, 'PostToolUse', call))).toEqual(QUIET);
      // The second turn never ends: it is put off by a clock that is ahead.
      if (index !== 1) await scratch.hook('Stop', stop(session, `I did number ${index} because it was asked for.`, id));
      await waitFor(async () => (await scratch.status()).spool === 0, 'an empty spool');
    }
    const settled = () => rows<{ n: number }>("select count(*) as n from jobs where state <> 'done'")[0]?.n === 0;
    await waitFor(settled, 'an empty queue', 80_000);
    expect(rows('select number, text from prompts order by number')).toEqual(
      [0, 1, 2, 3].map((index) => ({ number: index + 1, text: `Turn ${index}` })),
    );
    expect(rows("select tool_use_id as id from events where kind = 'tool' order by 1")).toEqual(
      ['t0', 't1', 't2', 't3'].map((id) => ({ id })),
    );
    expect(rows('select 1 from summaries')).toHaveLength(4);
    await killAndWait(worker.pid as number, 'SIGKILL');
  });
});

describe('a machine that sleeps', () => {
  it('longer than a lease lasts: the job is done once, and what came meanwhile is taken', {
    timeout: 90_000,
  }, async () => {
    let release: () => void = () => undefined;
    const woken = new Promise<void>((done) => {
      release = done;
    });
    const answer =
      '<observation><type>bugfix</type><title>Mended after a long sleep</title></observation><summary><request>mend</request></summary>';
    const server = await startModelServer('openai', () => ({ say: answer }));
    const slow = await startSlow(server.url, woken);
    for (const [key, value] of [
      ['provider', 'openai'],
      ['baseUrl', `${slow.url}/v1`],
      ['apiKey', 'x'],
      ['answerSeconds', '60'],
    ] as const)
      await scratch.cli(['config', 'set', key, value]);
    await scratch.cli(['worker', 'start']);
    const session = fixtureSession('/home/dev/shop');
    await scratch.hook('UserPromptSubmit', prompt(session, 'Mend it'));
    await scratch.hook('PostToolUse', bash(session, 'make', 'it failed and then it worked'));
    await scratch.hook('Stop', stop(session, 'I mended it because it was broken.'));
    await waitFor(() => rows("select 1 from jobs where state = 'running'").length === 1, 'a running job');
    const { pid } = (await scratch.status()).worker;
    process.kill(pid as number, 'SIGSTOP');
    // The lease runs out while nobody is there to see it.
    const db = new Sqlite(scratch.paths.database);
    db.prepare("update jobs set lease_until = 1 where state = 'running'").run();
    db.close();
    for (let i = 0; i < 5; i += 1)
      expect(await scratch.hook('PostToolUse', bash(session, `later ${i}`, 'ok'))).toEqual(QUIET);
    expect((await scratch.status()).spool).toBe(5);
    process.kill(pid as number, 'SIGCONT');
    release();
    await waitFor(async () => (await scratch.status()).spool === 0, 'an empty spool');
    await waitFor(() => rows("select 1 from jobs where state = 'running'").length === 0, 'the job’s end', 60_000);
    expect(rows("select title from observations where title like 'Mended after%'")).toHaveLength(1);
    expect(rows('select 1 from summaries where prompt_number = 1')).toHaveLength(1);
    expect((await scratch.status()).worker.pid).toBe(pid);
    await slow.close();
    await server.close();
  });

  /** Passes questions on, but not before it is told to. */
  async function startSlow(to: string, until: Promise<void>) {
    const { createServer } = await import('node:http');
    const server = createServer(async (req, res) => {
      let body = '';
      for await (const chunk of req) body += chunk;
      await until;
      const passed = await fetch(`${to}${(req.url ?? '').replace(/^\/v1\/v1/, '/v1')}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      res.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? 'application/json' });
      res.end(Buffer.from(await passed.arrayBuffer()));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    return { url: `http://127.0.0.1:${port}`, close: () => new Promise((done) => server.close(done)) };
  }
});

it('kill -9 of everything, again and again: nothing is lost, nothing doubled', { timeout: 180_000 }, async () => {
  const projects = join(scratch.home, '.claude', 'projects');
  for (let index = 0; index < 15; index += 1) {
    const past = fixtureSession('/home/dev/past');
    const transcript = new TranscriptFixture({
      ...past,
      transcriptPath: join(projects, '-home-dev-past', `${past.sessionId}.jsonl`),
    });
    for (let turn = 0; turn < 5; turn += 1)
      transcript.user(`Past ${index}.${turn}`).says(`I did past ${index}.${turn}, and it works.`);
    transcript.write();
  }
  const live = fixtureSession('/home/dev/live');
  const random = generator(11);
  const sent: string[] = [];
  for (let round = 0; round < 8; round += 1) {
    const going = [scratch.cli(['worker', 'start']), scratch.cli(['import', 'claude-code']), scratch.cli(['backup'])];
    for (let i = 0; i < 6; i += 1) {
      const id = `toolu_${round}_${i}`;
      expect(await scratch.hook('PostToolUse', bash(live, `step ${id}`, 'x'.repeat(500), { tool_use_id: id }))).toEqual(
        QUIET,
      );
      sent.push(id);
    }
    await sleep(random() * 700);
    for (const pid of processesOf(scratch.home)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    await Promise.all(going);
  }
  expect((await scratch.cli(['import', 'claude-code'])).code).toBe(0);
  await scratch.cli(['worker', 'start']);
  await waitFor(async () => (await scratch.status()).spool === 0, 'an empty spool');
  expect(
    rows('select tool_use_id as id, count(*) as n from events where tool_use_id is not null group by 1 order by 1'),
  ).toEqual([...sent].sort().map((id) => ({ id, n: 1 })));
  expect(rows("select text, count(*) as n from prompts where text like 'Past%' group by 1 having n > 1")).toEqual([]);
  expect(rows("select 1 from prompts where text like 'Past%'")).toHaveLength(75);
  expect(
    rows("select 1 from summaries where session_id in (select id from sessions where start_source = 'import')"),
  ).toHaveLength(75);
  expect(rows('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect((await scratch.status()).problems).toEqual([]);
});

describe('two versions at once', () => {
  it('an older worker makes room for ours, a newer one is left alone', async () => {
    await scratch.cli(['worker', 'start']);
    const session = fixtureSession('/home/dev/shop');
    const { pid } = (await scratch.status()).worker;
    const claim = (version: string) => {
      const info = JSON.parse(readFileSync(scratch.paths.workerInfo, 'utf8')) as object;
      writeFileSync(scratch.paths.workerInfo, JSON.stringify({ ...info, version }));
    };
    claim('99.0.0');
    await scratch.hook('SessionStart', payload(session, 'SessionStart', { source: 'startup' }));
    await sleep(300);
    expect(isAlive(pid as number)).toBe(true);
    claim('0.0.1');
    await scratch.hook('SessionStart', payload(session, 'SessionStart', { source: 'resume' }));
    await waitFor(() => !isAlive(pid as number), 'the end of the older one');
    await scratch.hook('UserPromptSubmit', prompt(session, 'Go on'));
    await waitFor(async () => (await scratch.status()).worker.running, 'the newer one');
    await waitFor(() => rows("select 1 from prompts where text = 'Go on'").length === 1, 'the prompt');
    expect(rows("select 1 from events where kind = 'session_start'")).toHaveLength(2);
  });

  it('a store of a newer version is neither repaired nor touched, and the spool waits for it', async () => {
    const session = fixtureSession('/home/dev/shop');
    await scratch.cli(['worker', 'start']);
    await scratch.hook('UserPromptSubmit', prompt(session, 'Before'));
    await waitFor(() => rows('select 1 from prompts').length === 1, 'the prompt');
    await scratch.cli(['backup']);
    await scratch.cli(['worker', 'stop']);
    const db = new Sqlite(scratch.paths.database);
    db.pragma('journal_mode = delete');
    db.pragma('user_version = 999');
    db.close();
    const before = readFileSync(scratch.paths.database);
    const { mtimeMs } = statSync(scratch.paths.database);
    await scratch.hook('PostToolUse', bash(session, 'make', 'ok'));
    expect((await scratch.cli(['worker', 'start'])).code).toBe(1);
    expect(readFileSync(scratch.paths.database).equals(before)).toBe(true);
    expect(statSync(scratch.paths.database).mtimeMs).toBe(mtimeMs);
    expect((await scratch.status()).spool).toBe(1);
  });
});

it('a disk that fills up under an import and a backup: both say so, leave nothing half done, and go on later', {
  timeout: 120_000,
}, async () => {
  const script = bundleScript(scratch.home, `import 'TEST/helpers/full-import.ts';`);
  const ran = await run('unshare', ['-Urm', process.execPath, script], scratch.env);
  expect(ran.stderr).toBe('');
  const seen = JSON.parse(ran.stdout) as Record<string, unknown>;
  expect(seen).toMatchObject({
    fullCode: 1,
    againCode: 0,
    prompts: 300,
    sessions: 30,
    backupCode: 1,
    left: [],
    roomyCode: 0,
    roomySaid: '',
  });
});
