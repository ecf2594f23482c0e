// One worker per data folder. The lock is SQLite's own file lock, which the kernel releases when its holder dies for
// any reason: there are no stale locks, and a reused process ID cannot pass for the holder.
import { statSync } from 'node:fs';
import { connect } from './open.ts';

export interface Lock {
  /** False once the file was deleted or replaced: then this lock no longer protects anything. */
  isStillOurs(): boolean;
  release(): void;
}

/** Acquires the lock, waiting at most `waitMs` for its holder; null if it is still held. */
export function acquireLock(file: string, waitMs: number): Lock | null {
  const db = connect(file);
  try {
    db.pragma(`busy_timeout = ${waitMs}`);
    // No journal file: a killed holder must leave nothing to roll back.
    db.pragma('journal_mode = memory');
    db.exec('begin exclusive');
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    throw error;
  }
  const inode = statSync(file).ino;
  return {
    isStillOurs: () => statSync(file, { throwIfNoEntry: false })?.ino === inode,
    release: () => db.close(),
  };
}

/** Whether somebody holds the lock right now. */
export function isLocked(file: string): boolean {
  if (!statSync(file, { throwIfNoEntry: false })) return false;
  const db = connect(file, { readonly: true });
  try {
    db.pragma('busy_timeout = 0');
    db.prepare('select count(*) from sqlite_master').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    db.close();
  }
}

function isBusy(error: unknown): boolean {
  return (error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false;
}
