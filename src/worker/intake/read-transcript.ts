// Reads a session's transcript from where it was left, and those of its siblings first if it is a fork.

import type { Reconciler } from '../../capture/reconcile.ts';
import { errorName } from '../../domain/errors.ts';
import type { Store } from '../../store/index.ts';
import type { Log } from '../log.ts';
import type { Reading } from './reading-list.ts';

/** A fork's parent is looked for among the sessions of this time. */
const SIBLINGS_MS = 30 * 24 * 3600_000;

const FILE_TROUBLE = ['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'EIO', 'ENOTDIR'];

export type ReadTranscript = (reconciler: Reconciler, reading: Reading) => Promise<void>;

export function createTranscriptReader(parts: { store: Store; log: Log; now: () => number }): ReadTranscript {
  const { store, log, now } = parts;

  async function read(reconciler: Reconciler, { sessionId, over, forked }: Reading): Promise<void> {
    // A fork copies its parent's records: the parent's transcript must be known first.
    if (forked) await readSiblings(reconciler, sessionId);
    try {
      const { added, unreadable } = await reconciler.session(sessionId, over);
      if (added > 0) log.info({ session: sessionId, added }, 'recovered from the transcript');
      if (unreadable > 0) log.warn({ session: sessionId, lines: unreadable }, 'transcript lines could not be read');
    } catch (error) {
      if (!FILE_TROUBLE.includes(errorName(error))) throw error;
      log.warn({ session: sessionId, error: errorName(error) }, 'the transcript could not be read');
    }
  }

  async function readSiblings(reconciler: Reconciler, sessionId: string): Promise<void> {
    const session = store.sessions.find(sessionId);
    if (!session) return;
    for (const { id } of store.sessions.toReconcile(now() - SIBLINGS_MS, session.projectId))
      if (id !== sessionId) await read(reconciler, { sessionId: id, over: 'nothing', forked: false });
  }

  return read;
}
