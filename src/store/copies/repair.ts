// Opens the database whatever the state of its file. A damaged file is set aside and replaced by the newest good
// backup; the caller then reads what is newer from the transcripts. The caller holds the worker's lock.

import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { writeJsonAtomic } from '../../config/atomic-file.ts';
import { isObject, number } from '../../domain/json.ts';
import { isForgottenMemory, isForgottenSession, mergeTombstones } from '../forgetting/tombstones.ts';
import { ensureProject } from '../ledger/projects.ts';
import { ensureSession } from '../ledger/sessions.ts';
import { checkIntegrity, isDamage } from '../sqlite/integrity.ts';
import { META, readMeta, writeMeta } from '../sqlite/meta.ts';
import { type Database, type OpenOptions, openDatabase, sql, transact } from '../sqlite/open.ts';
import { listBackups } from './backup.ts';
import { newestGood, putInPlace, salvageTombstones, setAside } from './restore.ts';
import { type Salvaged, salvage } from './salvage.ts';

export interface Repair {
  /** What was wrong, in a few words. */
  what: string;
  /** The backup now in use; null if there was no good one, or none was needed. */
  backup: string | null;
  /** Everything since this time must be read again; 0 for everything. */
  since: number;
  setAside: string | null;
  /** Whether all sessions of the damaged database are known again. */
  allSessionsKnown: boolean;
}

export interface RepairPlace {
  database: string;
  backups: string;
  highWater: string;
}

/** An integrity check takes about 7 ms per MB, so larger files are checked only once a day. */
const LARGE = 256 * 1024 * 1024;
const DAY_MS = 24 * 3600_000;

export function openOrRepair(
  place: RepairPlace,
  now: number,
  options: Pick<OpenOptions, 'walPages'> = {},
): { db: Database; repair: Repair | null } {
  const wrong = diagnose(place, now);
  if (wrong === null) {
    const db = openDatabase(place.database, options);
    const mark = readHighWater(place.highWater);
    if (!lostItsNewest(db, mark)) return { db, repair: null };
    const since = lastStored(db);
    writeHighWater(db, place.highWater, now);
    return {
      db,
      repair: { what: 'its newest part was lost', backup: null, since, setAside: null, allSessionsKnown: false },
    };
  }
  return repairFrom(place, wrong, now, options);
}

function repairFrom(
  place: RepairPlace,
  what: string,
  now: number,
  options: Pick<OpenOptions, 'walPages'>,
): { db: Database; repair: Repair } {
  const { database } = place;
  const tombstones = salvageTombstones(database);
  const salvaged: Salvaged = salvage(database);
  const backups = listBackups(place.backups);
  const good = newestGood(backups);
  const aside = good
    ? putInPlace(database, good, { now, tombstones, aside: 'broken' }).setAside
    : setAside(database, 'broken', now);
  rmSync(damageMark(database), { force: true });
  const db = openDatabase(database, options);
  transact(db, () => {
    mergeTombstones(db, tombstones);
    restoreSalvaged(db, salvaged, now);
  });
  writeHighWater(db, place.highWater, now);
  const backup = backups.find(({ path }) => path === good) ?? null;
  return {
    db,
    repair: {
      what,
      backup: backup?.name ?? null,
      since: backup?.at ?? 0,
      setAside: aside === null ? null : basename(aside),
      allSessionsKnown: salvaged.complete,
    },
  };
}

/** Why the database cannot be used as is; null if it can, or if there has never been one. */
function diagnose(place: RepairPlace, now: number): string | null {
  const { database } = place;
  const size = statSync(database, { throwIfNoEntry: false })?.size;
  if (!size) {
    // In a new database, the first pages may still be in the log.
    const young = (statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    return hadMore(place) && !young ? (size === 0 ? 'it was empty' : 'it was gone') : null;
  }
  if (existsSync(damageMark(database))) return 'it was found damaged';
  try {
    const db = openDatabase(database);
    try {
      if (size > LARGE && Math.abs(now - lastQuickCheck(db)) < DAY_MS) return null;
      const wrong = checkIntegrity(db);
      if (wrong === null && size > LARGE) noteQuickCheck(db, now);
      return wrong;
    } finally {
      db.close();
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    return (error as { code?: string }).code === 'STORE_NOT_A_DATABASE' ? 'it was not a database' : 'it was damaged';
  }
}

/** Whether there was ever a database, even if its file no longer exists. */
export function hadMore({ backups, highWater }: Pick<RepairPlace, 'backups' | 'highWater'>): boolean {
  return readHighWater(highWater).job > 0 || listBackups(backups).length > 0;
}

/** Records damage found while the database is in use: the next start repairs it even if a quick check finds nothing. */
export function markDamaged(database: string): void {
  writeFileSync(damageMark(database), '', { mode: 0o600 });
}

const damageMark = (database: string) => `${database}.damaged`;

/**
 * Restores the rows of sessions missing from the backup, so that their transcripts are read, and memories written by
 * people.
 */
function restoreSalvaged(db: Database, { sessions, memories }: Salvaged, now: number): void {
  for (const row of sessions) {
    if (isForgottenSession(db, row.id, row.started_at)) continue;
    const projectId = ensureProject(db, { key: row.project_key, name: row.project_name }, now);
    ensureSession(db, {
      id: row.id,
      host: row.host,
      projectId,
      folder: row.folder,
      transcriptPath: row.transcript_path,
      at: row.last_event_at,
    });
    sql(
      db,
      `update sessions set started_at = min(started_at, @started_at), status = @status, end_reason = @end_reason,
         ended_at = @ended_at where id = @id`,
    ).run(row);
  }
  for (const { project_key, project_name, ...memory } of memories) {
    const projectId = ensureProject(db, { key: project_key, name: project_name }, now);
    const named = { sessionId: null, at: memory['created_at'] as number, title: memory['title'] as string | null };
    if (isForgottenMemory(db, { ...named, projectId })) continue;
    insertMemory(db, { ...memory, project_id: projectId }, named);
  }
}

/** Inserts the memory under a new ID, unless it is already there. */
function insertMemory(
  db: Database,
  row: Record<string, unknown>,
  { at, title }: { at: number; title: string | null },
): void {
  const known = sql(
    db,
    'select 1 from observations where session_id is null and project_id = ? and created_at = ? and title is ?',
  ).get(row['project_id'], at, title);
  if (known) return;
  const columns = Object.keys(row).filter((name) => !['id', 'scope', 'job_id', 'superseded_by'].includes(name));
  sql(
    db,
    `insert into observations (${columns.join(', ')}) values (${columns.map((name) => `@${name}`).join(', ')})`,
  ).run(row);
}

/** The newest job marks how far a database has come: jobs are only removed when their session is forgotten. */
interface HighWater {
  job: number;
  at: number;
}

function readHighWater(file: string): HighWater {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isObject(value)) return { job: number(value, 'job') ?? 0, at: number(value, 'at') ?? 0 };
  } catch {
    // not written yet
  }
  return { job: 0, at: 0 };
}

/** Records how far the database has come. Cheap: written only if it changed. */
export function writeHighWater(db: Database, file: string, now: number): void {
  const job = newestJob(db);
  if (readHighWater(file).job === job) return;
  writeJsonAtomic(file, { job, at: now });
}

/** There was more before, and nobody forgot it. */
function lostItsNewest(db: Database, mark: HighWater): boolean {
  if (newestJob(db) >= mark.job) return false;
  return sql(db, 'select 1 from tombstones where created_at >= ?').get(mark.at) === undefined;
}

function newestJob(db: Database): number {
  return sql<[], { id: number | null }>(db, 'select max(id) as id from jobs').get()?.id ?? 0;
}

/** When the newest event was stored. */
function lastStored(db: Database): number {
  return sql<[], { at: number }>(db, 'select stored_at as at from events order by id desc limit 1').get()?.at ?? 0;
}

function lastQuickCheck(db: Database): number {
  return Number(readMeta(db, META.lookedAt) ?? 0);
}

function noteQuickCheck(db: Database, now: number): void {
  writeMeta(db, META.lookedAt, String(now));
}
