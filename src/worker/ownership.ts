// Whether the lock and the database file are still this worker's own: somebody may delete or replace them while it runs.

import { statSync } from 'node:fs';
import type { Lock } from '../store/index.ts';

/** The next worker repairs it, so one is started right away. */
export const REPLACED = 'the database file was deleted or replaced';
const REMOVED = 'the data folder was removed';

export interface Ownership {
  /** Why this worker must end; null as long as everything is its own. */
  lost(): string | null;
  hasLock(): boolean;
  /** Whether the file we write to is the one that everybody else sees. */
  hasStore(): boolean;
}

/** `inode` is that of the database file that is open. */
export function createOwnership(lock: Lock, database: string, inode: number): Ownership {
  const hasStore = () => statSync(database, { throwIfNoEntry: false })?.ino === inode;
  return {
    lost() {
      if (!lock.isStillOurs()) return REMOVED;
      return hasStore() ? null : REPLACED;
    },
    hasLock: () => lock.isStillOurs(),
    hasStore,
  };
}
