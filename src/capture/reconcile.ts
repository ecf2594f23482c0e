// Adds events that no hook delivered: reads a session's transcripts from where we stopped, and records what is missing.

import { stat } from 'node:fs/promises';
import { type Host, type HostTranscripts, hostNamed } from '../hosts/index.ts';
import { type Cursor, openForeignReadOnly, type Store } from '../store/index.ts';
import { type Line, readLines, tailDigest } from './json-lines.ts';
import type { Ledger, SessionPlace } from './ledger.ts';
import { type ReaderOptions, TranscriptReader } from './transcript-reader.ts';

export interface ReconcileOptions extends ReaderOptions {
  /** Checked between transactions, so that a stopping worker does not read a long transcript to its end. */
  isStopped?: () => boolean;
  /** Awaited between transactions: an import lets others write. */
  pause?: () => Promise<void>;
  /** Lines recorded in one transaction: more take less time, and keep others from writing for longer. */
  linesPerCommit?: number;
  /** Reports how many bytes were read. */
  onRead?: (bytes: number) => void;
}

export interface ReconcileResult {
  added: number;
  /** Lines of which a part could not be parsed. */
  unreadable: number;
  /** How many records of each type were skipped because this version does not know them. */
  unknown: Record<string, number>;
}

/** Limits of one transaction, and so of memory. */
const LINES_PER_COMMIT = 200;
const BYTES_PER_COMMIT = 4 * 1024 * 1024;

export interface Reconciler {
  /** Reads a session's main and subagent transcripts. */
  session(sessionId: string, over: Ended): Promise<ReconcileResult>;
}

/** What has ended: a call in it without a result will not get one. */
export type Ended = 'nothing' | 'turn' | 'session' | EndedAgent;

export interface EndedAgent {
  agent: string;
  /** The path of its transcript, according to the host. */
  path: string | null;
}

export function createReconciler(store: Store, ledger: Ledger, options: ReconcileOptions): Reconciler {
  const linesPerCommit = options.linesPerCommit ?? LINES_PER_COMMIT;
  return {
    async session(sessionId, over) {
      const session = store.sessions.find(sessionId);
      const total: ReconcileResult = { added: 0, unreadable: 0, unknown: {} };
      if (!session?.transcriptPath) return total;
      const host = hostNamed(session.host, options.hosts);
      if (!hasTranscripts(host)) return total;
      const files: TranscriptFile[] = [{ path: session.transcriptPath, agentId: null }];
      files.push(...(await host.transcripts.subagents(session.transcriptPath, sessionId)));
      const named = typeof over === 'object' ? over.path : null;
      if (named && !files.some((file) => file.path === named)) {
        files.push({ path: named, agentId: (over as EndedAgent).agent });
      }
      for (const file of files) {
        const origin = { projectDir: session.folder, cwd: null, transcriptPath: null };
        const place: SessionPlace | null = store.transact(() =>
          ledger.open(sessionId, session.host, origin, session.lastEventAt),
        );
        if (!place) break;
        const one = await readTranscript(file, place, host, isOver(over, file.agentId));
        total.added += one.added;
        total.unreadable += one.unreadable;
        for (const [type, times] of Object.entries(one.unknown))
          total.unknown[type] = (total.unknown[type] ?? 0) + times;
      }
      return total;
    },
  };

  async function readTranscript(
    { path, agentId }: TranscriptFile,
    place: SessionPlace,
    host: ReadableHost,
    over: boolean,
  ): Promise<ReconcileResult> {
    if (host.transcripts.documents?.reads(path)) return readDocument({ path, agentId }, place, host, over);
    const found = await stat(path).catch(() => null);
    if (!found) return NOTHING;
    const { size, ino } = found;
    const cursor = resume(path, agentId, place.sessionId, size, ino);
    if (cursor.offset >= size || cursor.state.passedOver) return NOTHING;

    const reader = new TranscriptReader(store, ledger, place, cursor, options, host);
    const unreadableBefore = cursor.unreadable;
    const outcome = () => ({
      added: reader.added,
      unreadable: cursor.unreadable - unreadableBefore,
      unknown: reader.unknown,
    });
    let batch: Line[] = [];
    const commit = (last: boolean) => {
      const lines = batch;
      batch = [];
      store.transact(() => {
        for (const line of lines) reader.take(line);
        if (last && over) reader.giveUpPending();
        reader.save(last);
      });
    };
    let start = cursor.offset;
    for await (const line of readLines(path, cursor.offset, host.transcripts.recordStart)) {
      batch.push(line);
      if (batch.length < linesPerCommit && line.end - start < BYTES_PER_COMMIT) continue;
      commit(false);
      options.onRead?.(line.end - start);
      start = line.end;
      await options.pause?.();
      if (options.isStopped?.()) return outcome();
    }
    commit(true);
    options.onRead?.(Math.max(0, size - start));
    // The file was replaced while we read it: our position is meaningless, so it is read from its start next time.
    if ((await stat(path).catch(() => null))?.ino !== ino)
      store.transact(() => startOver(path, agentId, place.sessionId));
    return outcome();
  }

  /** A document has no position to resume from: it is read as a whole, and what is known is recognized by its IDs. */
  async function readDocument(
    { path, agentId }: TranscriptFile,
    place: SessionPlace,
    host: ReadableHost,
    over: boolean,
  ): Promise<ReconcileResult> {
    const document = loadDocument(host.transcripts, path);
    const known = store.transcripts.loadCursor(path);
    if (!document) return NOTHING;
    // What was read before its turn was over may have left calls open.
    const version = `${document.version}${over ? ' over' : ''}`;
    const isRead = known?.tail === version || known?.tail === `${document.version} over`;
    if (isRead && known?.sessionId === place.sessionId) return NOTHING;
    const records = tryTo(document.records);
    if (!records) return NOTHING;
    const cursor = store.transact(() => startOver(path, agentId, place.sessionId));
    const reader = new TranscriptReader(store, ledger, place, cursor, options, host);
    for (let at = 0; at < records.length; at += LINES_PER_COMMIT) {
      const lines = records.slice(at, at + LINES_PER_COMMIT);
      store.transact(() => {
        for (const record of lines) reader.take({ offset: 0, end: 0, records: [record], damaged: false });
      });
      await options.pause?.();
      if (options.isStopped?.()) return { added: reader.added, unreadable: cursor.unreadable, unknown: reader.unknown };
    }
    store.transact(() => {
      if (over) reader.giveUpPending();
      reader.saveDocument(version);
    });
    return { added: reader.added, unreadable: cursor.unreadable, unknown: reader.unknown };
  }

  /** The cursor to resume from. A file that shrank or was rewritten is read again from its start. */
  function resume(path: string, agentId: string | null, sessionId: string, size: number, inode: number): Cursor {
    const known = store.transcripts.loadCursor(path);
    const same =
      known !== null &&
      known.sessionId === sessionId &&
      known.offset <= size &&
      (known.state.inode === undefined || known.state.inode === inode) &&
      (known.state.passedOver || tailDigest(path, known.offset) === known.tail);
    const cursor = same ? known : store.transact(() => startOver(path, agentId, sessionId));
    cursor.state.inode = inode;
    return cursor;
  }

  function startOver(path: string, agentId: string | null, sessionId: string): Cursor {
    const fresh: Cursor = { path, sessionId, agentId, offset: 0, tail: null, state: {}, unreadable: 0 };
    if (agentId === null) store.turns.unseePrompts(sessionId);
    store.transcripts.saveCursor(fresh, options.now());
    return fresh;
  }
}

/** Null if it cannot be read now: it is another program's, which may be writing it. */
const loadDocument = ({ documents }: HostTranscripts, path: string) =>
  tryTo(() => documents?.load(path, openForeignReadOnly) ?? null);

function tryTo<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

function isOver(over: Ended, agentId: string | null): boolean {
  if (over === 'session') return true;
  return agentId === null ? over === 'turn' : typeof over === 'object' && over.agent === agentId;
}

type ReadableHost = Host & { transcripts: HostTranscripts };

function hasTranscripts(host: Host): host is ReadableHost {
  return host.transcripts !== null;
}

const NOTHING: ReconcileResult = { added: 0, unreadable: 0, unknown: {} };

interface TranscriptFile {
  path: string;
  agentId: string | null;
}
