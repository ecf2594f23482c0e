// The thinking half of the worker: claims jobs that are due, has them compressed, and commits what came of them.

import { setTimeout as rest, setImmediate } from 'node:timers/promises';
import { compressEmbedded } from '../compress/embedded/compress.ts';
import { loadJob } from '../compress/load.ts';
import { hasNews, type Material } from '../compress/material.ts';
import { digestSession } from '../compress/session-so-far.ts';
import type { Settings } from '../config/settings.ts';
import { errorName } from '../domain/errors.ts';
import type { Job } from '../domain/job.ts';
import type { Compressed, MemoryContext } from '../domain/memory.ts';
import { isStoreTrouble, type Store } from '../store/index.ts';
import type { Log } from './log.ts';
import { createModelDesk, type ModelDesk } from './model-broker.ts';

/** A lease lasts this much longer than a model may take. */
const LEASE_MARGIN_MS = 60_000;
/** However far the next job, the queue is looked at now and then. */
const LONGEST_SLEEP_MS = 60_000;
const RETRY_MS = 2000;
const BUSY_REST_MS = 60;
/** After so many failed tries the embedded compressor does the job. */
const MOST_TRIES = 3;
/** After so many, a job that fails for a reason of our own is put aside, and the user is told. */
const MOST_FAULTS = 5;

export interface JobLoop {
  /** Asks for a look at the queue; returns at once. */
  wake(): void;
  /** Waits so long for a session's running job to end; after that the model is left alone and the job handed back. */
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
  /** Tells this worker's leases from those of one that was killed. */
  owner: string;
  onWork: () => void;
  /** A job was claimed, given back or committed; with the memories that were changed by it. */
  onChange?: (changed: number[]) => void;
  /** Events come in by the hundred over HTTP: they go first, and jobs take their time. */
  isBusy?: () => boolean;
}

export function createJobLoop(parts: JobLoopParts): JobLoop {
  const { store, log, now, owner, onWork } = parts;
  const memories = store.memories;
  const ending = new AbortController();
  const desk: ModelDesk = createModelDesk({
    store,
    log,
    now,
    settings: parts.settings,
    home: parts.home,
    owner,
    signal: ending.signal,
  });
  let running: Promise<void> | null = null;
  let again = false;
  /** The store itself is in trouble: it is left alone for a moment. */
  let resting = false;
  let timer: NodeJS.Timeout | null = null;
  const stopped = () => ending.signal.aborted;
  let current: { job: Job; leave: AbortController; done: Promise<void> } | null = null;

  function wake(): void {
    if (stopped()) return;
    if (running) {
      again = true;
      return;
    }
    if (timer) clearTimeout(timer);
    running = drain().finally(() => {
      running = null;
      if (again) {
        again = false;
        wake();
      } else sleep();
    });
  }

  function sleep(): void {
    if (stopped()) return;
    let until = now() + RETRY_MS;
    try {
      const due = [store.jobs.nextDue(), desk.nextChance()].filter((at) => at !== null);
      if (due.length === 0 && !resting) return;
      until = Math.max(Math.min(...due), desk.pausedUntil());
    } catch (error) {
      log.error({ error: errorName(error) }, 'the queue cannot be looked at');
    }
    const wait = resting ? RETRY_MS : until - now();
    timer = setTimeout(wake, Math.min(LONGEST_SLEEP_MS, Math.max(20, wait))).unref();
  }

  async function drain(): Promise<void> {
    resting = false;
    try {
      store.jobs.makeReadyIfOver(now());
      for (let job = claim(); job && !stopped(); job = claim()) {
        onWork();
        parts.onChange?.([]);
        const leave = new AbortController();
        const done = run(job, leave.signal);
        current = { job, leave, done };
        await done.finally(() => (current = null));
        parts.onChange?.([]);
        // Hooks go first: their events are taken between two jobs.
        await (parts.isBusy?.() ? rest(BUSY_REST_MS) : setImmediate());
      }
    } catch (error) {
      log.error({ error: errorName(error) }, 'the queue cannot be worked on');
      resting = true;
    }
  }

  /** The next job that is due; when there is none and the provider is back, one that wants to be done again by it. */
  function claim(): Job | null {
    if (stopped() || now() < desk.pausedUntil()) return null;
    const lease = parts.settings().answerSeconds * 1000 + LEASE_MARGIN_MS;
    const due = store.jobs.claim(owner, now(), lease);
    if (due || !desk.isOpen()) return due;
    return store.jobs.nextToRecompress(now()) ? store.jobs.claim(owner, now(), lease) : null;
  }

  async function run(job: Job, left: AbortSignal): Promise<void> {
    try {
      const { material, context } = loadJob(store, job, now());
      // A Stop that brought nothing new is nothing to ask a model about.
      const hasMaterial = hasNews(material) && material.events.some((event) => event.body !== null);
      // What was forgotten or dropped meanwhile cannot be done again, and what was made of it once stays.
      if (!hasMaterial && job.purpose === 'recompress') return store.jobs.keepAsIs(job, owner, now(), false);
      // An import is the embedded compressor's, whatever provider serves otherwise: nobody chose to pay for a past.
      const forModel = job.purpose === 'recompress' || job.provider !== 'embedded';
      const asked =
        hasMaterial && forModel && desk.isOpen() && job.tries <= MOST_TRIES
          ? await desk.ask(job, material, digestOf(job, material), left)
          : { state: 'closed' as const };
      if (asked.state === 'again' && (job.tries < MOST_TRIES || stopped() || left.aborted))
        return giveBack(job, asked.waitMs, asked.why);
      if (asked.state === 'again') desk.coolDown();
      if (asked.state === 'answered')
        return await commit(job, asked.compressed, { ...context, provider: asked.provider }, false);
      // A range that was done already keeps what it has until something better is there.
      if (job.purpose === 'recompress' && desk.isConfigured())
        return store.jobs.keepAsIs(job, owner, now(), asked.state !== 'rejected');
      await commit(
        job,
        compressEmbedded(material),
        context,
        hasMaterial && forModel && desk.isConfigured() && asked.state !== 'rejected',
      );
    } catch (error) {
      if (isStoreTrouble(error)) throw error;
      log.error({ job: job.id, error: errorName(error), tries: job.tries }, 'a job failed');
      if (job.tries < MOST_FAULTS || stopped()) giveBack(job, null, errorName(error));
      else store.jobs.fail(job, owner, now(), errorName(error));
    }
  }

  /** Later and later, and never all at the same moment. */
  function giveBack(job: Job, waitMs: number | null, why: string): void {
    // A worker that ends hands its work back at once.
    const interrupted = stopped() || (current?.leave.signal.aborted ?? false);
    const wait = interrupted
      ? 0
      : Math.max(waitMs ?? 0, RETRY_MS * 2 ** Math.min(job.tries - 1, 10) * (0.5 + parts.random()));
    store.jobs.release(job, owner, now() + Math.round(wait), why, !interrupted);
  }

  async function commit(
    job: Job,
    compressed: Compressed,
    context: MemoryContext,
    wantsRecompress: boolean,
  ): Promise<void> {
    const { committed, added, changed } = memories.commitJob(
      job,
      owner,
      { ...compressed, context, wantsRecompress },
      now(),
    );
    if (!committed) log.warn({ job: job.id }, 'the lease was lost, somebody else does the job');
    else parts.onChange?.(changed);
    if (committed) log.debug({ job: job.id, by: context.provider, observations: added }, 'compressed');
  }

  function digestOf(job: Job, material: Material) {
    const titles = store.memories.titlesOfSession(job.sessionId, job.id);
    const size = material.events.reduce((sum, event) => sum + JSON.stringify(event.body).length, 0);
    return digestSession(titles, store.memories.previousSummary(job), size);
  }

  return {
    wake,
    async letGo(sessionId, withinMs) {
      const held = current;
      if (held?.job.sessionId !== sessionId) return;
      const timer = setTimeout(() => held.leave.abort(), withinMs);
      await held.done.catch(() => undefined);
      clearTimeout(timer);
    },
    async settled() {
      while (running) await running;
    },
    stop() {
      ending.abort();
      if (timer) clearTimeout(timer);
    },
  };
}
