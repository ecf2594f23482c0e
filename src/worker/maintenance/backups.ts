// The backup schedule: one backup a day, the first one as soon as there is enough to keep.

import type { Paths } from '../../config/paths.ts';
import { listBackups, type Store } from '../../store/index.ts';
import type { Log } from '../log.ts';
import type { Task } from './task-runner.ts';

const DAY_MS = 24 * 3600_000;
/** Less than this is not worth a backup yet; the transcripts hold it all. */
const ENOUGH_EVENTS = 50;

export function createBackupTask(parts: { store: Store; paths: Paths; log: Log; now: () => number }): Task {
  const { store, paths, log, now } = parts;
  return {
    isDue() {
      const [newest] = listBackups(paths.backups);
      // A clock that was wrong may have dated one in the future.
      if (newest) return Math.abs(now() - newest.at) >= DAY_MS;
      return store.memories.counts().events >= ENOUGH_EVENTS;
    },
    async run() {
      const { name, bytes } = await store.copies.backUp(paths, now());
      store.notices.clear('backup');
      log.info({ backup: name, bytes }, 'a backup was created');
    },
  };
}
