// Takes spool files into the ledger, a batch at a time: nothing is removed before it is stored, bad files are quarantined.

import { readDelivery } from '../../capture/delivery.ts';
import type { Ingest, Ingested } from '../../capture/ingest.ts';
import type { Paths } from '../../config/paths.ts';
import { errorName } from '../../domain/errors.ts';
import type { Delivery } from '../../domain/host-event.ts';
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
  onTaken: (result: Ingested) => void;
  onCommit: () => void;
}

export function createBatchTaker({ store, paths, log, readTranscript, onTaken, onCommit }: TakeParts): TakeBatch {
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
        return { ...readDelivery(spooled), probe: doctorEventId(payload) };
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
