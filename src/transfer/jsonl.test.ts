// Importing an export recreates the same store row by row; importing it into another store causes no collision.

import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CaptureBench, createCaptureBench } from '../../test/helpers/capture.ts';
import { writeTurn } from '../../test/helpers/memories.ts';
import { fixtureSession, payload, TranscriptFixture } from '../../test/helpers/payloads.ts';
import { createStore, type TestStore } from '../../test/helpers/store.ts';
import { forget } from '../store/forgetting/forget.ts';
import { mergeProjects } from '../store/ledger/merge-projects.ts';
import type { Database } from '../store/sqlite/open.ts';
import { storeOn } from '../store/store.ts';
import { exportLines, importJsonl, type JsonlImportResult } from './jsonl.ts';
import { readUnfinished } from './unfinished.ts';

let bench: CaptureBench;
let other: TestStore;
let file: string;
beforeEach(async () => {
  bench = createCaptureBench();
  other = createStore();
  file = join(bench.store.folder, 'export.jsonl');
  const session = fixtureSession('/home/dev/shop', join(bench.store.folder, 'one.jsonl'));
  new TranscriptFixture(session)
    .user('Add the parser for orders', 'p1')
    .call('t1', 'Edit', {
      file_path: '/home/dev/shop/parser.ts',
      old_string: 'a',
      new_string: 'export const parse = 1',
    })
    .result('t1', { filePath: '/home/dev/shop/parser.ts' })
    .says('I added a parser.')
    .user('<private>nobody reads this</private>', 'p2')
    .write();
  bench.take(payload(session, 'SessionStart', { source: 'startup' }), { at: Date.parse('2026-03-02T08:59:00Z') });
  await bench.read(session.sessionId);
  const { db } = bench.store;
  const turn = {
    session: session.sessionId,
    project: '/home/dev/shop',
    observations: [{ title: 'The parser parses', filesModified: ['/p.ts'], facts: ['a', 'b'], eventIds: [2, 3] }],
  };
  await writeTurn(db, { ...turn, promptNumber: 7, at: 5000, summary: { request: 'Parse', learned: 'Orders are odd' } });
  // A second Stop of the same turn.
  await writeTurn(db, { ...turn, promptNumber: 7, at: 6000, summary: { request: 'Parse', completed: 'Parsed' } });
  await writeTurn(db, { ...turn, session: 's2', promptNumber: 1, at: 9000 });
  await writeTurn(db, { session: 's3', project: '/home/dev/old', observations: [{ title: 'An old finding' }] });
  const projects = db.prepare('select id from projects order by id').all() as { id: number }[];
  mergeProjects(db, projects.at(-1)?.id as number, projects[0]?.id as number);
  await writeTurn(db, { session: 'gone', observations: [{ title: 'Forgotten' }] });
  forget(db, [{ kind: 'session', id: 'gone' }], 99_000);
  db.prepare("insert into usage (provider, tokens_in, tokens_out, created_at) values ('x', 1, 2, 3)").run();
  db.prepare(
    "insert into injections (session_id, occasion, characters, observations, created_at) values ('s2', 'prompt', 9, '[1]', 4)",
  ).run();
  db.prepare('update observations set pinned = 1, edited_at = 12 where id = 1').run();
});
afterEach(() => {
  bench.store.close();
  other.close();
});

const TABLES = [
  'projects',
  'sessions',
  'prompts',
  'private_turns',
  'events',
  'transcripts',
  'records',
  'jobs',
  'observations',
  'observation_events',
  'observation_files',
  'summaries',
  'usage',
  'injections',
  'tombstones',
];

/** Every row of every table, and what the search index contains, word by word. */
function everything(db: Database): Record<string, unknown> {
  const rows = TABLES.map((table) => {
    const all = db.prepare(`select * from ${table}`).all() as Record<string, unknown>[];
    return [table, all.map((row) => JSON.stringify(row)).sort()];
  });
  db.exec(`create virtual table if not exists temp.words using fts5vocab(main, observations_fts, instance);
    create virtual table if not exists temp.said using fts5vocab(main, prompts_fts, instance);
    create virtual table if not exists temp.summed using fts5vocab(main, summaries_fts, instance)`);
  const words = ['words', 'said', 'summed'].map((index) => [index, db.prepare(`select * from temp.${index}`).all()]);
  const key = db.prepare("select value from meta where key = 'tombstone_key'").get();
  return { ...Object.fromEntries(rows), ...Object.fromEntries(words), key };
}

/** Recent writes may still be in progress: an export of them cannot be resumed. */
function letSettle(): void {
  for (const suffix of ['', '-wal']) utimesSync(`${bench.store.db.name}${suffix}`, 1_790_000_000, 1_790_000_000);
}

function write(): void {
  writeFileSync(file, [...exportLines(bench.store.parts, 1)].map(({ text }) => text).join(''));
}

function read(db: Database, isStopped: () => boolean = () => false): Promise<JsonlImportResult> {
  return importJsonl(file, { store: storeOn(db), isStopped, pause: async () => undefined, onRead: () => undefined });
}

const withoutTime = (text: Buffer) => text.toString('utf8').replace(/"made_at":\d+/, '');

describe('an export', () => {
  it('recreates the same store, including its search index', async () => {
    write();
    const before = everything(bench.store.db);
    expect((before['observations'] as unknown[]).length).toBe(3);
    expect((before['words'] as unknown[]).length).toBeGreaterThan(20);
    expect((before['private_turns'] as unknown[]).length).toBe(1);
    const done = await read(other.db);
    expect(done).toMatchObject({ known: 1, forgotten: 0, refused: 0 });
    expect(everything(other.db)).toEqual(before);
  });

  it('a type or kind that nobody knows is refused, and the rest is imported', async () => {
    write();
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const spoil = (is: string, from: RegExp, to: string) => {
      const at = lines.findIndex((line) => line.startsWith(`{"is":"${is}"`));
      lines[at] = (lines[at] as string).replace(from, to);
    };
    spoil('observation', /"type":"[a-z]+"/, '"type":"toString"');
    spoil('event', /"kind":"[a-z_]+"/, '"kind":"nonsense"');
    writeFileSync(file, `${lines.join('\n')}\n`);
    expect(await read(other.db)).toMatchObject({ refused: 2 });
    const count = (table: string) => (other.db.prepare(`select count(*) as n from ${table}`).get() as { n: number }).n;
    expect(count('observations')).toBe(2);
  });

  it('imported twice adds nothing', async () => {
    write();
    await read(other.db);
    const once = everything(other.db);
    const again = await read(other.db);
    expect(again).toMatchObject({ added: 0, refused: 0, known: again.rows });
    expect(everything(other.db)).toEqual(once);
    expect(await read(bench.store.db)).toMatchObject({ added: 0 });
  });

  it('interrupted while it is written resumes where it was, at whatever byte', async () => {
    for (let i = 0; i < 12; i += 1)
      await writeTurn(bench.store.db, { session: `s${i}`, observations: [{ title: `Finding ${i}` }] });
    letSettle();
    write();
    const whole = readFileSync(file);
    const part = join(bench.store.folder, 'all.part');
    const kept: number[] = [];
    for (let cut = 0; cut <= whole.length; cut += 97) {
      writeFileSync(part, whole.subarray(0, cut));
      const pieces = [...exportLines(bench.store.parts, 2, readUnfinished(part))];
      const keep = pieces[0]?.keep ?? -1;
      kept.push(cut - keep);
      expect(keep === 0 || whole[keep - 1] === 0x0a).toBe(true);
      const all = Buffer.concat([whole.subarray(0, keep), Buffer.from(pieces.map(({ text }) => text).join(''))]);
      // If it starts over, only the time in its first line differs.
      expect(withoutTime(all)).toBe(withoutTime(whole));
      expect(pieces.at(-1)?.rows).toBe(whole.toString('utf8').split('\n').length - 2);
    }
    // All but the first few resumed after their last complete line, none of which is long.
    expect(kept.filter((lost) => lost > 3000)).toEqual([]);
    expect(kept.length).toBeGreaterThan(50);
  });

  it('starts over if the store, the version or the file has changed', () => {
    write();
    // Written just now.
    expect(readUnfinished(file)).toBeNull();
    letSettle();
    write();
    const whole = readFileSync(file, 'utf8');
    const half = (text: string) => text.slice(0, text.length / 2);
    const keepOf = (text: string) => {
      writeFileSync(file, text);
      return exportLines(bench.store.parts, 2, readUnfinished(file)).next().value?.keep;
    };
    expect(keepOf(half(whole))).toBeGreaterThan(0);
    expect(keepOf(half(whole.replace(/"made_by":"[^"]*"/, '"made_by":"c-mem 0.0.1"')))).toBe(0);
    expect(keepOf('')).toBe(0);
    expect(keepOf('no export\n')).toBe(0);
    expect(keepOf(`${half(whole)}{"is":"eve\n`)).toBe(0);
    expect(keepOf(`${half(whole)}\n{"is":"elsewhere","id":3}\n`)).toBe(0);
    expect(keepOf(`${half(whole)}\n{"is":"event"}\n`)).toBe(0);
    expect(keepOf(half(whole).replace(/.{40}(?=\n[^\n]*$)/, '\0'.repeat(40)))).toBe(0);
    bench.store.db.prepare("update projects set name = name || '!' where id = 1").run();
    expect(keepOf(half(whole))).toBe(0);
  });

  it('interrupted while it is imported and started again ends the same', async () => {
    for (let i = 0; i < 600; i += 1)
      await writeTurn(bench.store.db, { session: `s${i}`, observations: [{ title: `Finding ${i}` }] });
    write();
    let looks = 0;
    expect(await read(other.db, () => ++looks > 1)).toMatchObject({ stopped: true });
    expect(await read(other.db)).toMatchObject({ stopped: false, refused: 0 });
    expect(everything(other.db)).toEqual(everything(bench.store.db));
  });

  it('is imported into a store with other data, whose IDs do not change', async () => {
    bench.store.db.exec(`update observations set superseded_by = (select max(id) from observations where title = 'The parser parses')
      where id = (select min(id) from observations where title = 'The parser parses')`);
    write();
    await writeTurn(other.db, {
      session: 'mine',
      project: '/home/me',
      observations: [{ title: 'My own finding', facts: ['kept'] }],
    });
    const done = await read(other.db);
    expect(done.refused).toBe(0);
    const titles = other.db.prepare('select id, title, project_id from observations order by id').all() as {
      id: number;
      title: string;
    }[];
    expect(titles[0]).toMatchObject({ id: 1, title: 'My own finding' });
    expect(titles.map(({ title }) => title).sort()).toEqual([
      'An old finding',
      'My own finding',
      'The parser parses',
      'The parser parses',
    ]);
    const linked = (db: Database) =>
      db
        .prepare(`select e.key, o.created_at from observation_events x join events e on e.id = x.event_id
        join observations o on o.id = x.observation_id order by 1, 2`)
        .all();
    expect(linked(other.db)).toEqual(linked(bench.store.db));
    expect(linked(other.db).length).toBeGreaterThan(1);
    const superseded = (db: Database) =>
      db
        .prepare('select a.title, b.created_at from observations a join observations b on b.id = a.superseded_by')
        .all();
    expect(superseded(other.db)).toEqual(superseded(bench.store.db));
    expect(superseded(other.db)).toHaveLength(1);
    expect(await read(other.db)).toMatchObject({ added: 0 });
  });

  it('what was forgotten here does not come back with it', async () => {
    write();
    await read(other.db);
    forget(
      other.db,
      [
        { kind: 'session', id: 's2' },
        { kind: 'observation', id: 1 },
        { kind: 'project', id: 2 },
      ],
      99_000,
    );
    const after = everything(other.db);
    expect((after['observations'] as unknown[]).length).toBe(1);
    const done = await read(other.db);
    expect(done.forgotten).toBeGreaterThan(2);
    expect((everything(other.db)['observations'] as unknown[]).length).toBe(1);
    expect(other.db.prepare("select 1 from sessions where id = 's2'").all()).toEqual([]);
  });

  it('skips a damaged or unknown line; another format is refused entirely', async () => {
    write();
    const lines = readFileSync(file, 'utf8').split('\n');
    lines.splice(
      3,
      0,
      '{"is":"observation","id":',
      '{"is":"unheard-of","id":1}',
      '{"is":"prompt","session_id":"s2","number":"x"}',
    );
    writeFileSync(file, lines.join('\n'));
    expect(await read(other.db)).toMatchObject({ refused: 2, forgotten: 1 });
    expect(everything(other.db)['observations']).toEqual(everything(bench.store.db)['observations']);
    writeFileSync(file, '{"is":"header","format":"c-mem-export","version":99}\n');
    await expect(read(other.db)).rejects.toMatchObject({ code: 'IMPORT_UNREADABLE' });
    writeFileSync(file, 'hello\n');
    await expect(read(other.db)).rejects.toMatchObject({ code: 'IMPORT_UNREADABLE' });
  });
});

describe('rules', () => {
  const rulesIn = (db: Database) =>
    storeOn(db)
      .rules.list(null)
      .map(({ text, state, source, scope }) => ({ text, state, source, scope }));
  const addRule = (db: Database, text: string, by: 'person' | 'agent' = 'person') =>
    storeOn(db).rules.add({ text, scope: 'everywhere', projectId: 1, branch: null, by }, 7000) as number;

  it('have lines of their own, and keep what a person decided if the store is new', async () => {
    addRule(bench.store.db, 'Use pnpm');
    storeOn(bench.store.db).rules.change(addRule(bench.store.db, 'Use vitest'), { state: 'off' }, 7001);
    write();
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { is: string; type?: string });
    expect(lines.filter(({ is }) => is === 'rule')).toMatchObject([{ type: 'rule' }, { type: 'rule' }]);
    expect(lines.some(({ is, type }) => is === 'observation' && type === 'rule')).toBe(false);
    expect(lines[0]).toMatchObject({ rows: lines.length - 2 });
    await read(other.db);
    expect(rulesIn(other.db)).toEqual(rulesIn(bench.store.db));
    expect(await read(other.db)).toMatchObject({ added: 0, refused: 0 });
  });

  it('come unconfirmed into a store that has memories of its own, and nothing turns an observation into one', async () => {
    addRule(bench.store.db, 'Use pnpm');
    storeOn(bench.store.db).rules.change(addRule(bench.store.db, 'Use vitest'), { state: 'off' }, 7001);
    const text = [...exportLines(storeOn(bench.store.db), 1)].map((piece) => piece.text).join('');
    const forged = text.replace(/"type":"(?:discovery|bugfix)"/, '"type":"rule"');
    expect(forged).not.toBe(text);
    writeFileSync(file, forged);
    await writeTurn(other.db, { session: 'own', observations: [{ title: 'Mine' }] });
    expect(await read(other.db)).toMatchObject({ refused: 1 });
    expect(rulesIn(other.db)).toEqual(
      expect.arrayContaining([
        { text: 'Use pnpm', state: 'said', source: 'import', scope: 'everywhere' },
        { text: 'Use vitest', state: 'off', source: 'import', scope: 'everywhere' },
      ]),
    );
  });

  it('forgotten here do not come back from an export, also under another wording', async () => {
    const id = addRule(bench.store.db, 'Use pnpm');
    write();
    storeOn(bench.store.db).rules.change(id, { text: 'Install packages with pnpm 9 only' }, 7002);
    forget(bench.store.db, [{ kind: 'observation', id }], 8000);
    await read(bench.store.db);
    expect(rulesIn(bench.store.db)).toEqual([]);
  });
});
