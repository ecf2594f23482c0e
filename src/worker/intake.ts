// The ingesting half of the worker: drains the spool into the ledger, then reads up on transcripts.
// One pass at a time; a wake-up during a pass makes another one follow.

import { readDelivery } from '../capture/delivery.ts';
import type { Ingested } from '../capture/ingest.ts';
import { createPipeline } from '../capture/pipeline.ts';
import type { Over, Reconciler } from '../capture/reconcile.ts';
import type { Paths } from '../config/paths.ts';
import { createPauseCheck } from '../config/pause.ts';
import type { Settings } from '../config/settings.ts';
import { errorName } from '../domain/errors.ts';
import type { Delivery } from '../domain/host-event.ts';
import { quarantine } from '../spool/quarantine.ts';
import { listSpool, readSpoolEntry, removeSpoolEntry, type SpoolContent, type SpoolEntry } from '../spool/take.ts';
import { isStoreTrouble, type Store } from '../store/index.ts';
import { batches, batchIngester } from './batches.ts';
import { probeOf, rehearse } from './doctor-event.ts';
import type { Log } from './log.ts';
import { createSubmissions } from './submissions.ts';

/** After a tool's use over HTTP the queue is looked at, but not for each of them. */
const SOON_MS = 200;
const RETRY_MS = [250, 1000, 5000, 15_000];

interface Ready {
  entry: SpoolEntry;
  delivery: Delivery;
}

export interface Intake {
  /** Asks for a pass; returns at once. */
  wake(): void;
  /** Takes what came over HTTP; resolves when it is on disk. All that come in one moment share a transaction. */
  submit(deliveries: Delivery[]): Promise<Ingested[]>;
  /** So much comes in over HTTP that other work should wait a little. */
  isBusy(): boolean;
  /** Reads every session's transcript that may have grown while no worker ran. */
  catchUp(): Promise<void>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  stop(): void;
}

/** Transcripts to be read, by session, and by agent where one has ended. Outlives an intake whose settings change. */
export type ReadingList = Map<string, { sessionId: string; over: Over; forked: boolean }>;

export interface IntakeParts {
  toRead: ReadingList;
  store: Store;
  paths: Paths;
  settings: Settings;
  log: Log;
  now: () => number;
  onActivity: (project: string) => void;
  /** Nothing is left to take or to read: what is stored is whole, as far as anybody knows. */
  onIdle: () => void;
  /** The store refused: whoever wired us decides what that means. */
  onTrouble?: (error: unknown) => void;
  /** Something was committed. */
  onCommit: () => void;
  /**
   * Asked before each batch: settings that were changed before an event came in count for it. False if the store is no
   * longer the one that others see: then everything stays in the spool.
   */
  checkBefore?: () => boolean;
  /** The end of the intake whose place this one takes: until then it only takes what comes over HTTP. */
  after?: Promise<void>;
}

export function createIntake(parts: IntakeParts): Intake {
  const { store, paths, log, now, toRead } = parts;
  const { settings } = parts;
  const { cleaner, ingest, reconciler } = createPipeline(store, {
    ...{ now, settings, isStopped: () => stopped },
    isPaused: createPauseCheck(paths),
  });
  const ingestAll = batchIngester(store, ingest);
  // Files that cannot be opened are told of once.
  const unopened = new Set<string>();

  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let failures = 0;
  let retry: NodeJS.Timeout | null = null;
  let soon: NodeJS.Timeout | null = null;

  const submissions = createSubmissions(
    ingestAll,
    (results) => {
      for (const result of results) {
        noteReading(result);
        if (result.project) parts.onActivity(result.project);
      }
      parts.onCommit();
      // A tool's use makes nothing due; everything else may.
      if (results.some((result) => result.readUp !== null)) wake();
      else wakeSoon();
    },
    now,
  );

  function wakeSoon(): void {
    soon ??= setTimeout(() => {
      soon = null;
      wake();
    }, SOON_MS).unref();
  }

  function wake(): void {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = pass().finally(() => {
      running = null;
      if (again) {
        again = false;
        wake();
      }
    });
  }

  async function pass(): Promise<void> {
    try {
      await parts.after;
      while (!stopped && (await drainOnce())) failures = 0;
      for (const [key, reading] of toRead) {
        if (stopped || again) return;
        if (reading.forked) await readSiblings(reading.sessionId);
        await readUp(reconciler, reading.sessionId, reading.over);
        // Asked for anew meanwhile, it is another entry; cut short by our end, it stays for the next worker's start.
        if (toRead.get(key) === reading && !stopped) toRead.delete(key);
      }
      failures = 0;
      if (!stopped) parts.onIdle();
    } catch (error) {
      // A full disk, a locked store: everything stays in the spool, and we come back.
      const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] as number;
      failures += 1;
      log.error({ error: errorName(error), again: wait }, 'ingestion failed, the spool is kept');
      parts.onTrouble?.(error);
      if (retry) clearTimeout(retry);
      retry = setTimeout(wake, wait);
    }
  }

  /** Takes everything that waits now, batch by batch; answers whether there may be more. */
  async function drainOnce(): Promise<boolean> {
    let taken = 0;
    for (const batch of batches(await listSpool(paths.spool, now()))) {
      if (parts.checkBefore?.() === false || stopped) break;
      taken += await takeBatch(batch);
    }
    return taken > 0;
  }

  async function takeBatch(entries: SpoolEntry[]): Promise<number> {
    const contents = await Promise.all(entries.map(readSpoolEntry));
    let ready: Ready[] = [];
    let taken = 0;
    for (const [index, entry] of entries.entries()) {
      const content = contents[index] as SpoolContent;
      if (content.state === 'newer' || content.state === 'gone') continue;
      if (content.state === 'unopened') {
        if (!unopened.has(entry.id))
          log.error({ file: entry.id, error: errorName(content.error) }, 'a spool file cannot be opened');
        unopened.add(entry.id);
        continue;
      }
      if (content.state === 'unreadable') {
        if (await setAside(entry, content.error.code)) taken += 1;
        continue;
      }
      taken += 1;
      const { event, projectDir, door } = content.header;
      const { payload } = content;
      const delivery = readDelivery({ event, projectDir, id: entry.id, at: entry.at, ...door, payload });
      const probe = probeOf(payload);
      if (probe !== null) {
        rehearse(store, ingest, probe, delivery, paths.probe);
        await removeSpoolEntry(entry);
        continue;
      }
      const first = readingFirst(delivery);
      if (first) {
        await commit(ready);
        ready = [];
        if (store.sessions.find(first)?.startSource === 'fork') await readSiblings(first);
        await readUp(reconciler, first, 'nothing');
      }
      ready.push({ entry, delivery });
    }
    await commit(ready);
    return taken;
  }

  /** Whatever is wrong with this one is found again, and dealt with, when it is taken. */
  function readingFirst(delivery: Delivery): string | null {
    try {
      return ingest.needsReadingFirst(delivery);
    } catch (error) {
      if (isStoreTrouble(error)) throw error;
      return null;
    }
  }

  async function commit(ready: Ready[]): Promise<void> {
    if (ready.length === 0) return;
    const results = ingestAll(ready.map(({ delivery }) => delivery));
    await Promise.all(
      ready.map(async ({ entry }, index) => {
        const result = results[index] as Ingested | { failed: string };
        if ('failed' in result) return void (await setAside(entry, result.failed));
        noteReading(result);
        if (result.project) parts.onActivity(result.project);
        await removeSpoolEntry(entry);
      }),
    );
    parts.onCommit();
    log.debug({ files: ready.length }, 'ingested');
  }

  async function setAside(entry: SpoolEntry, why: string): Promise<boolean> {
    try {
      await quarantine(entry, paths.quarantine, cleaner.text);
      log.warn({ file: entry.id, bytes: entry.bytes, error: why }, 'a spool file was put into quarantine');
      return true;
    } catch (error) {
      // It stays where it is, and the others go on.
      if (!unopened.has(entry.id))
        log.error({ file: entry.id, error: errorName(error) }, 'a spool file cannot be put aside');
      unopened.add(entry.id);
      return false;
    }
  }

  function noteReading({ sessionId, readUp: asked, forked }: Ingested): void {
    if (asked === null) return;
    const key = typeof asked === 'object' ? `${sessionId} ${asked.agent}` : sessionId;
    const known = toRead.get(key);
    const over = known?.over === 'session' || (known?.over === 'turn' && asked === 'nothing') ? known.over : asked;
    toRead.set(key, { sessionId, over, forked: forked || (known?.forked ?? false) });
  }

  /** A fork copies its parent's history: the parent's transcript must be known before the fork's is read. */
  async function readSiblings(sessionId: string): Promise<void> {
    const session = store.sessions.find(sessionId);
    if (!session) return;
    const since = now() - 30 * 24 * 3600_000;
    for (const sibling of store.sessions.toReconcile(since, session.projectId)) {
      if (sibling.id !== sessionId) await readUp(reconciler, sibling.id, 'nothing');
    }
  }

  async function readUp(from: Reconciler, sessionId: string, over: Over): Promise<void> {
    try {
      const { added, unreadable } = await from.session(sessionId, over);
      if (added > 0) log.info({ session: sessionId, added }, 'recovered from the transcript');
      if (unreadable > 0) log.warn({ session: sessionId, lines: unreadable }, 'transcript lines could not be read');
    } catch (error) {
      if (!isFileTrouble(error)) throw error;
      log.warn({ session: sessionId, error: errorName(error) }, 'the transcript could not be read');
    }
  }

  return {
    wake,
    submit: submissions.take,
    isBusy: submissions.isBusy,
    async catchUp() {
      for (const session of store.sessions.toReconcile(now() - 7 * 24 * 3600_000)) {
        if (stopped) return;
        const over = session.status === 'active' ? 'nothing' : 'session';
        toRead.set(session.id, { sessionId: session.id, over, forked: session.startSource === 'fork' });
      }
      wake();
    },
    async settled() {
      while (running) await running;
    },
    stop() {
      stopped = true;
      if (retry) clearTimeout(retry);
      if (soon) clearTimeout(soon);
    },
  };
}

function isFileTrouble(error: unknown): boolean {
  return ['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'EIO', 'ENOTDIR'].includes(errorName(error));
}
