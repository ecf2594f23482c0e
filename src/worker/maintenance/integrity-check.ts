// The weekly integrity check: rebuilds indexes that do not match their tables, and reports a damaged database.

import type { Paths } from '../../config/paths.ts';
import { markDamaged, type Store } from '../../store/index.ts';
import type { Log } from '../log.ts';
import type { Task } from './task-runner.ts';

const WEEK_MS = 7 * 24 * 3600_000;

export interface IntegrityCheckParts {
  store: Store;
  paths: Pick<Paths, 'database'>;
  log: Log;
  now: () => number;
  /** Whether anybody needs us right now: the check blocks the worker for as long as it takes. */
  isQuiet: () => boolean;
  onDamage: () => void;
}

export function createIntegrityCheckTask({ store, paths, log, now, isQuiet, onDamage }: IntegrityCheckParts): Task {
  return {
    isDue: () => isQuiet() && Math.abs(now() - store.integrity.lastChecked(now())) >= WEEK_MS,
    async run() {
      const { rebuilt, damaged } = store.integrity.checkThoroughly();
      store.integrity.noteChecked(now());
      if (rebuilt.length > 0) log.warn({ rebuilt }, 'indexes did not match their tables and were rebuilt');
      // The notice of an earlier repair has been up for long enough.
      if (!damaged) return store.notices.clear('repair');
      log.error({ damage: 'found' }, 'the database is damaged; the next worker repairs it');
      markDamaged(paths.database);
      onDamage();
    },
  };
}
