// Gives memory back to the system after a burst: a worker that only waits must be small.
//
// Three settings keep an idle worker about 30 MB smaller. Two of them have to be set before the process starts:
// - `MALLOC_ARENA_MAX=2` (workerEnvironment in config/environment.ts): with an arena for every thread, glibc keeps 8 MB more for
//   each of them after a flood.
// - `--max-semi-space-size=8` (WORKER_FLAGS in process/start-worker.ts): without it V8's young generation keeps 48 MB.
// - Forced collections (here): V8 alone keeps the heap at the size it once had.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const QUIET_MS = 3000;
/** One collection frees objects; V8 returns their pages only after several. */
const ROUNDS = 4;

/** Call it after work: after a few quiet seconds, garbage is collected and the heap shrinks. */
export function createHeapTrimmer(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let timer: NodeJS.Timeout | undefined;
  let rounds = 0;
  const round = () => {
    collect();
    rounds -= 1;
    if (rounds > 0) timer = setTimeout(round, QUIET_MS / 4).unref();
  };
  return () => {
    rounds = ROUNDS;
    clearTimeout(timer);
    timer = setTimeout(round, QUIET_MS).unref();
  };
}
