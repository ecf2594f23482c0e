// Offers to recompress what an older version made: when the worker starts, and every hour as long as it runs.

import { offerRedoing } from '../../compress/outdated.ts';
import type { Store } from '../../store/index.ts';
import type { Task } from './task-runner.ts';

const EVERY_MS = 3600_000;

export interface OutdatedParts {
  store: Store;
  now: () => number;
}

export function createOutdatedTask({ store, now }: OutdatedParts): Task {
  let next = 0;
  return {
    isDue: () => now() >= next,
    async run() {
      next = now() + EVERY_MS;
      offerRedoing(store);
    },
  };
}
