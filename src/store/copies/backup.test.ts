// Backups are complete, private and rotated, and they forget what is forgotten.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeTurn } from '../../../test/helpers/memories.ts';
import { filesContaining } from '../../../test/helpers/scratch.ts';
import { createStore, type TestStore } from '../../../test/helpers/store.ts';
import { applyTombstones } from '../forgetting/apply-tombstones.ts';
import { type ForgetTarget, forget } from '../forgetting/forget.ts';
import { isForgottenMemory, mergeTombstones, openTombstones, readTombstones } from '../forgetting/tombstones.ts';
import { openDatabase } from '../sqlite/open.ts';
import { backUp, cleanCopies, copiesAreBehind, forgetEverywhere } from './all-copies.ts';
import { type Backup, checkCopy, createBackup, listBackups, rotateBackups } from './backup.ts';
import { putInPlace, salvageTombstones } from './restore.ts';

const DAY = 24 * 3600_000;
const NOON = Date.parse('2026-03-18T12:00:00Z');
let store: TestStore;
let place: { database: string; backups: string };
beforeEach(() => {
  store = createStore();
  place = { database: store.file, backups: join(store.folder, 'backups') };
});
afterEach(() => store.close());

const heron = { title: 'The heron is blue', narrative: 'Somebody painted heron7731 blue.' };
const count = (file: string, table: string) => {
  const db = openDatabase(file, { readonly: true });
  const { n } = db.prepare<[], { n: number }>(`select count(*) as n from ${table}`).get() as { n: number };
  db.close();
  return n;
};

describe('backups', () => {
  it('are one complete private file each, and appear only when complete', async () => {
    await writeTurn(store.db, { observations: [heron] });
    const backup = await backUp(store.db, place, NOON);
    expect(backup.name).toBe('c-mem-20260318-120000.db');
    expect(statSync(backup.path).mode & 0o777).toBe(0o600);
    expect(statSync(place.backups).mode & 0o777).toBe(0o700);
    expect(checkCopy(backup.path)).toBeNull();
    expect(filesContaining(place.backups, 'heron7731')).toEqual([backup.path]);
    expect(count(backup.path, 'observations')).toBe(1);
    writeFileSync(join(place.backups, 'c-mem-20260319-120000.db'), readFileSync(backup.path).subarray(0, 20_000));
    expect(checkCopy(join(place.backups, 'c-mem-20260319-120000.db'))).not.toBeNull();
  });

  it('leave nothing behind if they fail', async () => {
    mkdirSync(join(place.backups, 'c-mem-20260318-120000.db'), { recursive: true });
    await expect(createBackup(store.db, place.backups, NOON)).rejects.toMatchObject({ code: 'BACKUP_FAILED' });
    expect(filesContaining(place.backups, 'SQLite')).toEqual([]);
  });

  it('are not made in a data folder that somebody deleted', async () => {
    const gone = {
      ...place,
      database: join(store.folder, 'gone', 'c-mem.db'),
      backups: join(store.folder, 'gone', 'backups'),
    };
    await expect(backUp(store.db, gone, NOON)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(existsSync(join(store.folder, 'gone'))).toBe(false);
  });

  it('keep seven days and four weeks, and all of today', () => {
    mkdirSync(place.backups);
    const name = (at: number) =>
      `c-mem-${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}.db`;
    for (let day = 0; day < 60; day += 1) {
      for (const hour of [1, 9]) writeFileSync(join(place.backups, name(NOON - day * DAY - hour * 3600_000)), '');
    }
    rotateBackups(place.backups, NOON);
    const kept = listBackups(place.backups).map(({ at }) => new Date(at).toISOString().slice(0, 13));
    // March 18, 2026 is a Wednesday: its week began on the 16th.
    expect(kept).toEqual([
      '2026-03-18T11',
      '2026-03-18T03',
      '2026-03-17T11',
      '2026-03-16T11',
      '2026-03-15T11',
      '2026-03-14T11',
      '2026-03-13T11',
      '2026-03-12T11',
      '2026-03-08T11',
      '2026-03-01T11',
    ]);
    expect(rotateBackups(place.backups, NOON)).toEqual([]);
  });
});

describe('what is forgotten', () => {
  it('is deleted from every backup, and from files that were set aside', async () => {
    await writeTurn(store.db, { observations: [heron, { title: 'The parser works' }] });
    await backUp(store.db, place, NOON);
    const aside = `${store.file}.replaced-20260301-120000`;
    writeFileSync(aside, readFileSync((listBackups(place.backups)[0] as { path: string }).path));
    const broken = `${store.file}.broken-20260301-120000`;
    writeFileSync(broken, 'not a database, but heron7731 is in it');
    const { copies } = forgetEverywhere(store.db, place, [{ kind: 'observation', id: 1 }], NOON);
    expect(copies).toEqual({ rewritten: 2, dropped: [broken], left: [] });
    expect(filesContaining(store.folder, 'heron7731')).toEqual([]);
    expect(filesContaining(store.folder, 'The parser works').length).toBe(3);
    for (const { path } of listBackups(place.backups)) expect(checkCopy(path)).toBeNull();
    expect(copiesAreBehind(store.db)).toBe(false);
  });

  it.each([
    ['session', { kind: 'session', id: 's1' }],
    ['project', { kind: 'project', id: 1 }],
    ['time', { kind: 'range', from: 0, until: NOON, projectId: null }],
  ] as [string, ForgetTarget][])('is deleted from every backup with its %s', async (_name, target) => {
    await writeTurn(store.db, { session: 's1', observations: [heron], summary: { request: 'Paint heron7731' } });
    await backUp(store.db, place, NOON);
    expect(filesContaining(place.backups, 'heron7731')).toHaveLength(1);
    expect(forgetEverywhere(store.db, place, [target], NOON).copies.rewritten).toBe(1);
    expect(filesContaining(store.folder, 'heron7731')).toEqual([]);
  });

  it('is completed later if forgetting was interrupted', async () => {
    await writeTurn(store.db, { observations: [heron] });
    await backUp(store.db, place, NOON);
    forget(store.db, [{ kind: 'observation', id: 1 }], NOON);
    expect(copiesAreBehind(store.db)).toBe(true);
    expect(cleanCopies(store.db, place).rewritten).toBe(1);
    expect(filesContaining(place.backups, 'heron7731')).toEqual([]);
    expect(copiesAreBehind(store.db)).toBe(false);
  });

  it('is found in a copy by its own names: IDs may have been reused', async () => {
    await writeTurn(store.db, {
      session: 'a',
      promptNumber: 1,
      at: 1000,
      observations: [{ title: 'The parser works' }],
    });
    await writeTurn(store.db, { session: 'a', promptNumber: 2, at: 2000, observations: [heron] });
    await backUp(store.db, place, NOON);
    forget(store.db, [{ kind: 'observation', id: 2 }], NOON);
    // As in a store of a version that gave IDs twice.
    store.db.exec("delete from meta where key glob 'highest_*'");
    await writeTurn(store.db, {
      session: 'a',
      promptNumber: 3,
      at: 3000,
      observations: [{ title: 'A new one of the same id' }],
    });
    expect(store.db.prepare('select id from observations where title like ?').get('A new%')).toEqual({ id: 2 });
    await backUp(store.db, place, NOON + DAY);
    cleanCopies(store.db, place);
    const [newer, older] = listBackups(place.backups) as [Backup, Backup];
    expect([count(newer.path, 'observations'), count(older.path, 'observations')]).toEqual([2, 1]);
    expect(filesContaining(place.backups, 'heron7731')).toEqual([]);
  });

  it('is recognized after it was edited', async () => {
    await writeTurn(store.db, { observations: [heron] });
    await backUp(store.db, place, NOON);
    store.db.prepare("update observations set title = 'Renamed', edited_at = 1").run();
    forgetEverywhere(store.db, place, [{ kind: 'observation', id: 1 }], NOON);
    expect(filesContaining(place.backups, 'heron7731')).toEqual([]);
  });

  it('stays forgotten when an older backup is restored, and its memories are recognized by name', async () => {
    await writeTurn(store.db, { session: 'a', at: 5000, observations: [heron] });
    await writeTurn(store.db, { session: 'b', at: 6000, observations: [{ title: 'The parser works' }] });
    const { path } = await createBackupOutside();
    forgetEverywhere(store.db, place, [{ kind: 'session', id: 'a' }], NOON);
    const tombstones = salvageTombstones(store.file);
    store.db.close();
    const done = putInPlace(store.file, path, { now: NOON, tombstones, aside: 'replaced' });
    expect(done.forgottenAgain).toBeGreaterThan(0);
    const db = openDatabase(store.file);
    store.db = db;
    expect(db.prepare('select title from observations').all()).toEqual([{ title: 'The parser works' }]);
    expect(db.prepare('select id from sessions').all()).toEqual([{ id: 'b' }]);
    expect(filesContaining(store.folder, 'heron7731')).toEqual([path]);
    expect(isForgottenMemory(db, { sessionId: 'a', projectId: 1, at: 5000, title: heron.title })).toBe(true);
    expect(isForgottenMemory(db, { sessionId: 'b', projectId: 1, at: 6000, title: 'The parser works' })).toBe(false);
  });

  it('is applied with both keys if a store knows two', () => {
    const other = createStore();
    openTombstones(other.db).add('session', 'theirs', 9000);
    openTombstones(store.db).add('session', 'ours', 9000);
    mergeTombstones(store.db, readTombstones(other.db));
    other.close();
    store.db.exec("insert into projects (key, name, created_at) values ('/p', 'p', 0)");
    for (const id of ['ours', 'theirs', 'nobody’s'])
      store.db
        .prepare("insert into sessions (id, host, project_id, started_at, last_event_at) values (?, 'x', 1, 5, 5)")
        .run(id);
    applyTombstones(store.db);
    expect(store.db.prepare('select id from sessions').all()).toEqual([{ id: 'nobody’s' }]);
  });

  /** A place that forgetting cannot reach, such as another disk. */
  function createBackupOutside() {
    const folder = join(store.folder, 'elsewhere');
    mkdirSync(folder);
    return createBackup(store.db, folder, NOON);
  }
});
