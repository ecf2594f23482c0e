// Retention: every hour, drops the raw payloads of events that are older than the settings allow.

import { setImmediate } from 'node:timers/promises';
import type { Settings } from '../../config/settings.ts';
import type { Store } from '../../store/index.ts';
import type { Log } from '../log.ts';
import type { Task } from './task-runner.ts';

const EVERY_MS = 3600_000;
const DAY_MS = 24 * 3600_000;

export interface RetentionParts {
  store: Store;
  settings: () => Settings;
  log: Log;
  now: () => number;
}

export function createRetentionTask({ store, settings, log, now }: RetentionParts): Task {
  let next = 0;
  return {
    isDue: () => now() >= next,
    async run(isStopped) {
      next = now() + EVERY_MS;
      const { rawDays, provider } = settings();
      const rules = { before: now() - rawDays * DAY_MS, keepWanted: provider !== 'embedded' };
      let dropped = 0;
      for (let some = 1; some > 0 && !isStopped(); await setImmediate()) {
        some = store.events.dropOldPayloads(rules);
        dropped += some;
      }
      if (dropped > 0) log.info({ events: dropped }, 'expired raw payloads were dropped');
    },
  };
}
