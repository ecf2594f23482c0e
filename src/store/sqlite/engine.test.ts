// Which SQLite is used, and that the one inside Node behaves like the native module; the latter only if this Node has it.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScratch, type Scratch } from '../../../test/helpers/scratch.ts';
import { connect, engineName, transact } from './connect.ts';
import { chooseEngine, type Database } from './engine.ts';
import { isBusy } from './errors.ts';

it.each([
  ['20.19.0', undefined, 'better-sqlite3'],
  ['22.15.1', undefined, 'better-sqlite3'],
  ['22.16.0', undefined, 'node:sqlite'],
  ['24.0.0', undefined, 'node:sqlite'],
  ['26.10.0', 'better-sqlite3', 'better-sqlite3'],
  ['20.19.0', 'node:sqlite', 'better-sqlite3'],
])('Node %s, asked for %s, uses %s', (version, wish, engine) => {
  expect(chooseEngine(wish, version)).toBe(engine);
});

describe(`${engineName()}`, () => {
  let scratch: Scratch;
  let db: Database;
  beforeEach(() => {
    scratch = createScratch();
    db = connect(join(scratch.home, 'a.db'));
    db.exec('create table t (id integer primary key, name text unique, data blob) strict');
  });
  afterEach(async () => {
    db.close();
    await scratch.dispose();
  });

  it('binds by name and by place, ignores names that are not used, and returns buffers', () => {
    const insert = db.prepare('insert into t (name, data) values (@name, @data)');
    expect(insert.run({ name: 'a', data: Buffer.from([1, 2]), unused: 3 })).toMatchObject({ changes: 1 });
    const row = db.prepare('select name, data from t where name = ?').get('a') as { name: string; data: Buffer };
    expect([row.name, Buffer.isBuffer(row.data), [...row.data]]).toEqual(['a', true, [1, 2]]);
    expect(db.prepare('select name from t').pluck().all()).toEqual(['a']);
    expect(db.prepare('select id, name from t').raw().get()).toEqual([1, 'a']);
    expect([...db.prepare('select name from t').iterate()]).toEqual([{ name: 'a' }]);
    expect(db.prepare('select name from t where id = 9').get()).toBeUndefined();
    expect([db.prepare('select 1').reader, db.prepare('delete from t').reader]).toEqual([true, false]);
  });

  it('names its errors, and takes back what was not finished', () => {
    const insert = db.prepare("insert into t (name) values ('a')");
    expect(() =>
      transact(db, () => {
        insert.run();
        insert.run();
      }),
    ).toThrow(expect.objectContaining({ code: 'SQLITE_CONSTRAINT_UNIQUE' }));
    expect([db.inTransaction, db.prepare('select count(*) from t').pluck().get()]).toEqual([false, 0]);
    const other = connect(db.name, { timeoutMs: 0 });
    db.exec('begin immediate');
    let caught: unknown;
    try {
      other.exec('begin immediate');
    } catch (error) {
      caught = error;
    }
    other.close();
    expect(isBusy(caught)).toBe(true);
  });

  it('answers pragmas, copies itself, and is closed twice without harm', async () => {
    expect(db.pragma('user_version', { simple: true })).toBe(0);
    expect(db.pragma('table_info(t)')).toHaveLength(3);
    db.prepare("insert into t (name) values ('kept')").run();
    await db.backup(join(scratch.home, 'copy.db'), { progress: () => 100 });
    const copy = connect(join(scratch.home, 'copy.db'), { readonly: true });
    expect(copy.prepare('select name from t').pluck().get()).toBe('kept');
    expect(() => copy.exec('delete from t')).toThrow(expect.objectContaining({ code: 'SQLITE_READONLY' }));
    copy.close();
    copy.close();
    expect(copy.open).toBe(false);
  });
});
