// The job loop: claims jobs that are due, one at a time, and sleeps until the next one is.

import { setTimeout as rest, setImmediate } from 'node:timers/promises';
import type { Settings } from '../../config/settings.ts';
import { errorName } from '../../domain/errors.ts';
import type { Job } from '../../domain/job.ts';
import type { Store } from '../../store/index.ts';
import type { Log } from '../log.ts';
import { createSingleFlight } from '../single-flight.ts';
import { createJobRunner } from './job-run.ts';
import type { ChooseProvider } from './model-availability.ts';
import { createModelBroker } from './model-broker.ts';

/** A lease lasts this much longer than a model may take. */
const LEASE_MARGIN_MS = 60_000;
/** However far off the next job is, the queue is checked this often. */
const LONGEST_SLEEP_MS = 60_000;
const SHORTEST_SLEEP_MS = 20;
/** The store itself is in trouble: it is left alone for a moment. */
const TROUBLE_MS = 2000;
const BUSY_REST_MS = 60;

export interface JobLoop {
  /** Asks for a look at the queue and returns immediately. */
  wake(): void;
  /** Waits so long for a session's running job to end; after that the model call is canceled and the job handed back. */
  letGo(sessionId: string, withinMs: number): Promise<void>;
  settled(): Promise<void>;
  stop(): void;
}

export interface JobLoopParts {
  store: Store;
  home: string;
  settings: () => Settings;
  log: Log;
  now: () => number;
  random: () => number;
  /** Distinguishes this worker's leases from those of one that was killed. */
  owner: string;
  onWork: () => void;
  /** A job was claimed, given back or committed; with the memories that were changed by it. */
  onChange?: (changed: number[]) => void;
  /** Events come in by the hundred over HTTP: they go first, and jobs wait a little. */
  isBusy?: () => boolean;
  /** The provider for these settings; by default the one they name. */
  choose?: ChooseProvider;
}

export function createJobLoop(parts: JobLoopParts): JobLoop {
  const { store, log, now, owner, onWork, onChange = () => undefined, isBusy = () => false } = parts;
  const ending = new AbortController();
  const broker = createModelBroker({ ...parts, choose: parts.choose, signal: ending.signal });
  const isStopped = () => ending.signal.aborted;
  const run = createJobRunner({ ...parts, broker, isStopped, onCommit: onChange });
  const flight = createSingleFlight(drain, sleep);
  let isInTrouble = false;
  let timer: NodeJS.Timeout | undefined;
  let current: { job: Job; cancel: AbortController; done: Promise<void> } | null = null;

  async function drain(): Promise<void> {
    isInTrouble = false;
    try {
      store.jobs.makeReadyIfOver(now());
      for (let job = claim(); job && !isStopped(); job = claim()) {
        onWork();
        onChange([]);
        const cancel = new AbortController();
        const done = run(job, cancel.signal);
        current = { job, cancel, done };
        await done.finally(() => (current = null));
        onChange([]);
        // Hooks go first: their events are taken between two jobs.
        await (isBusy() ? rest(BUSY_REST_MS) : setImmediate());
      }
    } catch (error) {
      log.error({ error: errorName(error) }, 'the queue cannot be processed');
      isInTrouble = true;
    }
  }

  /** The next job that is due; if there is none and the provider is back, one that is to be recompressed by it. */
  function claim(): Job | null {
    if (isStopped() || now() < broker.pausedUntil()) return null;
    const lease = parts.settings().answerSeconds * 1000 + LEASE_MARGIN_MS;
    const due = store.jobs.claim(owner, now(), lease);
    if (due || !broker.isOpen()) return due;
    return store.jobs.nextToRecompress(now()) ? store.jobs.claim(owner, now(), lease) : null;
  }

  /** Until the next job is due or the provider may be back; without either, until somebody wakes us. */
  function sleep(): void {
    if (isStopped()) return;
    let wait = TROUBLE_MS;
    try {
      const due = [store.jobs.nextDue(), broker.nextChance()].filter((at) => at !== null);
      if (due.length === 0 && !isInTrouble) return;
      if (!isInTrouble) wait = Math.max(Math.min(...due), broker.pausedUntil()) - now();
    } catch (error) {
      log.error({ error: errorName(error) }, 'the queue cannot be read');
    }
    timer = setTimeout(wake, Math.min(LONGEST_SLEEP_MS, Math.max(SHORTEST_SLEEP_MS, wait))).unref();
  }

  function wake(): void {
    clearTimeout(timer);
    flight.wake();
  }

  return {
    wake,
    async letGo(sessionId, withinMs) {
      const held = current;
      if (held?.job.sessionId !== sessionId) return;
      const patience = setTimeout(() => held.cancel.abort(), withinMs);
      await held.done.catch(() => undefined);
      clearTimeout(patience);
    },
    settled: flight.settled,
    stop() {
      ending.abort();
      flight.stop();
      clearTimeout(timer);
    },
  };
}
