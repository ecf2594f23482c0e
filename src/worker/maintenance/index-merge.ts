// Merges the search indexes every hour, so that a search has few pieces to look through.

import { setImmediate } from 'node:timers/promises';
import type { Store } from '../../store/index.ts';
import type { Task } from './task-runner.ts';

const EVERY_MS = 3600_000;

export function createIndexMergeTask({ store, now }: { store: Store; now: () => number }): Task {
  let next = 0;
  return {
    isDue: () => now() >= next,
    async run(isStopped) {
      next = now() + EVERY_MS;
      store.search.beginMerge();
      while (!isStopped() && store.search.mergeOn()) await setImmediate();
    },
  };
}
