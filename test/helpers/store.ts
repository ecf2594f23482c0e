// A real store in a scratch folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/store/sqlite/open.ts';
import { type Store, storeOn } from '../../src/store/store.ts';

export interface TestStore {
  folder: string;
  file: string;
  /** To look at what is stored, behind the back of what is tested. */
  db: Database;
  parts: Store;
  close(): void;
}

export function createStore(): TestStore {
  const folder = mkdtempSync(join(tmpdir(), 'c-mem-store-'));
  const file = join(folder, 'c-mem.db');
  const db = openDatabase(file);
  return {
    folder,
    file,
    db,
    parts: storeOn(db),
    close() {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
