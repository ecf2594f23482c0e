// A home of its own for a measurement: the user's store is not touched, and nothing is left behind.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../store/sqlite/open.ts';

export interface ScratchHome {
  folder: string;
  db: Database;
  remove(): void;
}

export function createScratchHome(): ScratchHome {
  const folder = mkdtempSync(join(tmpdir(), 'c-mem-eval-'));
  const db = openDatabase(join(folder, 'c-mem.db'));
  // Nobody will want this after a crash.
  db.pragma('synchronous = off');
  return {
    folder,
    db,
    remove() {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
