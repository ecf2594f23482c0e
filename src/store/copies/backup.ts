// Backups: online copies of the store, one whole file each, verified, and rotated: seven days and four weeks are kept.
import { chmodSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
const DAYS = 7;
const WEEKS = 4;
const DAY_MS = 24 * 3600_000;
/** So much at a time: others write between two pieces, but a copy that is overtaken again and again must end, too. */
const PAGES = 4000;
const MOST_PIECES = 500;

/** The newest first. */
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

/** Copies the store while it is in use. The file appears under its name only when it is whole. */
export async function createBackup(db: Database, folder: string, now: number): Promise<Backup> {
  const name = `c-mem-${stamp(now)}.db`;
  const path = join(folder, name);
  const part = `${path}.part`;
  try {
    sweep(folder);
    writeFileSync(part, '', { mode: 0o600 });
    let pieces = 0;
    await db.backup(part, {
      progress: () => {
        pieces += 1;
        return pieces > MOST_PIECES ? 1 << 30 : PAGES;
      },
    });
    settle(part);
    renameSync(part, path);
  } catch (error) {
    removeCopy(part);
    throw new CMemError('BACKUP_FAILED', `The backup ${name} could not be made`, { cause: error });
  }
  return { name, path, at: now, bytes: statSync(path).size };
}

/** What is wrong with a copy; null where it is whole. */
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

/** Keeps all of today, the newest of each of seven days, and the newest of each of four weeks. Answers what went. */
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
      // Weeks begin on Mondays; the epoch was a Thursday.
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

/** Makes one file of a copy (no log of changes beside it), closes it to others, and refuses one that is not whole. */
export function settle(path: string): void {
  const db = connect(path);
  try {
    db.pragma('journal_mode = delete');
    const wrong = checkIntegrity(db);
    if (wrong) throw new Error(`the copy is not whole: ${wrong}`);
  } finally {
    db.close();
  }
  chmodSync(path, 0o600);
}

export function removeCopy(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

/** What a killed backup left behind. */
function sweep(folder: string): void {
  for (const name of namesIn(folder))
    if (/\.part(-journal|-wal|-shm)?$/.test(name)) rmSync(join(folder, name), { force: true });
}

/** Sortable, and fit for a file's name on every system. */
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
