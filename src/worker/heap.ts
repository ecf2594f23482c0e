// Gives memory back after a burst: a worker that waits must be small, and V8 alone keeps what it once had.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const QUIET_MS = 3000;
/** One collection frees objects; V8 gives their pages back only after several. */
const ROUNDS = 4;

/** Call after work; some seconds of quiet later, garbage is collected and the heap shrinks. */
export function createTidier(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let timer: NodeJS.Timeout | null = null;
  let rounds = 0;
  const round = () => {
    collect();
    rounds -= 1;
    timer = rounds > 0 ? setTimeout(round, QUIET_MS / 4).unref() : null;
  };
  return () => {
    rounds = ROUNDS;
    if (timer) clearTimeout(timer);
    timer = setTimeout(round, QUIET_MS).unref();
  };
}
