// Brings a backup back: what was forgotten since it was made stays forgotten, and the file that it replaces is set aside.
// The caller holds the worker's lock.
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { checkCopy, removeCopy, settle, stamp } from './backup.ts';
import { connect, type Database, openDatabase, sql } from './database.ts';
import { wipeFreed } from './forget.ts';
import { obeyTombstones } from './obey.ts';
import { carryGraveyard, type Graveyard, readGraveyard, type TombstoneRow } from './tombstones.ts';

/** Puts a good copy in the store's place. Answers where the old file went; null where there was none. */
export function putInPlace(
  file: string,
  copy: string,
  options: { now: number; graveyard: Graveyard; aside: 'replaced' | 'broken' },
): { setAside: string | null; forgottenAgain: number } {
  const part = `${file}.restoring`;
  removeCopy(part);
  copyFileSync(copy, part);
  settle(part);
  const forgottenAgain = forgetAgain(part, options.graveyard);
  const setAsideAs = setAside(file, options.aside, options.now);
  renameSync(part, file);
  return { setAside: setAsideAs, forgottenAgain };
}

/** The newest of these copies that is whole. */
export function newestGood(copies: { path: string }[]): string | null {
  return copies.find(({ path }) => checkCopy(path) === null)?.path ?? null;
}

/** Moves the store and what lies beside it out of the way. */
export function setAside(file: string, why: 'replaced' | 'broken', now: number): string | null {
  if (!existsSync(file)) {
    removeCopy(file);
    return null;
  }
  let target = `${file}.${why}-${stamp(now)}`;
  for (let n = 2; existsSync(target); n += 1) target = `${file}.${why}-${stamp(now)}-${n}`;
  for (const suffix of ['-wal', '-shm']) if (existsSync(file + suffix)) renameSync(file + suffix, target + suffix);
  renameSync(file, target);
  return target;
}

/** The tombstones of a store that may be broken: as many as can be read. */
export function salvageGraveyard(file: string): Graveyard {
  if (!existsSync(file)) return { keys: [], rows: [] };
  let db: Database;
  try {
    db = connect(file, { readonly: true });
  } catch {
    return { keys: [], rows: [] };
  }
  const rows: TombstoneRow[] = [];
  try {
    return readGraveyard(db);
  } catch {
    const keys: string[] = [];
    try {
      for (const row of sql<[], { value: string }>(
        db,
        "select value from meta where key glob 'tombstone_key*'",
      ).iterate())
        keys.push(row.value);
      for (const row of sql<[], TombstoneRow>(db, 'select kind, digest, created_at from tombstones').iterate())
        rows.push(row);
    } catch {
      // what was read until here is what there is
    }
    return { keys, rows };
  } finally {
    db.close();
  }
}

function forgetAgain(path: string, graveyard: Graveyard): number {
  const db = openDatabase(path);
  try {
    carryGraveyard(db, graveyard);
    const gone = obeyTombstones(db);
    wipeFreed(db);
    return gone;
  } finally {
    db.pragma('journal_mode = delete');
    db.close();
  }
}
