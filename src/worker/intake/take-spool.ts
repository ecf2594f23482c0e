// Takes spool files into the ledger, a batch at a time: nothing is removed before it is stored, bad files are quarantined.

import { readDelivery } from '../../capture/delivery.ts';
import type { Ingest, Ingested } from '../../capture/ingest.ts';
import type { Paths } from '../../config/paths.ts';
import { errorName } from '../../domain/errors.ts';
import type { Delivery } from '../../domain/host-event.ts';
import { hostNamed } from '../../hosts/index.ts';
import { quarantine } from '../../spool/quarantine.ts';
import { readSpoolEntry, removeSpoolEntry, type SpoolContent, type SpoolEntry } from '../../spool/take.ts';
import { isStoreTrouble, type Store } from '../../store/index.ts';
import type { Log } from '../log.ts';
import { doctorEventId, tryDoctorEvent } from './doctor-event.ts';
import type { Pipeline } from './pipeline.ts';
import type { ReadTranscript } from './read-transcript.ts';

interface Ready {
  entry: SpoolEntry;
  delivery: Delivery;
}

/** `probe`: sent by `c-mem doctor`, under this ID. */
type Opened = Delivery & { probe: string | null };

/** Takes one batch through this pipeline; returns how many files were dealt with. */
export type TakeBatch = (entries: SpoolEntry[], pipeline: Pipeline) => Promise<number>;

export interface TakeParts {
  store: Store;
  paths: Paths;
  log: Log;
  readTranscript: ReadTranscript;
  now: () => number;
  /** A file was left because it is too early for it: called with the milliseconds to wait. */
  onEarly: (waitMs: number) => void;
  onTaken: (result: Ingested) => void;
  onCommit: () => void;
}

export function createBatchTaker(parts: TakeParts): TakeBatch {
  const { store, paths, log, readTranscript, onTaken, onCommit } = parts;
  // Files that stay where they are, and have been reported.
  const reported = new Set<string>();

  return async function takeBatch(entries, pipeline) {
    const contents = await Promise.all(entries.map(readSpoolEntry));
    let ready: Ready[] = [];
    let taken = 0;
    for (const [index, entry] of entries.entries()) {
      const delivery = await open(entry, contents[index] as SpoolContent, pipeline);
      if (delivery === 'left') continue;
      taken += 1;
      if (delivery === 'quarantined') continue;
      const { probe } = delivery;
      if (probe !== null) {
        tryDoctorEvent(store, pipeline.ingest, probe, delivery, paths.probe);
        await removeSpoolEntry(entry);
        continue;
      }
      const sessionId = readingFirst(pipeline.ingest, delivery);
      if (sessionId) {
        await commit(ready, pipeline);
        ready = [];
        const forked = store.sessions.find(sessionId)?.startSource === 'fork';
        await readTranscript(pipeline.reconciler, { sessionId, over: 'nothing', forked });
      }
      ready.push({ entry, delivery });
    }
    await commit(ready, pipeline);
    return taken;
  };

  /** The event that a file holds, or what became of the file. */
  async function open(
    entry: SpoolEntry,
    content: SpoolContent,
    pipeline: Pipeline,
  ): Promise<Opened | 'left' | 'quarantined'> {
    switch (content.state) {
      case 'read': {
        const { event, projectDir, door } = content.header;
        const { payload } = content;
        const spooled = { event, projectDir, id: entry.id, at: entry.at, ...door, payload };
        const delivery = { ...readDelivery(spooled), probe: doctorEventId(payload) };
        const waitMs = delivery.probe === null ? earlyBy(delivery, parts.now()) : 0;
        if (waitMs > 0) parts.onEarly(waitMs);
        return waitMs > 0 ? 'left' : delivery;
      }
      case 'unreadable':
        return (await setAside(entry, content.error.code, pipeline)) ? 'quarantined' : 'left';
      case 'unopened':
        reportOnce(entry, content.error, 'a spool file cannot be opened');
        return 'left';
      case 'newer':
      case 'gone':
        return 'left';
    }
  }

  async function commit(ready: Ready[], pipeline: Pipeline): Promise<void> {
    if (ready.length === 0) return;
    const results = pipeline.ingestAll(ready.map(({ delivery }) => delivery));
    await Promise.all(
      ready.map(async ({ entry }, index) => {
        const result = results[index] as Ingested | { failed: string };
        if ('failed' in result) return void (await setAside(entry, result.failed, pipeline));
        onTaken(result);
        await removeSpoolEntry(entry);
      }),
    );
    onCommit();
    log.debug({ files: ready.length }, 'ingested');
  }

  async function setAside(entry: SpoolEntry, why: string, pipeline: Pipeline): Promise<boolean> {
    try {
      await quarantine(entry, paths.quarantine, pipeline.cleaner.text);
      log.warn({ file: entry.id, bytes: entry.bytes, error: why }, 'a spool file was quarantined');
      return true;
    } catch (error) {
      // It stays where it is, and the others are taken.
      reportOnce(entry, error, 'a spool file cannot be quarantined');
      return false;
    }
  }

  function reportOnce(entry: SpoolEntry, error: unknown, message: string): void {
    if (!reported.has(entry.id)) log.error({ file: entry.id, error: errorName(error) }, message);
    reported.add(entry.id);
  }
}

/** The session whose transcript must be read before this event is taken. */
function readingFirst(ingest: Ingest, delivery: Delivery): string | null {
  try {
    return ingest.needsReadingFirst(delivery);
  } catch (error) {
    // Whatever else is wrong with this event is found again, and dealt with, when it is taken.
    if (isStoreTrouble(error)) throw error;
    return null;
  }
}

/**
 * How long the end of a turn must wait for its host to write the transcript, in milliseconds: what the agent said last is
 * only there, and a turn is compressed when it ends.
 */
function earlyBy({ event, host, at }: Delivery, now: number): number {
  if (event.kind !== 'stop' && event.kind !== 'session_end') return 0;
  const needs = hostNamed(host).transcripts?.writtenAfterMs ?? 0;
  // A time in the future is a clock that went back: nobody waits for that.
  return now < at ? 0 : Math.max(0, needs - (now - at));
}
