// Does one job: loads its events, has them compressed by the model or the embedded compressor, commits the memories.

import { compressEmbedded } from '../../compress/embedded/compress.ts';
import { loadJob } from '../../compress/load.ts';
import { hasNewMaterial, type Material } from '../../compress/material.ts';
import { digestSession } from '../../compress/session-so-far.ts';
import { errorName } from '../../domain/errors.ts';
import type { Job } from '../../domain/job.ts';
import type { Compressed, MemoryContext } from '../../domain/memory.ts';
import { isStoreTrouble, type Store } from '../../store/index.ts';
import type { Log } from '../log.ts';
import type { ModelBroker } from './model-broker.ts';
import { mayAskModel, mayAskModelAgain, mayTryAgain, retryWaitMs } from './retry-policy.ts';

/** Runs one claimed job; only trouble with the store itself is thrown. `canceled` hands the job back. */
export type RunJob = (job: Job, canceled: AbortSignal) => Promise<void>;

export interface JobRunParts {
  store: Store;
  broker: ModelBroker;
  log: Log;
  now: () => number;
  random: () => number;
  owner: string;
  isStopped: () => boolean;
  /** Memories were written; with the ids of those that were there before. */
  onCommit: (changed: number[]) => void;
}

export function createJobRunner(parts: JobRunParts): RunJob {
  const { store, broker, log, now, owner, isStopped } = parts;

  return async function run(job, canceled) {
    try {
      await compress(job, canceled);
    } catch (error) {
      if (isStoreTrouble(error)) throw error;
      log.error({ job: job.id, error: errorName(error), tries: job.tries }, 'a job failed');
      if (mayTryAgain(job.tries) || isStopped()) giveBack(job, canceled, null, errorName(error));
      else store.jobs.fail(job, owner, now(), errorName(error));
    }
  };

  async function compress(job: Job, canceled: AbortSignal): Promise<void> {
    const { material, context } = loadJob(store, job, now());
    const isRecompression = job.purpose === 'recompress';
    // A Stop that brought nothing new is not worth a model call.
    const hasMaterial = hasNewMaterial(material) && material.events.some((event) => event.body !== null);
    // What was forgotten or dropped meanwhile cannot be compressed again; the memories made of it stay.
    if (!hasMaterial && isRecompression) return store.jobs.keepAsIs(job, owner, now(), false);
    // Imports belong to the embedded compressor, whatever the provider: nobody chose to pay for the past.
    const forModel = hasMaterial && (isRecompression || job.provider !== 'embedded');
    const result =
      forModel && broker.isOpen() && mayAskModel(job.tries)
        ? await broker.ask(job, material, digestOf(job, material), canceled)
        : { state: 'closed' as const };
    if (result.state === 'again' && (mayAskModelAgain(job.tries) || isStopped() || canceled.aborted))
      return giveBack(job, canceled, result.waitMs, result.why);
    if (result.state === 'again') broker.coolDown();
    if (result.state === 'answered')
      return commit(job, result.compressed, { ...context, provider: result.provider }, false);
    const isWorthLater = broker.isConfigured() && result.state !== 'rejected';
    // A range that was compressed before keeps its memories until there is something better.
    if (isRecompression && broker.isConfigured()) return store.jobs.keepAsIs(job, owner, now(), isWorthLater);
    commit(job, compressEmbedded(material), context, forModel && isWorthLater);
  }

  function giveBack(job: Job, canceled: AbortSignal, waitMs: number | null, why: string): void {
    // A worker that ends hands its job back immediately.
    const interrupted = isStopped() || canceled.aborted;
    const wait = interrupted ? 0 : retryWaitMs(job.tries, waitMs, parts.random());
    store.jobs.release(job, owner, now() + wait, why, !interrupted);
  }

  function commit(job: Job, compressed: Compressed, context: MemoryContext, wantsRecompress: boolean): void {
    const work = { ...compressed, context, wantsRecompress };
    const { committed, added, changed } = store.memories.commitJob(job, owner, work, now());
    if (!committed) return log.warn({ job: job.id }, 'the lease was lost, another worker does the job');
    parts.onCommit(changed);
    log.debug({ job: job.id, by: context.provider, observations: added }, 'compressed');
  }

  function digestOf(job: Job, material: Material) {
    const titles = store.memories.titlesOfSession(job);
    const size = material.events.reduce((sum, event) => sum + JSON.stringify(event.body).length, 0);
    return digestSession(titles, store.memories.previousSummary(job), size);
  }
}
