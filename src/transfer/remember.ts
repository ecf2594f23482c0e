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
const MOST_BEHIND = 6;

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

  async function remember(sessionId: string, prepared: Map<number, PreparedTurn> = new Map()): Promise<void> {
    while (!isStopped()) {
      // Several turns a transaction: writing one alone costs almost as much.
      const { made, isLast } = store.transact(() => rememberSome(sessionId, prepared));
      observations += made;
      if (isLast) return;
      await setImmediate();
    }
  }

  function rememberSome(sessionId: string, prepared: Map<number, PreparedTurn>): { made: number; isLast: boolean } {
    let made = 0;
    for (let turns = 0; turns < TURNS_AT_ONCE; turns += 1) {
      const job = store.jobs.claimImported(sessionId, owner, now(), LEASE_MS);
      if (!job) {
        store.sessions.completeImported(sessionId);
        return { made, isLast: true };
      }
      made += rememberTurn(job, prepared.get(job.id));
    }
    return { made, isLast: false };
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
    const state = loadState(store, job);
    if (prepared && cameTrue(prepared, state)) {
      const { result, context, committed } = prepared;
      return { ...result, context: { ...context, ties: tiesOf(store, job, committed) } };
    }
    const { material, context } = loadJob(store, job, now(), state);
    return { ...compressEmbedded(material), context };
  }
}
