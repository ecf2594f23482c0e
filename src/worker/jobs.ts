// The thinking half of the worker: claims jobs that are due, has them compressed, and commits what came of them.
import { setImmediate } from 'node:timers/promises';
import { compressEmbedded } from '../compress/embedded/compress.ts';
import type { Material } from '../compress/material.ts';
import { errorName, isStoreTrouble } from '../domain/errors.ts';
import type { Job } from '../domain/job.ts';
import type { Compressed, MemoryContext } from '../domain/memory.ts';
import type { Database } from '../store/database.ts';
import { eventsOfJob, eventsOfTurn } from '../store/events.ts';
import { createMemoryStore, titlesOfSession } from '../store/memories.ts';
import { claimJob, nextDue, releaseJob } from '../store/queue.ts';
import { findSession } from '../store/sessions.ts';
import type { Log } from './log.ts';

/** Longer than any job takes; a job whose worker was killed is claimed again after it. */
const LEASE_MS = 60_000;
/** However far the next job, the queue is looked at now and then. */
const LONGEST_SLEEP_MS = 60_000;
const RETRY_MS = 5000;

export interface JobLoop {
  /** Asks for a look at the queue; returns at once. */
  wake(): void;
  settled(): Promise<void>;
  stop(): void;
}

export interface JobLoopParts {
  db: Database;
  log: Log;
  now: () => number;
  /** Tells this worker's leases from those of one that was killed. */
  owner: string;
  onWork: () => void;
}

export function createJobLoop({ db, log, now, owner, onWork }: JobLoopParts): JobLoop {
  const memories = createMemoryStore(db);
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;

  function wake(): void {
    if (stopped) return;
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
    if (stopped) return;
    const due = nextDue(db);
    if (due === null) return;
    timer = setTimeout(wake, Math.min(LONGEST_SLEEP_MS, Math.max(20, due - now()))).unref();
  }

  async function drain(): Promise<void> {
    try {
      for (let job = claim(); job && !stopped; job = claim()) {
        onWork();
        await run(job);
        // Hooks go first: their events are taken between two jobs.
        await setImmediate();
      }
    } catch (error) {
      log.error({ error: errorName(error) }, 'the queue cannot be worked on');
      timer = setTimeout(wake, RETRY_MS).unref();
    }
  }

  const claim = () => (stopped ? null : claimJob(db, owner, now(), LEASE_MS));

  async function run(job: Job): Promise<void> {
    try {
      const { result, context } = compress(job);
      const { committed, added } = await memories.commitJob(
        job,
        owner,
        { ...result, context, wantsRecompress: false },
        now(),
      );
      if (!committed) log.warn({ job: job.id }, 'the lease was lost, somebody else does the job');
      else
        log.debug(
          { job: job.id, session: job.sessionId, observations: added, summary: result.summary !== null },
          'compressed',
        );
    } catch (error) {
      if (isStoreTrouble(error)) throw error;
      log.error({ job: job.id, error: errorName(error), tries: job.tries }, 'a job failed');
      releaseJob(db, job, owner, now() + RETRY_MS * 2 ** Math.min(job.tries, 10), errorName(error));
    }
  }

  function compress(job: Job): { result: Compressed; context: MemoryContext } {
    const session = findSession(db, job.sessionId);
    const events = eventsOfJob(db, job);
    const turn = eventsOfTurn(db, job.sessionId, job.promptNumber);
    const material: Material = {
      events,
      turn,
      root: session?.folder ?? null,
      final: job.purpose !== 'batch',
      knownTitles: titlesOfSession(db, job.sessionId),
    };
    const context: MemoryContext = {
      sessionId: job.sessionId,
      projectId: session?.projectId ?? 0,
      promptNumber: job.promptNumber,
      branch: events.findLast((event) => event.branch !== null)?.branch ?? null,
      at: events.at(-1)?.at ?? now(),
      provider: 'embedded',
      files: turn.flatMap((event) => event.files),
    };
    return { result: compressEmbedded(material), context };
  }

  return {
    wake,
    async settled() {
      while (running) await running;
    },
    stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
