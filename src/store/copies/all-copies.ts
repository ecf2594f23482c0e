// All copies of the database in the data folder: backups, and files that were set aside. Whatever is forgotten in the
// database is forgotten in all of them.

import { statfsSync, statSync } from 'node:fs';
import { makePrivateFolder } from '../../config/paths.ts';
import { CMemError } from '../../domain/errors.ts';
import { applyTombstones } from '../forgetting/apply-tombstones.ts';
import { type ForgetTarget, type Forgotten, forget, wipeFreed } from '../forgetting/forget.ts';
import { type Redactor, redactStore } from '../forgetting/redact.ts';
import { countTombstones, mergeTombstones, readTombstones, type TombstoneSet } from '../forgetting/tombstones.ts';
import { deleteMeta, META, readMeta } from '../sqlite/meta.ts';
import { type Database, openDatabase, sql } from '../sqlite/open.ts';
import { type Backup, createBackup, listBackups, listSetAside, removeCopy, rotateBackups, settle } from './backup.ts';
import { saveTombstones } from './restore.ts';

/** Space required for a backup, relative to the size of the database. */
const SPARE = 1.2;

export interface StorePlace {
  database: string;
  backups: string;
}

export interface CleanedCopies {
  rewritten: number;
  /** Damaged copies: their content is unknown, so they are deleted. */
  dropped: string[];
  /** Copies of a newer version, which only that version can rewrite. */
  left: string[];
}

/** Forgets in the database, its free pages and every copy. */
export function forgetEverywhere(
  db: Database,
  place: StorePlace,
  targets: ForgetTarget[],
  now: number,
): { forgotten: Forgotten; copies: CleanedCopies } {
  const sessions = sessionsConcerned(db, targets);
  const forgotten = forget(db, targets, now);
  wipeFreed(db);
  return { forgotten, copies: cleanCopies(db, place, sessions) };
}

/** Whether a copy may still contain something forgotten, because forgetting was interrupted. */
export function copiesAreBehind(db: Database): boolean {
  return readMeta(db, META.copiesBehind) !== null;
}

/** Makes every copy forget what the database has forgotten. `sessions` lists those that can be affected. */
export function cleanCopies(db: Database, place: StorePlace, sessions: string[] | null = null): CleanedCopies {
  const steps = cleanCopiesOneByOne(db, place, sessions);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same, yielding after each copy so that the caller can do other work. */
export function* cleanCopiesOneByOne(
  db: Database,
  place: StorePlace,
  sessions: string[] | null = null,
): Generator<void, CleanedCopies> {
  const behind = readMeta(db, META.copiesBehind);
  const tombstones = readTombstones(db);
  saveTombstones(place.database, tombstones);
  const done: CleanedCopies = { rewritten: 0, dropped: [], left: [] };
  for (const path of copiesOf(place)) {
    try {
      if (cleanCopy(path, tombstones, sessions)) done.rewritten += 1;
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
  // Somebody may have forgotten more in the meantime.
  if (behind !== null && done.left.length === 0) deleteMeta(db, META.copiesBehind, behind);
  return done;
}

/** Redacts secrets in every copy too. An unreadable copy may contain some, so it is deleted. */
export function redactCopies(
  place: StorePlace,
  redactor: Redactor,
  onCopy: (done: number, of: number) => void = () => undefined,
): CleanedCopies {
  const done: CleanedCopies = { rewritten: 0, dropped: [], left: [] };
  const copies = copiesOf(place);
  for (const [index, path] of copies.entries()) {
    onCopy(index, copies.length);
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
  if (copies.length > 0) onCopy(copies.length, copies.length);
  return done;
}

/** Creates a backup unless it would fill the disk, then removes old ones. */
export async function backUp(
  db: Database,
  place: StorePlace,
  now: number,
  onShare?: (share: number) => void,
): Promise<Backup> {
  // Of a data folder that somebody deleted, nothing is made again.
  const size = statSync(place.database).size;
  makePrivateFolder(place.backups);
  const disk = statfsSync(place.backups);
  if (disk.bavail * disk.bsize < size * SPARE) {
    throw new CMemError('BACKUP_FAILED', `There is not enough disk space for a backup of ${Math.ceil(size / 1e6)} MB`);
  }
  const backup = await createBackup(db, place.backups, now, onShare);
  catchUpCopy(db, backup.path);
  rotateBackups(place.backups, now);
  return backup;
}

/** A copy made while something was being forgotten may have missed it. */
function catchUpCopy(db: Database, path: string): void {
  const copy = openDatabase(path);
  const same = countTombstones(copy) === countTombstones(db);
  copy.close();
  if (same) settle(path);
  else cleanCopy(path, readTombstones(db), null);
}

/** Backups, and files set aside by a repair or restore. */
function copiesOf(place: StorePlace): string[] {
  return [...listBackups(place.backups), ...listSetAside(place.database)].map(({ path }) => path);
}

function cleanCopy(path: string, tombstones: TombstoneSet, sessions: string[] | null): boolean {
  const copy = openDatabase(path);
  let gone = 0;
  try {
    mergeTombstones(copy, tombstones);
    gone = applyTombstones(copy, sessions);
    deleteMeta(copy, META.copiesBehind);
    wipeFreed(copy);
  } finally {
    copy.close();
  }
  settle(path);
  return gone > 0;
}

/** The sessions that must be searched in a copy; null for all. */
function sessionsConcerned(db: Database, targets: ForgetTarget[]): string[] | null {
  const tables = { observation: 'observations', summary: 'summaries', prompt: 'prompts', event: 'events' } as const;
  const found: string[] = [];
  for (const target of targets) {
    if (target.kind === 'project' || target.kind === 'range') return null;
    // In no session.
    if (target.kind === 'host-memory') continue;
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
