// What the worker does now and then: forgets what was hidden long enough, drops raw payloads whose time is over, and
// keeps the search indexes in few pieces.

import { setImmediate } from 'node:timers/promises';
import type { Settings } from '../../config/settings.ts';
import { errorName } from '../../domain/errors.ts';
import type { Store } from '../../store/index.ts';
import type { Log } from '../log.ts';

const RETENTION_EVERY_MS = 3600_000;
const DAY_MS = 24 * 3600_000;

export interface Housekeeping {
  /** Cheap where nothing is due; returns at once. */
  look(): void;
  /** A hidden memory is due at this time: it goes then, not at the next regular look. */
  forgetAt(at: number): void;
  settled(): Promise<void>;
  stop(): void;
}

export function createHousekeeping(parts: {
  store: Store;
  settings: () => Settings;
  log: Log;
  now: () => number;
  /** Something was forgotten. */
  onChange: () => void;
}): Housekeeping {
  const { store, settings, log, now, onChange } = parts;
  const timers = new Set<NodeJS.Timeout>();
  let nextRetention = 0;
  let running: Promise<void> | null = null;
  let stopped = false;

  function forgetDue(): void {
    const due = store.forgetting.due(now());
    if (due.length === 0) return;
    // The store's copies follow, in the care for the store.
    store.forgetting.forget(due, now());
    store.forgetting.wipeFreed();
    log.info({ memories: due.length }, 'forgotten');
    onChange();
  }

  async function dropPayloads(): Promise<void> {
    const { rawDays, provider } = settings();
    const rules = { before: now() - rawDays * DAY_MS, keepWanted: provider !== 'embedded' };
    let dropped = 0;
    for (let some = 1; some > 0 && !stopped; await setImmediate()) {
      some = store.events.dropOldPayloads(rules);
      dropped += some;
    }
    if (dropped > 0) log.info({ events: dropped }, 'raw payloads were dropped, their time is over');
  }

  async function mergeIndexes(): Promise<void> {
    store.search.beginMerge();
    while (!stopped && store.search.mergeOn()) await setImmediate();
  }

  return {
    look() {
      if (stopped || running) return;
      forgetDue();
      if (now() < nextRetention) return;
      nextRetention = now() + RETENTION_EVERY_MS;
      running = dropPayloads()
        .then(mergeIndexes)
        .catch((error) => log.error({ error: errorName(error) }, 'what is due every hour could not be done'))
        .finally(() => {
          running = null;
        });
    },
    forgetAt(at) {
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          try {
            if (!stopped) forgetDue();
          } catch (error) {
            // The regular look comes back to it.
            log.error({ error: errorName(error) }, 'a hidden memory could not be forgotten yet');
          }
        },
        Math.max(0, at - now()) + 20,
      ).unref();
      timers.add(timer);
    },
    async settled() {
      await running;
    },
    stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
