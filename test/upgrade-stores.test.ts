// Stores of every schema so far open, have the schema of a new store, and still know, find and forget what they hold.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { search } from '../src/recall/search/search.ts';
import { openStore, type Store } from '../src/store/index.ts';
import { SCHEMA_VERSIONS } from '../src/store/sqlite/migrate.ts';
import { type Database, openDatabase } from '../src/store/sqlite/open.ts';
import { ROOT } from './helpers/scratch.ts';
import { Sqlite } from './helpers/sqlite.ts';
import { createWorkerBench } from './helpers/worker-bench.ts';

const SAVED = join(ROOT, 'test', 'fixtures', 'stores');
const NOW = Date.UTC(2026, 2, 3);
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'c-mem-saved-'));
  file = join(folder, 'c-mem.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const unpack = (version: number) =>
  writeFileSync(file, gunzipSync(readFileSync(join(SAVED, `schema-${version}.db.gz`))));
const schemaOf = (db: Database) =>
  db
    .prepare("select type, name, tbl_name, sql from sqlite_schema where name not like 'sqlite_%' order by type, name")
    .all();
const ask = (store: Store, text: string) =>
  search(store.search, { text, projectIds: null, limit: 5, offset: 0 }, NOW).hits.map(({ title }) => title);

describe.each(SCHEMA_VERSIONS.slice(0, -1))('schema %i', (version) => {
  it('becomes what a new store is, and its file is intact', () => {
    unpack(version);
    const fresh = openDatabase(join(folder, 'fresh.db'));
    const db = openDatabase(file);
    expect(schemaOf(db)).toEqual(schemaOf(fresh));
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    for (const table of ['observations', 'summaries', 'prompts', 'host_memories'])
      db.exec(`insert into ${table}_fts (${table}_fts, rank) values ('integrity-check', 1)`);
    fresh.close();
    db.close();
  });

  it('keeps every row', () => {
    unpack(version);
    const count = (db: Database) =>
      ['projects', 'sessions', 'prompts', 'events', 'jobs', 'observations', 'observation_files', 'summaries'].map(
        (table) => (db.prepare(`select count(*) as n from ${table}`).get() as { n: number }).n,
      );
    const before = openDatabaseAsIs();
    const rows = count(before);
    before.close();
    expect(Math.min(...rows)).toBeGreaterThan(0);
    const db = openDatabase(file);
    expect(count(db)).toEqual(rows);
    db.close();
  });
});

function openDatabaseAsIs(): Database {
  const copy = join(folder, 'as-it-is.db');
  cpSync(file, copy);
  return new Sqlite(copy);
}

it.each([1, 2, 3, 4])('schema %i: memories are found by their words, their code words and their script', (version) => {
  unpack(version);
  const store = openStore(file);
  expect(ask(store, 'cart totals')[0]).toBe('Count cart totals in cents');
  expect(ask(store, 'http request')).toContain('Count cart totals in cents');
  expect(ask(store, '合計')).toEqual(['買い物かごの合計']);
  expect(ask(store, '2 March 2026')).not.toEqual([]);
  expect(store.memories.recentSummaries(1, 5, { branch: 'main' })).toMatchObject([
    { completed: 'Totals are counted in cents.' },
  ]);
  expect(store.memories.list({ projectIds: null, pinned: true }, 5, null).items).toMatchObject([{ id: 1 }]);
  store.forgetting.forget([{ kind: 'observation', id: 1 }], NOW);
  expect(ask(store, 'cart totals')).not.toContain('Count cart totals in cents');
  store.close();
});

it.each([5, 6, 7, 8, 9])('schema %i: what the hooks and the worker of that version captured is found', (version) => {
  unpack(version);
  const store = openStore(file);
  const [hit] = search(store.search, { text: 'rounding cents', projectIds: null, limit: 5, offset: 0 }, NOW).hits;
  expect(hit?.title).toMatch(/cents/i);
  store.close();
});

it('a connection that was open before the upgrade sees the new definitions', () => {
  unpack(5);
  const old = openDatabaseAsIs();
  const other = openDatabase(join(folder, 'as-it-is.db'));
  const insert = "insert into observations (project_id, type, title, created_at) values (1, 'a-type-to-come', 'x', 0)";
  expect(() => old.exec(insert)).not.toThrow();
  other.close();
  old.close();
});

it('a spool file of the version before is taken', async () => {
  const bench = createWorkerBench();
  cpSync(join(SAVED, 'spool-format-2.json'), join(bench.paths.spool, 'm0-000001-a-b.json'));
  const intake = bench.intake();
  intake.wake();
  await intake.settled();
  const { parts } = bench.store;
  expect(parts.sessions.find('before')).toMatchObject({ host: 'claude-code' });
  expect(parts.events.ofSession('before')).toMatchObject([{ kind: 'tool', toolName: 'Bash' }]);
  expect(bench.spooled()).toEqual([]);
  bench.close();
});
