// A temporary home for an evaluation: the user's store is not touched, and nothing is left behind.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../store/index.ts';

export interface ScratchHome {
  folder: string;
  store: Store;
  remove(): void;
}

export function createScratchHome(): ScratchHome {
  const folder = mkdtempSync(join(tmpdir(), 'c-mem-eval-'));
  // Not worth keeping after a crash.
  const store = openStore(join(folder, 'c-mem.db'), { durable: false });
  return {
    folder,
    store,
    remove() {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
