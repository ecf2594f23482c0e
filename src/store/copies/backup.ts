// Backups: online copies of the database, one complete verified file each, rotated to keep seven days and four weeks.
import { chmodSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CMemError } from '../../domain/errors.ts';
import { connect, type Database } from '../sqlite/connect.ts';
import { checkIntegrity } from '../sqlite/integrity.ts';

export interface Backup {
  name: string;
  path: string;
  at: number;
  bytes: number;
}

const NAME = /^c-mem-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.db$/;
const SET_ASIDE = /\.(?:broken|replaced)-(\d{8}-\d{6})(?:-\d+)?$/;
const DAYS = 7;
const WEEKS = 4;
const DAY_MS = 24 * 3600_000;
/** Pages per step: others can write between steps, but a copy that keeps being overtaken must still finish. */
const PAGES = 4000;
const MOST_PIECES = 500;

/** Newest first. */
export function listBackups(folder: string): Backup[] {
  const found: Backup[] = [];
  for (const name of namesIn(folder)) {
    const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
    if (!year) continue;
    const path = join(folder, name);
    const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    found.push({ name, path, at, bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0 });
  }
  return found.sort((a, b) => b.at - a.at);
}

/** The files that a restore or a repair set aside next to the database, newest first. */
export function listSetAside(database: string): Backup[] {
  const folder = dirname(database);
  return namesIn(folder)
    .flatMap((name) => {
      const [, time] = name.startsWith(`${basename(database)}.`) ? (SET_ASIDE.exec(name) ?? []) : [];
      const at = time && Date.parse(time.replace(/(....)(..)(..)-(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z'));
      const path = join(folder, name);
      return at ? [{ name, path, at, bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0 }] : [];
    })
    .sort((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1));
}

/** Copies the database while it is in use. The file gets its final name only when it is complete. */
export async function createBackup(
  db: Database,
  folder: string,
  now: number,
  onShare: (share: number) => void = () => undefined,
): Promise<Backup> {
  const name = `c-mem-${stamp(now)}.db`;
  const path = join(folder, name);
  const part = `${path}.part`;
  try {
    sweep(folder);
    writeFileSync(part, '', { mode: 0o600 });
    let pieces = 0;
    await db.backup(part, {
      progress: ({ totalPages, remainingPages }) => {
        onShare(1 - remainingPages / Math.max(1, totalPages));
        pieces += 1;
        return pieces > MOST_PIECES ? 1 << 30 : PAGES;
      },
    });
    settle(part);
    renameSync(part, path);
  } catch (error) {
    removeCopy(part);
    throw new CMemError('BACKUP_FAILED', `The backup ${name} could not be created`, { cause: error });
  }
  return { name, path, at: now, bytes: statSync(path).size };
}

/** What is wrong with a copy; null if it is intact. */
export function checkCopy(path: string): string | null {
  let db: Database;
  try {
    db = connect(path, { readonly: true });
  } catch {
    return 'it cannot be opened';
  }
  try {
    return checkIntegrity(db);
  } catch (error) {
    return (error as { code?: string }).code ?? 'damaged';
  } finally {
    db.close();
  }
}

/**
 * Keeps all of today's backups, the newest of each of seven days, and the newest of each of four weeks. Returns the
 * removed names.
 */
export function rotateBackups(folder: string, now: number): string[] {
  const backups = listBackups(folder);
  const today = Math.floor(now / DAY_MS);
  const keep = new Set<string>(backups.filter(({ at }) => Math.floor(at / DAY_MS) === today).map(({ name }) => name));
  for (const [length, most] of [
    [DAY_MS, DAYS],
    [7 * DAY_MS, WEEKS],
  ] as const) {
    const periods = new Set<number>();
    for (const { name, at } of backups) {
      // Weeks start on Monday; the epoch was a Thursday.
      const period = Math.floor((at + (length === DAY_MS ? 0 : 3 * DAY_MS)) / length);
      if (periods.has(period) || periods.size >= most) continue;
      periods.add(period);
      keep.add(name);
    }
  }
  const gone = backups.filter(({ name }) => !keep.has(name));
  for (const { path } of gone) removeCopy(path);
  return gone.map(({ name }) => name);
}

/** Turns a copy into a single private file (without a write-ahead log), and rejects a damaged one. */
export function settle(path: string): void {
  const db = connect(path);
  try {
    db.pragma('journal_mode = delete');
    const wrong = checkIntegrity(db);
    if (wrong) throw new Error(`the copy is damaged: ${wrong}`);
  } finally {
    db.close();
  }
  chmodSync(path, 0o600);
}

export function removeCopy(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

/** Removes what an interrupted backup left behind. */
function sweep(folder: string): void {
  for (const name of namesIn(folder))
    if (/\.part(-journal|-wal|-shm)?$/.test(name)) rmSync(join(folder, name), { force: true });
}

/** Sortable, and valid in file names on every system. */
export function stamp(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
