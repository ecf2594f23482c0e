// Opening and migrating the database, alone and by several processes.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundleScript } from '../../../test/helpers/bundle.ts';
import { Sqlite } from '../../../test/helpers/sqlite.ts';
import { JOB_STATES } from '../../domain/job.ts';
import { SESSION_STATUSES } from '../../domain/session.ts';
import { openDatabase } from './open.ts';
import { SCHEMA_VERSION } from './schema-version.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'c-mem-db-'));
  file = join(folder, 'c-mem.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('opening the store', () => {
  it('makes it private, in WAL, at our version; opening again changes nothing', () => {
    openDatabase(file).close();
    const db = openDatabase(file);
    expect(db.pragma('user_version', { simple: true })).toBe(SCHEMA_VERSION);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    db.close();
  });

  it('refuses a newer schema and leaves every byte and file as it was', () => {
    openDatabase(file).close();
    const raw = new Sqlite(file);
    raw.pragma('journal_mode = delete');
    raw.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    raw.close();
    const before = fingerprint();
    expect(() => openDatabase(file)).toThrowError(expect.objectContaining({ code: 'STORE_NEWER' }));
    expect(() => openDatabase(file, { readonly: true })).toThrowError(/not touched/);
    expect(fingerprint()).toEqual(before);
  });

  it('refuses a newer schema that is still in the WAL', () => {
    const holder = openDatabase(file);
    holder.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    expect(() => openDatabase(file)).toThrowError(expect.objectContaining({ code: 'STORE_NEWER' }));
    holder.close();
  });

  it('names what is wrong with a file that is no database, and with a missing folder', () => {
    writeFileSync(file, 'this is not a database, and long enough to be looked at '.repeat(20));
    expect(() => openDatabase(file)).toThrowError(expect.objectContaining({ code: 'STORE_NOT_A_DATABASE' }));
    expect(() => openDatabase(join(folder, 'nowhere', 'x.db'))).toThrowError(
      expect.objectContaining({ code: 'STORE_UNUSABLE' }),
    );
    expect(() => openDatabase(join(folder, 'none.db'), { readonly: true })).toThrowError(
      expect.objectContaining({ code: 'STORE_MISSING' }),
    );
  });

  it('lets a reader wait for a store that is being made, and not for one that nobody makes', async () => {
    new Sqlite(file).pragma('journal_mode = wal');
    const script = bundleScript(
      folder,
      `
      import { openDatabase } from 'SRC/store/sqlite/open.ts';
      console.log('reading');
      const db = openDatabase(process.argv[2]!, { readonly: true });
      console.log(db.pragma('user_version', { simple: true }));
    `,
    );
    const reader = output(process.execPath, [script, file], () => openDatabase(file).close());
    expect(await reader).toEqual({ code: 0, stdout: `reading\n${SCHEMA_VERSION}\n`, stderr: '' });
    const empty = join(folder, 'empty.db');
    new Sqlite(empty).pragma('journal_mode = wal');
    expect(() => openDatabase(empty, { readonly: true })).toThrowError(
      expect.objectContaining({ code: 'STORE_MISSING' }),
    );
  });

  it('lets eight processes migrate at once', async () => {
    const script = bundleScript(
      folder,
      `
      import { openDatabase } from 'SRC/store/sqlite/open.ts';
      const at = Number(process.argv[3]);
      while (Date.now() < at) {}
      const db = openDatabase(process.argv[2]!);
      console.log(db.prepare('select count(*) as n from sqlite_master').get().n);
      db.close();
    `,
    );
    const at = String(Date.now() + 1500);
    const answers = await Promise.all(Array.from({ length: 8 }, () => output(process.execPath, [script, file, at])));
    expect(new Set(answers.map((a) => `${a.code} ${a.stdout.trim() !== ''} ${a.stderr}`))).toEqual(
      new Set(['0 true ']),
    );
    expect(new Set(answers.map((a) => a.stdout)).size).toBe(1);
  });

  it('lists in its checks just the words of the domain', () => {
    const db = openDatabase(file);
    const ddl = (table: string) =>
      (db.prepare('select sql from sqlite_master where name = ?').get(table) as { sql: string }).sql;
    const listed = (table: string, column: string) =>
      [...(new RegExp(`check \\(${column} in \\(([^)]*)\\)`).exec(ddl(table))?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
        (m) => m[1],
      );
    expect(listed('sessions', 'status')).toEqual([...SESSION_STATUSES]);
    expect(listed('jobs', 'state')).toEqual([...JOB_STATES]);
    // These grow: what they are is said by the domain alone.
    expect([...listed('events', 'kind'), ...listed('observations', 'type')]).toEqual([]);
    expect(ddl('observations')).toContain('type text not null,');
    expect(ddl('events')).toContain('kind text not null,');
    db.close();
  });
});

describe('full text', () => {
  it('stays in step with inserts, updates and deletes', () => {
    const db = openDatabase(file);
    db.exec(`
      insert into projects (id, key, name, created_at) values (1, '/p', 'p', 0);
      insert into sessions (id, host, project_id, started_at, last_event_at) values ('s', 'h', 1, 0, 0);
      insert into observations (id, session_id, project_id, type, title, narrative, created_at)
        values (1, 's', 1, 'bugfix', 'Fix the parser', 'It dropped commas', 0);
      insert into summaries (id, session_id, project_id, request, created_at) values (1, 's', 1, 'Mend parsing', 0);
      insert into prompts (id, session_id, number, text_hash, text, created_at) values (1, 's', 1, '', 'please parse', 0);
    `);
    const hits = (table: string, word: string) =>
      (db.prepare(`select count(*) as n from ${table} where ${table} match ?`).get(word) as { n: number }).n;
    expect([
      hits('observations_fts', 'commas'),
      hits('summaries_fts', 'parse'),
      hits('prompts_fts', 'parsing'),
    ]).toEqual([1, 1, 1]);
    db.exec(`update observations set narrative = 'It lost colons'`);
    expect([hits('observations_fts', 'commas'), hits('observations_fts', 'colon')]).toEqual([0, 1]);
    db.exec(`delete from sessions where id = 's'`);
    for (const table of ['observations', 'summaries', 'prompts']) {
      expect(db.prepare(`select count(*) as n from ${table}`).get()).toEqual({ n: 0 });
      db.exec(`insert into ${table}_fts (${table}_fts, rank) values ('integrity-check', 1)`);
    }
    expect(hits('observations_fts', 'colon')).toBe(0);
    db.close();
  });
});

function fingerprint() {
  return readdirSync(folder)
    .sort()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]);
}

function output(
  command: string,
  args: string[],
  onFirstWords: () => void = () => undefined,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((done) => {
    const child = spawn(command, args);
    let stdout = '';
    let stderr = '';
    child.stdout.once('data', onFirstWords);
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('close', (code) => done({ code, stdout, stderr }));
  });
}
