// Every copy of the store that lies in the data folder: backups, and files that were set aside. What is forgotten in the
// store is forgotten in all of them.
import { readdirSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makePrivateFolder } from '../../config/paths.ts';
import { CMemError } from '../../domain/errors.ts';
import { obeyTombstones } from '../forgetting/apply-tombstones.ts';
import { type ForgetTarget, type Forgotten, forget, wipeFreed } from '../forgetting/forget.ts';
import { type Redactor, redactStore } from '../forgetting/redact.ts';
import { carryGraveyard, countTombstones, type Graveyard, readGraveyard } from '../forgetting/tombstones.ts';
import { type Database, openDatabase, sql } from '../sqlite/open.ts';
import { type Backup, createBackup, listBackups, removeCopy, rotateBackups, settle } from './backup.ts';
import { noteGraveyard } from './restore.ts';

/** A copy, and the room that its making takes. */
const SPARE = 1.2;

export interface StorePlace {
  database: string;
  backups: string;
}

export interface Cleansed {
  rewritten: number;
  /** Copies that are not whole: nobody can say what is in them, so they are not kept. */
  dropped: string[];
  /** Copies of a newer version, which only that can rewrite. */
  left: string[];
}

/** Forgets in the store, in its free pages and in every copy of it. */
export function forgetEverywhere(
  db: Database,
  place: StorePlace,
  targets: ForgetTarget[],
  now: number,
): { forgotten: Forgotten; copies: Cleansed } {
  const sessions = sessionsConcerned(db, targets);
  const forgotten = forget(db, targets, now);
  wipeFreed(db);
  return { forgotten, copies: cleanseCopies(db, place, sessions) };
}

/** Whether something was forgotten that some copy may still hold: whoever forgot it was cut off. */
export function copiesAreBehind(db: Database): boolean {
  return sql(db, "select 1 from meta where key = 'copies_behind'").get() !== undefined;
}

/** Has every copy forget what the store has forgotten. `sessions` names those that can be concerned. */
export function cleanseCopies(db: Database, place: StorePlace, sessions: string[] | null = null): Cleansed {
  const steps = cleanseOneByOne(db, place, sessions);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same, with a pause after each copy for somebody who has other things to do. */
export function* cleanseOneByOne(
  db: Database,
  place: StorePlace,
  sessions: string[] | null = null,
): Generator<void, Cleansed> {
  const behind = sql<[], { value: string }>(db, "select value from meta where key = 'copies_behind'").get()?.value;
  const graveyard = readGraveyard(db);
  noteGraveyard(place.database, graveyard);
  const done: Cleansed = { rewritten: 0, dropped: [], left: [] };
  for (const path of copiesOf(place)) {
    try {
      if (cleanseCopy(path, graveyard, sessions)) done.rewritten += 1;
    } catch (error) {
      if (error instanceof CMemError && error.code === 'STORE_NEWER') {
        done.left.push(path);
        continue;
      }
      removeCopy(path);
      done.dropped.push(path);
    }
    yield;
  }
  // Somebody may have forgotten more meanwhile.
  if (behind !== undefined && done.left.length === 0)
    sql(db, "delete from meta where key = 'copies_behind' and value = ?").run(behind);
  return done;
}

/** Takes secrets out of every copy, too. A copy that cannot be read may hold any, and is not kept. */
export function redactCopies(place: StorePlace, redactor: Redactor): Cleansed {
  const done: Cleansed = { rewritten: 0, dropped: [], left: [] };
  for (const path of copiesOf(place)) {
    try {
      const copy = openDatabase(path);
      let changed = 0;
      try {
        changed = Object.values(redactStore(copy, redactor)).reduce((sum, rows) => sum + rows, 0);
      } finally {
        copy.close();
      }
      settle(path);
      if (changed > 0) done.rewritten += 1;
    } catch (error) {
      if (error instanceof CMemError && error.code === 'STORE_NEWER') done.left.push(path);
      else {
        removeCopy(path);
        done.dropped.push(path);
      }
    }
  }
  return done;
}

/** Makes a backup now, unless it would fill the disk, and lets old ones go. */
export async function backUp(db: Database, place: StorePlace, now: number): Promise<Backup> {
  makePrivateFolder(place.backups);
  const size = statSync(place.database).size;
  const disk = statfsSync(place.backups);
  if (disk.bavail * disk.bsize < size * SPARE) {
    throw new CMemError('BACKUP_FAILED', `There is no room for a backup of ${Math.ceil(size / 1e6)} MB`);
  }
  const backup = await createBackup(db, place.backups, now);
  catchUpCopy(db, backup.path);
  rotateBackups(place.backups, now);
  return backup;
}

/** A copy that was made while something was forgotten may have missed it. */
function catchUpCopy(db: Database, path: string): void {
  const copy = openDatabase(path);
  const same = countTombstones(copy) === countTombstones(db);
  copy.close();
  if (same) settle(path);
  else cleanseCopy(path, readGraveyard(db), null);
}

/** Backups, and what a repair or a restore set aside. */
function copiesOf({ database, backups }: StorePlace): string[] {
  const aside = readdirSync(dirname(database))
    .filter((name) =>
      new RegExp(`^${basename(database).replace('.', '\\.')}\\.(broken|replaced)-\\d{8}-\\d{6}(-\\d+)?$`).test(name),
    )
    .map((name) => join(dirname(database), name));
  return [...listBackups(backups).map(({ path }) => path), ...aside];
}

function cleanseCopy(path: string, graveyard: Graveyard, sessions: string[] | null): boolean {
  const copy = openDatabase(path);
  let gone = 0;
  try {
    carryGraveyard(copy, graveyard);
    gone = obeyTombstones(copy, sessions);
    sql(copy, "delete from meta where key = 'copies_behind'").run();
    wipeFreed(copy);
  } finally {
    copy.close();
  }
  settle(path);
  return gone > 0;
}

/** The sessions that a copy must be searched in; null where it may be any. */
function sessionsConcerned(db: Database, targets: ForgetTarget[]): string[] | null {
  const tables = { observation: 'observations', summary: 'summaries', prompt: 'prompts', event: 'events' } as const;
  const found: string[] = [];
  for (const target of targets) {
    if (target.kind === 'project' || target.kind === 'range') return null;
    if (target.kind === 'session') found.push(target.id);
    else {
      const row = sql<[number], { id: string | null }>(
        db,
        `select session_id as id from ${tables[target.kind]} where id = ?`,
      ).get(target.id);
      if (row?.id) found.push(row.id);
    }
  }
  return found;
}
