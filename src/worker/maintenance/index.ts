// Maintenance: what the worker does now and then, started by the tick. See the files beside this one.

import type { Paths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import { errorName } from '../../domain/errors.ts';
import type { Store } from '../../store/index.ts';
import type { ReadingList } from '../intake/reading-list.ts';
import type { Log } from '../log.ts';
import { createBackupTask } from './backups.ts';
import { createCopiesTask, createForgetting, type Forgetting } from './forgetting.ts';
import { createIndexMergeTask } from './index-merge.ts';
import { createIntegrityCheckTask } from './integrity-check.ts';
import { createMemoryFileTask } from './memory-files.ts';
import { createOutdatedTask } from './outdated.ts';
import { createRetentionTask } from './retention.ts';
import { interruptSilentSessions } from './silent-sessions.ts';
import { createTaskRunner } from './task-runner.ts';

export interface Maintenance extends Pick<Forgetting, 'forgetAt'> {
  /** Cheap if nothing is due; long work is only started here. */
  start(): void;
  settled(): Promise<void>;
  stop(): void;
}

export interface MaintenanceParts {
  store: Store;
  paths: Paths;
  settings: () => Settings;
  log: Log;
  now: () => number;
  readingList: ReadingList;
  /** Has the reading list worked off. */
  read: () => void;
  isQuiet: () => boolean;
  onDamage: () => void;
  /** Something was forgotten. */
  onChange: () => void;
}

export function createMaintenance(parts: MaintenanceParts): Maintenance {
  const { store, paths, log, now } = parts;
  const forgetting = createForgetting(parts);
  const hourly = createTaskRunner(
    [createRetentionTask(parts), createOutdatedTask(parts), createIndexMergeTask(parts)],
    now,
    (error) => log.error({ error: errorName(error) }, 'hourly maintenance failed'),
  );
  const memoryFiles = createTaskRunner([createMemoryFileTask(parts)], now, (error) =>
    log.error({ error: errorName(error) }, "the host's memory files could not be checked"),
  );
  const copies = createTaskRunner(
    [createCopiesTask(parts), createBackupTask(parts), createIntegrityCheckTask(parts)],
    now,
    onBackupFailure,
  );

  function onBackupFailure(error: unknown): void {
    const name = errorName((error as Error).cause ?? error);
    log.error({ error: name }, 'backup or integrity check failed');
    try {
      store.notices.put('backup', `No backup could be created (${name})`);
    } catch (cause) {
      // A full disk, perhaps, which is why the backup failed.
      log.error({ error: errorName(cause) }, 'the failure cannot be shown in the status');
    }
  }

  return {
    start() {
      interruptSilentSessions(parts);
      if (!hourly.isRunning()) forgetting.forgetDue();
      hourly.start();
      memoryFiles.start();
      store.copies.writeHighWater(paths.highWater, now());
      copies.start();
    },
    forgetAt: forgetting.forgetAt,
    async settled() {
      await Promise.all([hourly.settled(), memoryFiles.settled(), copies.settled()]);
    },
    stop() {
      forgetting.stop();
      hourly.stop();
      memoryFiles.stop();
      copies.stop();
    },
  };
}
