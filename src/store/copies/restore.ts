// Brings a backup back: what was forgotten since it was made stays forgotten, and the file that it replaces is set aside.
// The caller holds the worker's lock.

import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeJsonAtomic } from '../../config/atomic-file.ts';
import { obeyTombstones } from '../forgetting/apply-tombstones.ts';
import { wipeFreed } from '../forgetting/forget.ts';
import { carryGraveyard, type Graveyard, type TombstoneRow } from '../forgetting/tombstones.ts';
import { connect, type Database, openDatabase, sql } from '../sqlite/open.ts';
import { checkCopy, removeCopy, settle, stamp } from './backup.ts';

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

/** The tombstones of a store that may be broken: as many as can be read there, and those noted beside it. */
export function salvageGraveyard(file: string): Graveyard {
  const noted = readNoted(file);
  const { keys, rows } = existsSync(file) ? readBroken(file) : { keys: [], rows: [] };
  return { keys: [...new Set([...keys, ...noted.keys])], rows: [...rows, ...noted.rows] };
}

function readBroken(file: string): Graveyard {
  const found: Graveyard = { keys: [], rows: [] };
  let db: Database;
  try {
    db = connect(file, { readonly: true });
  } catch {
    return found;
  }
  try {
    const keys = sql<[], { value: string }>(db, "select value from meta where key glob 'tombstone_key*'");
    for (const row of keys.iterate()) found.keys.push(row.value);
    const rows = sql<[], TombstoneRow>(db, 'select kind, digest, created_at from tombstones');
    for (const row of rows.iterate()) found.rows.push(row);
  } catch {
    // what was read until here is what there is
  } finally {
    db.close();
  }
  return found;
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

const notes = (database: string) => join(dirname(database), 'forgotten.json');

/** Beside the store, too: where all of it is lost, what was forgotten must still not come back from the transcripts. */
export function noteGraveyard(database: string, graveyard: Graveyard): void {
  writeJsonAtomic(notes(database), graveyard);
}

function readNoted(database: string): Graveyard {
  try {
    const { keys, rows } = JSON.parse(readFileSync(notes(database), 'utf8')) as Graveyard;
    return { keys: [...keys], rows: [...rows] };
  } catch {
    return { keys: [], rows: [] };
  }
}
