// Memory files: every minute, brings the index of the host's own memory files in step with the files.

import { createCleaner } from '../../capture/clean/index.ts';
import { createExcluder } from '../../capture/excluded.ts';
import { checkMemoryFiles } from '../../capture/memory-files.ts';
import { createOffCheck } from '../../capture/switched-off.ts';
import type { Paths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import type { Store } from '../../store/index.ts';
import type { Log } from '../log.ts';
import type { Task } from './task-runner.ts';

const EVERY_MS = 60_000;

export interface MemoryFileParts {
  store: Store;
  paths: Paths;
  settings: () => Settings;
  log: Log;
  now: () => number;
}

export function createMemoryFileTask({ store, paths, settings, log, now }: MemoryFileParts): Task {
  let next = 0;
  const isOff = createOffCheck(paths);
  return {
    isDue: () => now() >= next,
    async run(isStopped) {
      next = now() + EVERY_MS;
      const { excludeProjects } = settings();
      const { read, dropped } = await checkMemoryFiles(store, {
        ...{ isOff, isStopped, now },
        cleaner: createCleaner(settings()),
        isExcluded: createExcluder(excludeProjects),
      });
      if (read + dropped > 0) log.info({ read, dropped }, "the host's memory files have changed");
    },
  };
}
