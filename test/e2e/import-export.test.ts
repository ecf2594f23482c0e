// Export, import of an export and of a claude-mem database, and stats, as commands.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acquireLock } from '../../src/store/sqlite/lock.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { countRows, storeState } from '../../src/store/transfer/export-rows.ts';
import { fillBigStore } from '../helpers/big-store.ts';
import { fixtureSession, TranscriptFixture } from '../helpers/payloads.ts';
import { createScratch, ROOT, type Scratch } from '../helpers/scratch.ts';
import { Sqlite } from '../helpers/sqlite.ts';

let scratch: Scratch;
let other: Scratch;
beforeEach(async () => {
  scratch = createScratch();
  other = createScratch();
  for (const name of ['shop', 'bank']) {
    const session = fixtureSession(`/home/dev/${name}`);
    const transcript = new TranscriptFixture(session);
    for (let turn = 1; turn <= 3; turn += 1) {
      const id = `t-${name}-${turn}`;
      const file = `/home/dev/${name}/file-${turn}.ts`;
      transcript
        .user(`Add part ${turn} to the ${name}`)
        .call(id, 'Edit', { file_path: file, old_string: 'a', new_string: 'b'.repeat(2000) })
        .result(id, { filePath: file })
        .says(`I added part ${turn} to the ${name} because somebody asked for it.`);
    }
    transcript.write(join(scratch.home, '.claude', 'projects', name, `${session.sessionId}.jsonl`));
  }
  expect((await scratch.cli(['import', 'claude-code'])).code).toBe(0);
});
afterEach(async () => {
  await scratch.dispose();
  await other.dispose();
});

it('an export goes to a private file or to the screen, and comes in again elsewhere', async () => {
  const file = join(scratch.home, 'all.jsonl');
  const ran = await scratch.cli(['export', file]);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toBe(`Exported 2 sessions, 6 observations, 6 summaries to ${file}.\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const lines = (await scratch.cli(['export', '-'])).stdout.trimEnd().split('\n');
  expect(JSON.parse(lines[0] as string)).toMatchObject({
    is: 'header',
    format: 'c-mem-export',
    version: 1,
    rows: lines.length - 1,
  });
  const came = await other.cli(['import', file, '--json']);
  expect(JSON.parse(came.stdout)).toMatchObject({ rows: lines.length - 1, added: lines.length - 1, refused: 0 });
  // The same finds; how they are weighed changes with the hour.
  const found = async (where: Scratch) =>
    (await where.cli(['search', 'part', '--json'])).stdout.match(/"(?:ref|title)": .*/g)?.sort();
  expect((await found(other))?.length).toBeGreaterThan(5);
  expect(await found(other)).toEqual(await found(scratch));
  const again = (await other.cli(['export', '-'])).stdout.split('\n').slice(1);
  expect(again).toEqual(readFileSync(file, 'utf8').split('\n').slice(1));
  expect((await other.cli(['import', join(other.home, 'no-such-file')])).stderr).toContain(
    'no-such-file does not exist',
  );
});

it('an export that is killed goes on where it was, and ends as if nothing had happened', async () => {
  await scratch.cli(['worker', 'stop']);
  const db = openDatabase(scratch.paths.database);
  fillBigStore(db, { observations: 6000 });
  // An open connection keeps SQLite from tidying up, as the worker's does. What was written lately may be on its way.
  for (const suffix of ['', '-wal']) utimesSync(`${scratch.paths.database}${suffix}`, 1_790_000_000, 1_790_000_000);
  const file = join(scratch.home, 'all.jsonl');
  const calm = join(scratch.home, 'calm.jsonl');
  try {
    expect((await scratch.cli(['export', calm])).code).toBe(0);
    let kills = 0;
    let wentOn = 0;
    for (let last = 0; !existsSync(file); ) {
      const exporting = spawn(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), 'export', file], {
        env: scratch.env,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const closed = once(exporting, 'close');
      let said = '';
      exporting.stderr.setEncoding('utf8').on('data', (text) => (said += text));
      const size = () => statSync(`${file}.part`, { throwIfNoEntry: false })?.size ?? 0;
      // Each may write a fifth of it before it is killed.
      const more = () => size() > last + statSync(calm).size / 5;
      while (exporting.exitCode === null && exporting.signalCode === null && !more()) await sleep(1);
      exporting.kill('SIGKILL');
      await closed;
      if (said.includes('Resuming ')) wentOn += 1;
      if (exporting.signalCode === 'SIGKILL' && !existsSync(file)) {
        kills += 1;
        expect(size()).toBeGreaterThan(last);
        last = size();
      }
    }
    expect(kills).toBeGreaterThan(1);
    expect(wentOn).toBe(kills);
    expect(readFileSync(file, 'utf8').split('\n').slice(1)).toEqual(readFileSync(calm, 'utf8').split('\n').slice(1));
    expect(existsSync(`${file}.part`)).toBe(false);
    // One at a time: a second one would go on with the first one's file.
    const lock = acquireLock(scratch.paths.exportLock, 100);
    expect((await scratch.cli(['export', file])).stderr).toContain('Another export is running');
    expect((await scratch.cli(['export', '-'])).code).toBe(0);
    lock?.release();
    // What is wrong is said as it is, also where much is to be written.
    expect((await scratch.cli(['export', scratch.home])).stderr).toContain('is a folder');
    expect((await scratch.cli(['export', join(scratch.home, 'no', 'such', 'folder')])).stderr).toContain(
      'cannot be written',
    );
  } finally {
    db.close();
  }
});

it('Markdown is one file a project, by day', async () => {
  const folder = join(scratch.home, 'notes');
  expect((await scratch.cli(['export', folder, '--format', 'markdown'])).code).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['bank.md', 'shop.md']);
  const shop = readFileSync(join(folder, 'shop.md'), 'utf8');
  expect(shop.startsWith('# shop\n\n/home/dev/shop\n\n## 2026-03-02\n\n### ')).toBe(true);
  expect(shop).toMatch(/^- \*\*(?:file-1\.ts: )?add part 1 to the shop/im);
  expect(shop).not.toContain('bank');
  expect((await scratch.cli(['export', '-', '--format', 'markdown'])).stdout).toContain('# bank');
});

it('an export does not replace a file of somebody else, unless confirmed', async () => {
  const notes = join(scratch.home, 'todo.txt');
  const folder = join(scratch.home, 'notes');
  mkdirSync(folder);
  for (const file of [notes, join(folder, 'shop.md')]) writeFileSync(file, '# Shop\n\nmy own words\n');
  for (const words of [
    ['export', notes],
    ['export', folder, '--format', 'markdown'],
  ]) {
    const refused = await scratch.cli(words);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('1 file that C-Mem did not export (choose another name to keep it)');
    expect(refused.stderr).toContain('Add --yes to confirm.');
  }
  expect(readdirSync(folder)).toEqual(['shop.md']);
  for (const file of [notes, join(folder, 'shop.md')]) expect(readFileSync(file, 'utf8')).toContain('my own words');
  expect((await scratch.cli(['export', notes, '--yes'])).code).toBe(0);
  const markdown = await scratch.cli(['export', folder, '--format', 'markdown', '--yes']);
  expect(markdown.stdout).toContain(`to 2 files in ${folder}.`);
  // Their own files they replace without a question.
  expect((await scratch.cli(['export', notes])).code).toBe(0);
  expect((await scratch.cli(['export', folder, '--format', 'markdown'])).code).toBe(0);
});

it('Markdown that was cut off goes on with the projects that are missing', async () => {
  await scratch.cli(['worker', 'stop']);
  const folder = join(scratch.home, 'notes');
  const open = openDatabase(scratch.paths.database);
  try {
    countRows(open);
    for (const suffix of ['', '-wal']) utimesSync(`${scratch.paths.database}${suffix}`, 1_790_000_000, 1_790_000_000);
    const state = storeState(open);
    mkdirSync(folder);
    const head = '# bank\n\n/home/dev/bank\n';
    writeFileSync(join(folder, 'bank.md'), `${head}was whole`);
    writeFileSync(join(folder, '.c-mem-export.part'), `${state}\nbank.md`);
    expect((await scratch.cli(['export', folder, '--format', 'markdown'])).code).toBe(0);
    expect(readFileSync(join(folder, 'bank.md'), 'utf8')).toBe(`${head}was whole`);
    expect(readdirSync(folder).sort()).toEqual(['bank.md', 'shop.md']);
    // A file that is gone is written again, whatever the list says.
    rmSync(join(folder, 'shop.md'));
    writeFileSync(join(folder, '.c-mem-export.part'), `${state}\nbank.md\nshop.md`);
    expect((await scratch.cli(['export', folder, '--format', 'markdown'])).code).toBe(0);
    expect(readFileSync(join(folder, 'shop.md'), 'utf8')).toContain('# shop');
    // Finished: the next one is a new one.
    expect((await scratch.cli(['export', folder, '--format', 'markdown'])).code).toBe(0);
    expect(readFileSync(join(folder, 'bank.md'), 'utf8')).toContain('# bank');
  } finally {
    open.close();
  }
});

it('a claude-mem database is read from its usual place', async () => {
  mkdirSync(join(other.home, '.claude-mem'));
  const db = new Sqlite(join(other.home, '.claude-mem', 'claude-mem.db'));
  db.exec(`create table sdk_sessions (id integer primary key, claude_session_id text, sdk_session_id text, project text, user_prompt text,
      started_at text, started_at_epoch integer);
    create table observations (id integer primary key, sdk_session_id text, project text, text text, type text, created_at text, created_at_epoch integer);
    create table directives (id integer primary key, content text);
    insert into sdk_sessions values (1, 'h', 's', 'shop', 'Hello', '2025-01-02T00:00:00Z', 1735776000000);
    insert into observations values (1, 's', 'shop', 'Herons are blue.', 'discovery', '2025-01-02T00:00:00Z', 1735776000000);
    insert into directives values (1, 'x');`);
  db.close();
  const ran = await other.cli(['import', 'claude-mem']);
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain('1 session, 0 prompts, 1 observation, 0 summaries new.');
  expect(ran.stdout).toContain('Not imported: directives (1 row)');
  expect((await other.cli(['search', 'herons'])).stdout).toContain('Herons are blue');
});

it('stats fit into 80 columns, say what is saved, and come as JSON', async () => {
  const { stdout } = await scratch.cli(['stats']);
  expect(stdout).toMatch(/Memories {2}6 observations, 6 summaries/);
  expect(stdout).toMatch(/By type[\s\S]*By project\nbank +6 {2}█+\nshop +6 {2}█+/);
  expect(stdout).not.toContain('\u001b');
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  const stats = JSON.parse((await scratch.cli(['stats', '--json'])).stdout) as {
    tokens: { raw: number; memories: number; saved: number };
  };
  expect(stats.tokens.raw).toBeGreaterThan(stats.tokens.memories);
  expect(stats.tokens.saved).toBe(stats.tokens.raw - stats.tokens.memories);
});
