// Reads a host's past into the store: transcripts become sessions that are over, and these become memories at once.
// Everything is written in short transactions and known by its key, so that it may be cut off and started again.
import { setImmediate } from 'node:timers/promises';
import { createEnvelopeCleanser } from '../capture/clean/envelope.ts';
import { buildRedact } from '../capture/clean/secrets.ts';
import { createLedger } from '../capture/ledger.ts';
import { cachedProjects, identifyAmong, identifyProject } from '../capture/project.ts';
import { createReconciler, type Over } from '../capture/reconcile.ts';
import { compressEmbedded } from '../compress/embedded/compress.ts';
import { loadJob } from '../compress/load.ts';
import type { Settings } from '../config/settings.ts';
import { errorName, isStoreTrouble } from '../domain/errors.ts';
import type { Project } from '../domain/session.ts';
import { completeImported, markImported, unfinishedImports } from '../store/ledger/imported-sessions.ts';
import { listProjects } from '../store/ledger/projects.ts';
import { findSession } from '../store/ledger/sessions.ts';
import { loadCursor } from '../store/ledger/transcripts.ts';
import { createMemoryStore } from '../store/memories/commit.ts';
import { claimImported, failJob } from '../store/queue/jobs.ts';
import { type Database, transact } from '../store/sqlite/open.ts';
import type { FoundTranscript } from './transcripts.ts';

/** Jobs stay the import's own for so long: a worker that runs beside it leaves them alone. */
const HOLD_MS = 3600_000;
const LEASE_MS = 120_000;

export interface ImportParts {
  db: Database;
  settings: Settings;
  now: () => number;
  owner: string;
  /** Whether what was read becomes memories at once; else it stays held, to be released to a model. */
  compress: boolean;
  /** Asked between transactions. */
  isStopped: () => boolean;
  /** Waited for between transactions: hooks go first. */
  pause: () => Promise<void>;
  onRead: (bytes: number) => void;
  /** Whether capture was paused at that time: what happened then is left out. */
  isPaused: (at: number) => boolean;
}

export interface Imported {
  sessions: number;
  events: number;
  observations: number;
  /** Sessions that had nothing new. */
  known: number;
  /** In projects that are excluded, or forgotten. */
  left: number;
  unreadableLines: number;
  unreadableFiles: { path: string; error: string }[];
  stopped: boolean;
}

export async function importTranscripts(found: FoundTranscript[], parts: ImportParts): Promise<Imported> {
  const { db, now, settings } = parts;
  const memories = createMemoryStore(db);
  const cleanse = { limit: settings.fieldLimitKb * 1024, redact: buildRedact(settings.redactPatterns) };
  // A worktree that is gone may belong to a project that is known, or to one that other transcripts tell of.
  const folders = new Set(found.flatMap(({ cwd }) => cwd ?? []));
  const others: Project[] = [
    ...listProjects(db).map(({ key, name }) => ({ key, name, worktree: key })),
    ...[...folders].map(identifyProject),
  ];
  const ledger = createLedger(db, {
    now,
    identify: identifyAmong(cachedProjects(now), () => others),
    excludeProjects: settings.excludeProjects,
    isPaused: parts.isPaused,
    ...createEnvelopeCleanser(cleanse),
    queue: { quietMs: settings.quietMinutes * 60_000, batchEvents: settings.batchEvents, holdMs: HOLD_MS },
  });
  const { isStopped, pause, onRead } = parts;
  const shape = { ...cleanse, skipTools: settings.skipTools };
  const reconciler = createReconciler(db, ledger, { ...shape, now, isStopped, pause, onRead });
  const done: Imported = {
    sessions: 0,
    events: 0,
    observations: 0,
    known: 0,
    left: 0,
    unreadableLines: 0,
    unreadableFiles: [],
    stopped: false,
  };

  for (const transcript of found) {
    if (isStopped()) break;
    try {
      await importOne(transcript);
    } catch (error) {
      if (isStoreTrouble(error)) throw error;
      done.unreadableFiles.push({ path: transcript.path, error: errorName(error) });
    }
  }
  // What a killed import had read to its end, but not compressed.
  if (parts.compress && !isStopped()) for (const id of unfinishedImports(db)) await remember(id);
  done.stopped = isStopped();
  return done;

  async function importOne(transcript: FoundTranscript): Promise<void> {
    const { sessionId, agentId } = transcript;
    if (isRead(transcript)) {
      onRead(transcript.bytes);
      done.known += 1;
    } else {
      const over = open(transcript);
      if (over === null) {
        onRead(transcript.bytes);
        done.left += 1;
        return;
      }
      const { added, unreadable } = await reconciler.session(sessionId, over);
      done.events += added;
      done.unreadableLines += unreadable;
      if (added > 0 && agentId === null) done.sessions += 1;
      else if (agentId === null) done.known += 1;
    }
    if (isStopped()) return;
    if (parts.compress) await remember(sessionId);
    transact(db, () => completeImported(db, sessionId));
  }

  /** Makes the session known; null where it is not to be. A subagent's transcript belongs to a session that is. */
  function open(transcript: FoundTranscript): Over | null {
    const { sessionId, cwd, path, startedAt, agentId } = transcript;
    return transact(db, () => {
      const known = findSession(db, sessionId);
      if (agentId !== null) return known ? { agent: agentId, path } : null;
      const origin = { projectDir: known?.folder ?? cwd, cwd: null, transcriptPath: path };
      if (!ledger.open(sessionId, 'claude-code', origin, startedAt)) return null;
      if (!known) markImported(db, sessionId);
      // One that goes on right now has calls that are not over.
      return known?.status === 'active' && known.startSource !== 'import' ? 'nothing' : 'session';
    });
  }

  function isRead({ path, bytes, sessionId }: FoundTranscript): boolean {
    const session = findSession(db, sessionId);
    // Half an import also has subagents to read.
    if (!session || (session.startSource === 'import' && session.status !== 'completed')) return false;
    const cursor = loadCursor(db, path);
    return cursor !== null && cursor.offset >= bytes;
  }

  async function remember(sessionId: string): Promise<void> {
    while (!isStopped()) {
      const job = claimImported(db, sessionId, parts.owner, now(), LEASE_MS);
      if (!job) return;
      try {
        const { material, context } = loadJob(db, job, now());
        const result = { ...compressEmbedded(material), context, wantsRecompress: false };
        done.observations += (await memories.commitJob(job, parts.owner, result, now())).added;
      } catch (error) {
        if (isStoreTrouble(error)) throw error;
        failJob(db, job, parts.owner, now(), errorName(error));
      }
      await setImmediate();
    }
  }
}
