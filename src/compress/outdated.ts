// Redoes turns that an older version of the embedded compressor made, with the current one. It runs beside a worker or
// without one: each turn is one short transaction, and a run that is killed leaves every turn either old or new.

import { performance } from 'node:perf_hooks';
import { errorName } from '../domain/errors.ts';
import type { Job } from '../domain/job.ts';
import { isStoreTrouble, type OutdatedTurn, type Store } from '../store/index.ts';
import { count } from '../text/plural.ts';
import { COMPRESSOR_VERSION, compressEmbedded } from './embedded/compress.ts';
import { loadJob } from './load.ts';

const LEASE_MS = 120_000;
/** Enough turns to say how long all of them take. */
const MEASURED_TURNS = 12;

export interface RedoOptions {
  store: Store;
  now: () => number;
  owner: string;
  /** Checked between turns. */
  isStopped: () => boolean;
  /** Awaited between turns: hooks go first. */
  pause: () => Promise<void>;
  onTurn: (done: number) => void;
}

export interface Redone {
  turns: number;
  observations: number;
  /** Turns that somebody else changed in the meantime, or that are not over yet. */
  left: number;
  /** Turns that could not be compressed, and the last reason: their memories are as before. */
  failed: number;
  lastError: string | null;
  stopped: boolean;
}

/** The turns that `redoOutdated` would redo, the oldest first. */
export const outdatedTurns = (store: Store): OutdatedTurn[] => store.jobs.outdatedTurns(COMPRESSOR_VERSION);

/** Offers the redoing in status, doctor and viewer, as long as anything is outdated. Returns how many turns are. */
export function offerRedoing(store: Store): number {
  const turns = outdatedTurns(store).length;
  if (turns === 0) store.notices.clear('outdated');
  else store.notices.put('outdated', describeOutdated(turns));
  return turns;
}

export function describeOutdated(turns: number): string {
  return `${count(turns, 'turn')} ${turns === 1 ? 'was' : 'were'} compressed by an older version`;
}

/** How long all turns would take, measured on some of them without changing anything. */
export function estimateMs(store: Store, turns: OutdatedTurn[], now: number): number {
  const some = turns.filter((_, index) => index % Math.ceil(turns.length / MEASURED_TURNS) === 0);
  const start = performance.now();
  for (const turn of some) {
    try {
      compressTurn(store, store.jobs.outdatedOf(turn, COMPRESSOR_VERSION), now);
    } catch (error) {
      if (isStoreTrouble(error)) throw error;
    }
  }
  return some.length === 0 ? 0 : ((performance.now() - start) / some.length) * turns.length;
}

export async function redoOutdated(turns: OutdatedTurn[], options: RedoOptions): Promise<Redone> {
  const { store, owner, now, isStopped } = options;
  const done: Redone = { turns: 0, observations: 0, left: 0, failed: 0, lastError: null, stopped: false };
  for (const [index, turn] of turns.entries()) {
    if (isStopped()) break;
    try {
      const added = redoTurn(turn);
      if (added === null) done.left += 1;
      else done.turns += 1;
      done.observations += added ?? 0;
    } catch (error) {
      if (isStoreTrouble(error)) throw error;
      done.failed += 1;
      done.lastError = errorName(error);
    }
    options.onTurn(index + 1);
    await options.pause();
  }
  done.stopped = isStopped();
  offerRedoing(store);
  return done;

  /** How many observations it has now; null if it was left alone. */
  function redoTurn(turn: OutdatedTurn): number | null {
    const jobs = store.jobs.claimOutdated(turn, COMPRESSOR_VERSION, owner, now() + LEASE_MS);
    const redone = compressTurn(store, jobs, now());
    const kept = jobs.filter((job) => !redone.some((each) => each.job === job) && !store.jobs.endsItsTurn(job));
    for (const job of kept) store.jobs.keepOutdated(job, owner, COMPRESSOR_VERSION);
    if (redone.length === 0) return null;
    const { committed, added } = store.memories.commitTurn(owner, redone, now());
    return committed ? added : null;
  }
}

/** Everything is compressed before anything is written, so that the write is short. */
function compressTurn(store: Store, jobs: Job[], now: number) {
  const titles: string[] = [];
  return jobs.flatMap((job) => {
    const { material, context } = loadJob(store, job, now);
    // A batch gives up its memories only to the job that covers it.
    if (!material.final && store.jobs.summedUpBy(job) !== 'embedded') return [];
    const compressed = compressEmbedded({ ...material, knownTitles: [...material.knownTitles, ...titles] });
    titles.push(...compressed.observations.flatMap(({ title }) => title ?? []));
    return [{ job, result: { ...compressed, context, wantsRecompress: false } }];
  });
}
