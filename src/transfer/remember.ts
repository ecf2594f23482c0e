// Makes the memories of imported sessions, in the order in which they were read. With a thread that prepares them, that
// happens while the next transcripts are read.
import { setImmediate } from 'node:timers/promises';
import { compressEmbedded } from '../compress/embedded/compress.ts';
import { loadJob, loadState, tiesOf } from '../compress/load.ts';
import { errorName } from '../domain/errors.ts';
import type { Job } from '../domain/job.ts';
import { isStoreTrouble, type Store } from '../store/index.ts';
import { cameTrue, type PreparedTurn } from './prepare.ts';
import type { PrepareAhead } from './prepare-ahead.ts';

/** Written in one transaction. */
const TURNS_AT_ONCE = 12;
const LEASE_MS = 120_000;
/** Sessions that were read and wait for their memories: they are kept in memory. */
const MOST_BEHIND = 40;

export interface Remembering {
  /** A session that was read completely. Resolves when the next one may be read. */
  add(sessionId: string): Promise<void>;
  /** Resolves when every session has its memories; rejects if the store failed. */
  finish(): Promise<void>;
  observations(): number;
}

export interface RememberingOptions {
  store: Store;
  now: () => number;
  owner: string;
  isStopped: () => boolean;
  ahead?: PrepareAhead;
}

export function createRemembering({ store, now, owner, isStopped, ahead }: RememberingOptions): Remembering {
  const behind: Promise<void>[] = [];
  let observations = 0;

  return {
    async add(sessionId) {
      const prepared = ahead?.prepare(sessionId);
      const before = behind.at(-1) ?? Promise.resolve();
      const work = before.then(async () => remember(sessionId, await prepared));
      // Whoever waits for it is given the error.
      work.catch(() => undefined);
      behind.push(work);
      while (behind.length > (ahead ? MOST_BEHIND : 0)) await behind.shift();
    },
    async finish() {
      while (behind.length > 0) await behind.shift();
    },
    observations: () => observations,
  };

  async function remember(sessionId: string, first: Map<number, PreparedTurn> = new Map()): Promise<void> {
    let prepared = first;
    for (let isFresh = true; !isStopped(); ) {
      // Several turns a transaction: writing one alone costs almost as much.
      const { made, stoppedAt } = store.transact(() => rememberSome(sessionId, prepared, isFresh));
      observations += made;
      if (stoppedAt === 'end') return;
      isFresh = stoppedAt === 'wrong';
      // Now that the turns before are stored, the thread knows what it had to assume.
      if (isFresh) prepared = (await ahead?.prepare(sessionId, true)) ?? new Map();
      else await setImmediate();
    }
  }

  /** `isFresh`: whether all turns before were stored when the first of these was prepared. */
  function rememberSome(
    sessionId: string,
    prepared: Map<number, PreparedTurn>,
    isFresh: boolean,
  ): { made: number; stoppedAt: 'end' | 'wrong' | null } {
    let made = 0;
    const jobs = store.jobs.claimableByImport(sessionId, now(), TURNS_AT_ONCE);
    for (const [index, next] of jobs.entries()) {
      const turn = prepared.get(next.id);
      const isRight = turn !== undefined && isTrue(turn, next);
      // Asking again would not help with a turn that nothing was assumed for.
      if (turn && !isRight && (index > 0 || !isFresh)) return { made, stoppedAt: 'wrong' };
      const job = store.jobs.claimImported(sessionId, owner, now(), LEASE_MS);
      if (job) made += rememberTurn(job, isRight ? turn : undefined);
    }
    if (jobs.length === TURNS_AT_ONCE) return { made, stoppedAt: null };
    store.sessions.completeImported(sessionId);
    return { made, stoppedAt: 'end' };
  }

  function isTrue(turn: PreparedTurn, job: Job): boolean {
    try {
      return cameTrue(turn, loadState(store, job, turn.assumed.before));
    } catch (error) {
      if (isStoreTrouble(error)) throw error;
      return false;
    }
  }

  /** How many observations were made. */
  function rememberTurn(job: Job, prepared: PreparedTurn | undefined): number {
    try {
      const result = { ...compress(job, prepared), wantsRecompress: false };
      return store.memories.commitJob(job, owner, result, now()).added;
    } catch (error) {
      if (isStoreTrouble(error)) throw error;
      store.jobs.fail(job, owner, now(), errorName(error));
      return 0;
    }
  }

  function compress(job: Job, prepared: PreparedTurn | undefined) {
    if (prepared) {
      const { result, context, committed } = prepared;
      return { ...result, context: { ...context, ties: tiesOf(store, job, committed) } };
    }
    const { material, context } = loadJob(store, job, now());
    return { ...compressEmbedded(material), context };
  }
}
