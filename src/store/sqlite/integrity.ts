// Checks whether the file is intact, and whether the search indexes match their tables.

import type { Database } from './connect.ts';
import { META, readMeta, writeMeta } from './meta.ts';

/** What is wrong with the file, in a few words; null if it is intact. The quick check skips the contents of indexes. */
export function checkIntegrity(db: Database, thorough = false): string | null {
  const rows = db.pragma(thorough ? 'integrity_check(5)' : 'quick_check(5)') as Record<string, string>[];
  const first = Object.values(rows[0] ?? {})[0] ?? 'no answer';
  return first === 'ok' ? null : (first.split('\n')[0]?.slice(0, 200) ?? 'damaged');
}

/** Whether SQLite reports that the file is damaged, whatever the operation was. */
export function isDamage(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = String((at as { code?: unknown }).code);
    if (/^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(code) || code === 'STORE_NOT_A_DATABASE') return true;
  }
  return false;
}

const INDEXES = ['observations_fts', 'summaries_fts', 'prompts_fts'];

/** Checks thoroughly and rebuilds indexes that do not match their tables. `damaged` is what cannot be fixed here. */
export function checkThoroughly(db: Database): { rebuilt: string[]; damaged: string | null } {
  const rebuilt: string[] = [];
  for (const index of INDEXES) {
    try {
      db.exec(`insert into ${index} (${index}, rank) values ('integrity-check', 1)`);
    } catch (error) {
      if (!isDamage(error)) throw error;
      db.exec(`insert into ${index} (${index}) values ('rebuild')`);
      rebuilt.push(index);
    }
  }
  let damaged = checkIntegrity(db, true);
  if (damaged && checkIntegrity(db) === null) {
    db.exec('reindex');
    rebuilt.push('indexes');
    damaged = checkIntegrity(db, true);
  }
  return { rebuilt, damaged };
}

/** When the last thorough check was made. For a database that never had one, it counts from now. */
export function lastChecked(db: Database, now: number): number {
  const known = readMeta(db, META.checkedAt);
  if (known === null) noteChecked(db, now);
  return known === null ? now : Number(known);
}

export function noteChecked(db: Database, at: number): void {
  writeMeta(db, META.checkedAt, String(at));
}
