// Imports a host's history: transcripts become completed sessions, which are compressed right away. Everything is
// written in short transactions with unique keys, so that an import can be interrupted and repeated.

import { createPipeline } from '../capture/pipeline.ts';
import { cachedProjects, identifyAmong, identifyProject } from '../capture/project.ts';
import type { Ended } from '../capture/reconcile.ts';
import type { OffCheck } from '../capture/switched-off.ts';
import type { Settings } from '../config/settings.ts';
import { errorName } from '../domain/errors.ts';
import type { Project } from '../domain/session.ts';
import type { Host } from '../hosts/index.ts';
import { isStoreTrouble, type Store } from '../store/index.ts';
import type { PrepareAhead } from './prepare-ahead.ts';
import { createRemembering } from './remember.ts';
import type { FoundTranscript } from './transcripts.ts';

/** Jobs belong to the import for this long: a running worker leaves them alone. */
const HOLD_MS = 3600_000;
/** A tenth of a second. */
const LINES_PER_COMMIT = 500;

export interface ImportOptions {
  store: Store;
  /** The host that wrote the transcripts. */
  host: Host;
  settings: Settings;
  now: () => number;
  owner: string;
  /** Whether to compress right away; otherwise the jobs are held, to be released to a model. */
  compress: boolean;
  /** Compresses in another thread while the next transcript is read. */
  ahead?: PrepareAhead;
  /** Checked between transactions. */
  isStopped: () => boolean;
  /** Awaited between transactions: hooks go first. */
  pause: () => Promise<void>;
  onRead: (bytes: number) => void;
  /** Whether capture was paused at that time, or one of these folders excluded: events from then are skipped. */
  isOff: OffCheck;
}

export interface Imported {
  sessions: number;
  events: number;
  observations: number;
  /** Sessions without anything new. */
  known: number;
  /** Sessions in excluded projects, or forgotten ones. */
  left: number;
  unreadableLines: number;
  /** Records of types that this version does not know, which were skipped: how many of each. */
  unknownRecords: Record<string, number>;
  unreadableFiles: { path: string; error: string }[];
  stopped: boolean;
}

export async function importTranscripts(found: FoundTranscript[], options: ImportOptions): Promise<Imported> {
  const { store, now, settings } = options;
  // A deleted worktree may belong to a known project, or to one found in other transcripts.
  const folders = new Set(found.flatMap(({ cwd }) => cwd ?? []));
  const others: Project[] = [
    ...store.projects.list().map(({ key, name }) => ({ key, name, worktree: key })),
    ...[...folders].map(identifyProject),
  ];
  const { isStopped, pause, onRead } = options;
  const { ledger, reconciler } = createPipeline(store, {
    ...{
      now,
      settings,
      isStopped,
      pause,
      onRead,
      isOff: options.isOff,
      holdMs: HOLD_MS,
      linesPerCommit: LINES_PER_COMMIT,
    },
    identify: identifyAmong(cachedProjects(now), () => others),
  });
  const done: Imported = {
    sessions: 0,
    events: 0,
    observations: 0,
    known: 0,
    left: 0,
    unreadableLines: 0,
    unknownRecords: {},
    unreadableFiles: [],
    stopped: false,
  };

  const memories = createRemembering(options);
  for (const transcript of found) {
    if (isStopped()) break;
    try {
      await importOne(transcript);
    } catch (error) {
      if (isStoreTrouble(error)) throw error;
      done.unreadableFiles.push({ path: transcript.path, error: errorName(error) });
    }
  }
  await memories.finish();
  // What a killed import had read completely, but not compressed.
  if (options.compress && !isStopped()) for (const id of store.sessions.unfinishedImports()) await memories.add(id);
  await memories.finish();
  done.observations = memories.observations();
  done.stopped = isStopped();
  return done;

  async function importOne(transcript: FoundTranscript): Promise<void> {
    const { sessionId, agentId } = transcript;
    if (isRead(transcript) || isFromHooks(transcript)) {
      onRead(transcript.bytes);
      done.known += 1;
    } else {
      const over = open(transcript);
      if (over === null) {
        onRead(transcript.bytes);
        done.left += 1;
        return;
      }
      const { added, unreadable, unknown } = await reconciler.session(sessionId, over);
      done.events += added;
      done.unreadableLines += unreadable;
      for (const [type, times] of Object.entries(unknown))
        done.unknownRecords[type] = (done.unknownRecords[type] ?? 0) + times;
      if (added > 0 && agentId === null) done.sessions += 1;
      else if (agentId === null) done.known += 1;
    }
    if (isStopped()) return;
    if (options.compress) await memories.add(sessionId);
    else store.transact(() => store.sessions.completeImported(sessionId));
  }

  /** Makes the session known, or returns null to skip it. A subagent's transcript belongs to a known session. */
  function open(transcript: FoundTranscript): Ended | null {
    const { sessionId, cwd, path, startedAt, agentId } = transcript;
    return store.transact(() => {
      const known = store.sessions.find(sessionId);
      if (agentId !== null) return known ? { agent: agentId, path } : null;
      const origin = { projectDir: known?.folder ?? cwd, cwd: null, transcriptPath: path };
      if (!ledger.open(sessionId, options.host.name, origin, startedAt)) return null;
      if (!known) store.sessions.markImported(sessionId);
      // A session that is still active has unfinished calls.
      return known?.status === 'active' && known.startSource !== 'import' ? 'nothing' : 'session';
    });
  }

  /** Nothing tells the records of such a transcript from what hooks reported. */
  function isFromHooks({ sessionId }: FoundTranscript): boolean {
    const session = options.host.transcripts?.isForImport ? store.sessions.find(sessionId) : null;
    return session != null && session.startSource !== 'import';
  }

  function isRead({ path, bytes, sessionId }: FoundTranscript): boolean {
    const session = store.sessions.find(sessionId);
    // An incomplete import may still have subagents to read.
    if (!session || (session.startSource === 'import' && session.status !== 'completed')) return false;
    // Whether a document changed is for its reader to see.
    if (options.host.transcripts?.documents?.reads(path)) return false;
    const cursor = store.transcripts.loadCursor(path);
    return cursor !== null && cursor.offset >= bytes;
  }
}
