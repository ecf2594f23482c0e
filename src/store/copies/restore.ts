// Restores a backup: what was forgotten since stays forgotten, and the replaced file is set aside. The caller holds the
// worker's lock.

import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeJsonAtomic } from '../../config/atomic-file.ts';
import { applyTombstones } from '../forgetting/apply-tombstones.ts';
import { wipeFreed } from '../forgetting/forget.ts';
import { mergeTombstones, type TombstoneRow, type TombstoneSet } from '../forgetting/tombstones.ts';
import { highestIds, raiseHighestId } from '../memories/free-id.ts';
import { META } from '../sqlite/meta.ts';
import { connect, type Database, openDatabase, sql } from '../sqlite/open.ts';
import { checkCopy, removeCopy, settle, stamp } from './backup.ts';

/** Replaces the database with a good copy. Returns the new path of the old file; null if there was none. */
export function putInPlace(
  file: string,
  copy: string,
  options: { now: number; tombstones: TombstoneSet; aside: 'replaced' | 'broken' },
): { setAside: string | null; forgottenAgain: number } {
  const part = `${file}.restoring`;
  removeCopy(part);
  // A file that was set aside may still have its write-ahead log.
  for (const suffix of ['', '-wal']) if (existsSync(copy + suffix)) copyFileSync(copy + suffix, part + suffix);
  settle(part);
  const forgottenAgain = forgetAgain(part, options.tombstones);
  keepNumbers(file, part);
  const setAsideAs = setAside(file, options.aside, options.now);
  renameSync(part, file);
  return { setAside: setAsideAs, forgottenAgain };
}

/** The newest intact copy. */
export function newestGood(copies: { path: string }[]): string | null {
  return copies.find(({ path }) => checkCopy(path) === null)?.path ?? null;
}

/** Moves the database and its companion files out of the way. */
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

/** The tombstones of a possibly damaged database: those that can still be read, plus those saved next to it. */
export function salvageTombstones(file: string): TombstoneSet {
  const noted = readNoted(file);
  const { keys, rows } = existsSync(file) ? readBroken(file) : { keys: [], rows: [] };
  return { keys: [...new Set([...keys, ...noted.keys])], rows: [...rows, ...noted.rows] };
}

function readBroken(file: string): TombstoneSet {
  const found: TombstoneSet = { keys: [], rows: [] };
  let db: Database;
  try {
    db = connect(file, { readonly: true });
  } catch {
    return found;
  }
  try {
    const keys = sql<[string], { value: string }>(db, "select value from meta where key glob ? || '*'");
    for (const row of keys.iterate(META.tombstoneKey)) found.keys.push(row.value);
    const rows = sql<[], TombstoneRow>(db, 'select kind, digest, created_at from tombstones');
    for (const row of rows.iterate()) found.rows.push(row);
  } catch {
    // keep what was read so far
  } finally {
    db.close();
  }
  return found;
}

function forgetAgain(path: string, tombstones: TombstoneSet): number {
  const db = openDatabase(path);
  try {
    mergeTombstones(db, tombstones);
    const gone = applyTombstones(db);
    wipeFreed(db);
    return gone;
  } finally {
    db.pragma('journal_mode = delete');
    db.close();
  }
}

/** Numbers that were given since the copy was made are not given again. What cannot be read is as good as unknown. */
function keepNumbers(file: string, copy: string): void {
  let highest: ReturnType<typeof highestIds> = [];
  try {
    const db = connect(file, { readonly: true });
    try {
      highest = highestIds(db);
    } finally {
      db.close();
    }
  } catch {
    return;
  }
  const db = openDatabase(copy);
  try {
    for (const [table, id] of highest) raiseHighestId(db, table, id);
  } finally {
    db.pragma('journal_mode = delete');
    db.close();
  }
}

const notes = (database: string) => join(dirname(database), 'forgotten.json');

/** Also kept next to the database: if the database is lost, forgotten data must not come back from the transcripts. */
export function saveTombstones(database: string, tombstones: TombstoneSet): void {
  writeJsonAtomic(notes(database), tombstones);
}

function readNoted(database: string): TombstoneSet {
  try {
    const { keys, rows } = JSON.parse(readFileSync(notes(database), 'utf8')) as TombstoneSet;
    return { keys: [...keys], rows: [...rows] };
  } catch {
    return { keys: [], rows: [] };
  }
}
