// The order of ending: whoever finds no worker starts the next one, and nothing that came before that is left behind.

import type { Paths } from '../config/paths.ts';
import { removeWorkerInfo } from '../process/worker-file.ts';
import type { Lock, Store } from '../store/index.ts';
import type { Ownership } from './ownership.ts';

/** A flood, or a disk that hangs, must not keep the worker alive: what is not taken by then stays in the spool. */
const LAST_PASS_MS = 5000;
/** A job hands itself back and a copy ends between two steps; whatever needs longer is safe to cut off. */
const SETTLE_MS = 1000;

/** Something that works in the background. */
export interface Background {
  settled(): Promise<void>;
  stop(): void;
}

export interface ShutdownParts {
  paths: Pick<Paths, 'workerInfo'>;
  lock: Lock;
  store: Pick<Store, 'close'>;
  ownership: Ownership;
  /** What starts new work by itself: the spool's watch, the tick, the change feed. */
  sources: { stop(): void }[];
  intake: Background & { wake(): void };
  /** Jobs and maintenance. */
  background: Background[];
  /** Transcripts that are being read again after a repair. */
  rereading: Promise<void>;
  closeHttp: () => Promise<void>;
}

export async function shutDown(parts: ShutdownParts): Promise<void> {
  const { intake, background, ownership } = parts;
  // From here on a hook that finds no worker starts the next one, which waits for the lock. What a hook wrote before it
  // looked is taken by the last pass.
  if (ownership.hasLock()) removeWorkerInfo(parts.paths.workerInfo);
  for (const source of parts.sources) source.stop();
  const closed = parts.closeHttp();
  intake.wake();
  const lastPass = intake.settled();
  await within(LAST_PASS_MS, lastPass);
  intake.stop();
  for (const each of background) each.stop();
  const settling = background.map((each) => each.settled());
  await within(SETTLE_MS, Promise.all([lastPass, ...settling, parts.rereading, closed]));
  // Closing a file that was replaced would clean up the log of the file that replaced it.
  if (ownership.hasStore()) parts.store.close();
  parts.lock.release();
}

/** Waits for it, but no longer than this. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((done) => {
    timer = setTimeout(done, ms).unref();
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
