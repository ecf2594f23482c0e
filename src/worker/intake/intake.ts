// The intake: drains the spool into the ledger, then reads up on transcripts. One pass at a time.

import type { Ingested } from '../../capture/ingest.ts';
import type { Paths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import { errorName } from '../../domain/errors.ts';
import { listSpool } from '../../spool/take.ts';
import type { Store } from '../../store/index.ts';
import type { Log } from '../log.ts';
import { createSingleFlight } from '../single-flight.ts';
import { batches } from './batches.ts';
import { createPipeline, type Pipeline } from './pipeline.ts';
import { createTranscriptReader } from './read-transcript.ts';
import type { ReadingList } from './reading-list.ts';
import { createSubmissions, type Submit } from './submissions.ts';
import { createBatchTaker } from './take-spool.ts';

/** After a tool call over HTTP the queue is looked at, but not for each of them. */
const SOON_MS = 200;
/** After a failure the spool is kept and tried again, later each time. */
const RETRY_MS = [250, 1000, 5000, 15_000];
/** Sessions of this time may have gone on while no worker ran. */
const CATCH_UP_MS = 7 * 24 * 3600_000;

export interface Intake {
  /** Asks for a pass and returns immediately. */
  wake(): void;
  /** Takes what came over HTTP; all that come in one moment share a transaction. */
  submit: Submit;
  /** The settings have changed: they count for everything that comes in from now on. */
  reload(): void;
  /** Reads every session's transcript that may have grown while no worker ran. */
  catchUp(): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  stop(): void;
}

export interface IntakeParts {
  readingList: ReadingList;
  store: Store;
  paths: Paths;
  settings: () => Settings;
  log: Log;
  now: () => number;
  onActivity: (project: string) => void;
  /** Nothing is left to take or to read: what is stored is complete, as far as anybody knows. */
  onIdle: () => void;
  /** The store refused: whoever wired us decides what that means. */
  onTrouble: (error: unknown) => void;
  /** Something was committed. */
  onCommit: () => void;
  /**
   * Asked before each batch: settings that were changed before an event came in count for it. False if the store is no
   * longer the one that others see: then everything stays in the spool.
   */
  checkBefore: () => boolean;
}

export function createIntake(parts: IntakeParts): Intake {
  const { store, paths, log, now, readingList } = parts;
  const flight = createSingleFlight(pass);
  const readTranscript = createTranscriptReader({ store, log, now });
  const takeBatch = createBatchTaker({
    ...{ store, paths, log, readTranscript, now, onTaken, onEarly },
    onCommit: parts.onCommit,
  });
  const submit = createSubmissions((deliveries) => pipeline.ingestAll(deliveries), onSubmitted);
  let pipeline = build();
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | null = null;
  let early: NodeJS.Timeout | null = null;

  function build(): Pipeline {
    const built: Pipeline = createPipeline({
      ...{ store, paths, now, settings: parts.settings() },
      isStopped: () => flight.isStopped() || pipeline !== built,
    });
    return built;
  }

  async function pass(): Promise<void> {
    try {
      while (!flight.isStopped() && (await drainOnce())) failures = 0;
      for (const [key, reading] of readingList.entries()) {
        if (flight.isStopped() || flight.isRequested()) return;
        const { reconciler, isStopped } = pipeline;
        await readTranscript(reconciler, reading);
        // Cut short by our end or by new settings, it stays on the list.
        if (!isStopped()) readingList.done(key, reading);
      }
      failures = 0;
      if (!flight.isStopped()) parts.onIdle();
    } catch (error) {
      // A full disk, a locked store: everything stays in the spool, and we come back.
      const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] as number;
      failures += 1;
      log.error({ error: errorName(error), again: wait }, 'ingestion failed, the spool is kept');
      parts.onTrouble(error);
      clearTimeout(retry);
      retry = setTimeout(flight.wake, wait);
    }
  }

  /** Takes everything that waits now, batch by batch; returns whether there may be more. */
  async function drainOnce(): Promise<boolean> {
    let taken = 0;
    for (const batch of batches(await listSpool(paths.spool, now()))) {
      if (!parts.checkBefore() || flight.isStopped()) break;
      taken += await takeBatch(batch, pipeline);
    }
    return taken > 0;
  }

  function onEarly(waitMs: number): void {
    early ??= setTimeout(() => {
      early = null;
      flight.wake();
    }, waitMs + 10);
  }

  function onTaken(result: Ingested): void {
    readingList.addFor(result);
    if (result.project) parts.onActivity(result.project);
  }

  function onSubmitted(results: Ingested[]): void {
    for (const result of results) onTaken(result);
    parts.onCommit();
    // A tool call makes nothing due; everything else may.
    if (results.some((result) => result.readUp !== null)) flight.wake();
    else wakeSoon();
  }

  function wakeSoon(): void {
    soon ??= setTimeout(() => {
      soon = null;
      flight.wake();
    }, SOON_MS).unref();
  }

  return {
    wake: flight.wake,
    submit,
    reload() {
      pipeline = build();
      failures = 0;
      clearTimeout(retry);
      flight.wake();
    },
    catchUp() {
      for (const session of store.sessions.toReconcile(now() - CATCH_UP_MS)) readingList.addSession(session);
      flight.wake();
    },
    settled: flight.settled,
    stop() {
      flight.stop();
      clearTimeout(retry);
      if (soon) clearTimeout(soon);
      if (early) clearTimeout(early);
    },
  };
}
