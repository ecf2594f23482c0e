// Commands that delete or replace: they show what they would do, ask, and do nothing without a yes.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCommand } from '../../src/cli/command-table.ts';
import { withPlugin } from '../../src/hosts/claude-code/settings-file.ts';
import { deflatePayload } from '../../src/store/ledger/payload.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { addObservation, addSummary } from '../helpers/records.ts';
import { createScratch, ROOT, run, type Scratch } from '../helpers/scratch.ts';
import { Sqlite } from '../helpers/sqlite.ts';
import { onTerminal } from '../helpers/terminal.ts';

let scratch: Scratch;
let project: string;
let hostSettings: string;
beforeEach(async () => {
  scratch = createScratch();
  project = join(realpathSync(scratch.home), 'shop');
  mkdirSync(project);
  mkdirSync(join(scratch.home, '.claude'));
  hostSettings = join(scratch.home, '.claude', 'settings.json');
  writeFileSync(hostSettings, withPlugin('{\n  "theme": "dark"\n}\n', ROOT));
  mkdirSync(scratch.paths.home, { mode: 0o700 });
  mkdirSync(join(scratch.paths.home, 'bin'));
  const db = openDatabase(scratch.paths.database);
  const place = (day: number) => ({ session: 'one', project, at: Date.parse(`2026-03-${day}T11:00:00`) });
  for (let day = 10; day < 22; day += 1) addObservation(db, place(day), { title: `Finding of day ${day}` });
  addSummary(db, place(22), { request: 'Cache the prices' });
  // As it was stored before our rules knew it.
  db.prepare('update observations set narrative = ? where id = 5').run(`The token is ghp_${'a1B2'.repeat(9)}`);
  addObservation(db, { ...place(23), session: 'two', project: '/home/dev/bank' }, { title: 'The bank counts' });
  // A turn that is compressed, with its raw event.
  db.prepare(
    `insert into events (session_id, project_id, key, kind, source, prompt_number, payload, payload_bytes, created_at, stored_at)
     values ('one', 1, 'stop-1', 'stop', 'hook', 1, ?, 2, 1, 1)`,
  ).run(deflatePayload('{}'));
  db.exec(`insert into jobs (session_id, purpose, state, first_event, last_event, size, prompt_number, run_at, created_at)
           values ('one', 'turn', 'done', 1, 1, 1, 1, 1, 1)`);
  db.close();
  await cli('backup');
});
afterEach(() => scratch.dispose());

const program = [process.execPath, join(ROOT, 'dist', 'c-mem.cjs')] as const;
const cli = (...words: string[]) => run(program[0], [program[1], ...words], scratch.env, '', project);
const asked = (words: string[], answer: string) =>
  onTerminal([...program, ...words], { env: scratch.env, cwd: project, answers: [['[y/N]', `${answer}\r`]] });

/** Every row of the store, and every other file below HOME, by what is in it. */
function everything(): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const entry of readdirSync(scratch.home, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.startsWith(scratch.paths.database)) continue;
    found[path] = createHash('sha256').update(readFileSync(path)).digest('hex');
  }
  const db = new Sqlite(scratch.paths.database, { readonly: true });
  const tables = db.prepare<[], { name: string }>("select name from sqlite_master where type = 'table'").all();
  for (const { name } of tables)
    if (!name.includes('_fts')) found[name] = db.prepare(`select * from ${name} order by 1`).all();
  db.close();
  return found;
}

/** What each says that it would do; the fewest words that a user must see. */
const COMMANDS: [string, string[], RegExp[]][] = [
  [
    'forget',
    ['--project', 'shop'],
    [
      /1 session, 1 event, 12 observations, 1 summary/,
      /#12 Mar 21, 2026 11:00 Finding of day 21/,
      /… and 3 more memories/,
    ],
  ],
  ['forget', ['--session', 'two'], [/1 session, 1 observation/, /#13 Mar 23, 2026 11:00 The bank counts/]],
  ['forget', ['--since', '2026-03-11', '--until', '2026-03-12'], [/2 observations/, /#3 .*day 12\n.*#2 .*day 11\n/]],
  ['forget', ['13'], [/1 observation/, /#13 Mar 23, 2026 11:00 The bank counts/]],
  ['forget', ['--search', 'bank counts'], [/1 observation/, /#13 .* The bank counts/]],
  ['uninstall', [], [/our two entries in .*settings\.json/, /\.c-mem\/bin/]],
  ['uninstall', ['--purge'], [/our two entries/, /\.c-mem with 2 sessions, 13 observations, 1 summary/]],
  ['restore', [], [/c-mem-\d{8}-\d{6}\.db, just now, with 13 observations \(now: 13 observations\)/]],
  [
    'projects',
    ['--merge', 'bank', '--to', 'shop'],
    [/1 session, 1 observation from bank \(project 2, \/home\/dev\/bank\) to shop/],
  ],
  ['recompress', ['--all'], [/1 turn with `embedded`/]],
  ['redact', [], [/1 observation/]],
];

describe.each(COMMANDS)('%s %j', (command, words, told) => {
  it('a dry run shows it and changes nothing, with --yes, too', async () => {
    const before = everything();
    for (const more of [['--dry-run'], ['--yes', '--dry-run'], ['--dry-run', '--json']]) {
      const ran = await cli(command, ...words, ...more);
      expect([ran.code, ran.stderr]).toEqual([0, '']);
      if (more.includes('--json')) expect(JSON.parse(ran.stdout)).toMatchObject({ done: false });
      else for (const each of [...told, /^Would /, /Nothing was changed/]) expect(ran.stdout).toMatch(each);
      expect(everything()).toEqual(before);
    }
  });

  it('without a terminal it shows it, refuses, and names options that exist', async () => {
    const before = everything();
    const ran = await cli(command, ...words);
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    for (const each of told) expect(ran.stderr).toMatch(each);
    const { args } = (await findCommand([command])).command;
    const named = [...(ran.stderr.match(/(?<![\w-])--[a-z-]+/g) ?? [])];
    expect(named.sort()).toEqual(['--dry-run', '--yes']);
    for (const option of named) expect(Object.keys(args as object)).toContain(option.slice(2));
    expect(everything()).toEqual(before);
  });

  it('on a terminal it asks: no means no, yes means yes', async () => {
    const before = everything();
    const no = await asked([command, ...words], 'n');
    for (const each of told) expect(no.stdout).toMatch(each);
    expect(no.stdout).toContain('Nothing was changed.');
    expect(everything()).toEqual(before);
    const yes = await asked([command, ...words], 'y');
    expect(yes.code).toBe(0);
    expect(yes.stdout).not.toContain('Nothing was changed.');
    if (words.includes('--purge')) expect(readdirSync(scratch.home)).not.toContain('.c-mem');
    else expect(everything()).not.toEqual(before);
  });
});

it('a memory that is named by its ID goes after a question, and so does a turn', async () => {
  const refused = await cli('forget', '3', 'S1');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/This forgets 1 observation, 1 summary:\n(?: {2}(?:#3|S1) \S.*\n){2}/);
  expect((await cli('forget', '3', 'S1', '--yes')).stdout).toMatch(
    /^Forgotten: 1 observation, 1 summary, also in 1 backup\.\n(?: {2}(?:#3|S1) \S.*\n){2}$/,
  );
  const db = new Sqlite(scratch.paths.database);
  db.exec(
    "insert into prompts (session_id, project_id, number, text_hash, text, created_at) values ('one', 1, 1, 'h', 'Why?', 1)",
  );
  db.close();
  const ran = await cli('forget', 'P1');
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain('#12 Mar 21, 2026');
});

it('what goes with a named memory is named too', async () => {
  const db = new Sqlite(scratch.paths.database);
  db.exec(`insert into observations (session_id, project_id, prompt_number, type, title, created_at)
           select 'one', 1, 7, 'discovery', 'Prices are kept for an hour', 5`);
  db.exec(`insert into summaries (session_id, project_id, prompt_number, title, request, created_at)
           select 'one', 1, 7, 'Prices are kept for an hour', 'Keep the prices', 6`);
  db.close();
  const dry = await cli('forget', '14', '--dry-run');
  expect(dry.stdout).toMatch(/^Would forget 1 observation, 1 summary\. /);
  expect(dry.stdout).toMatch(/S2 .* Keep the prices\n/);
  expect(dry.stdout).not.toContain('more memory');
});

it.each([
  ['--since', '2020-03-01', '--until', '2020-03-07'],
  ['--search', 'no such words'],
])('nothing to forget needs no question: %s %s', async (...words) => {
  const before = everything();
  for (const more of [[], ['--dry-run']])
    expect(await cli('forget', ...words, ...more)).toMatchObject({
      code: 0,
      stdout: 'Nothing matches. Nothing was changed.\n',
    });
  expect(everything()).toEqual(before);
});

it.each(['\u0003', '\u0004'])('to give up (%j) is a no', async (key) => {
  const before = everything();
  const ran = await onTerminal([...program, 'forget', '--project', 'shop'], {
    env: scratch.env,
    cwd: project,
    answers: [['[y/N]', key]],
  });
  expect(ran.stdout).toContain('Nothing was changed.');
  expect(everything()).toEqual(before);
});

it('a rename can be tried, too', async () => {
  const before = everything();
  expect((await cli('projects', '--rename', 'bank', '--to', 'vault', '--dry-run')).stdout).toBe(
    'Would rename bank to vault. Nothing was changed.\n',
  );
  expect(everything()).toEqual(before);
});

it('nothing is made where nothing was captured', async () => {
  const empty = createScratch();
  try {
    for (const words of [
      ['forget', '1'],
      ['forget', '--since', '1d', '--yes'],
      ['recompress', '--all', '--yes'],
    ])
      expect(await empty.cli(words)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/There is no (?:store|database) at/),
      });
    expect(readdirSync(empty.home)).toEqual([]);
  } finally {
    await empty.dispose();
  }
});
