// Long evaluations: reports how far they are, and lets Ctrl-C through.
import { setImmediate } from 'node:timers/promises';

export interface EvalWatch {
  isStopped: () => boolean;
  /** `what` is done, such as "Reading transcripts": so many of so many. */
  onProgress: (what: string, done: number, total: number) => void;
}

export const UNWATCHED: EvalWatch = { isStopped: () => false, onProgress: () => undefined };

/** Somebody has had enough. */
export class Stopped extends Error {}

/** To be called between two steps. Signals are only seen when the event loop gets a turn. */
export type Pace = (what: string, done: number, total: number) => Promise<void>;

const TURN_MS = 50;

export function createPace({ isStopped, onProgress }: EvalWatch): Pace {
  let last = Date.now();
  return async (what, done, total) => {
    if (Date.now() - last >= TURN_MS) {
      onProgress(what, done, total);
      await setImmediate();
      last = Date.now();
    }
    if (isStopped()) throw new Stopped();
  };
}
