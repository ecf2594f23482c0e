// Silent sessions: one that has not been heard of for many hours counts as interrupted, and is read to its end.

import type { Store } from '../../store/index.ts';
import type { ReadingList } from '../intake/reading-list.ts';
import type { Log } from '../log.ts';

const SILENT_MS = 24 * 3600_000;

export interface SilentSessionParts {
  store: Store;
  log: Log;
  now: () => number;
  readingList: ReadingList;
  /** Has the reading list worked off. */
  read: () => void;
}

export function interruptSilentSessions({ store, log, now, readingList, read }: SilentSessionParts): void {
  const silent = store.sessions.interruptSilent(now() - SILENT_MS);
  if (silent.length === 0) return;
  log.info({ sessions: silent.length }, 'silent sessions count as interrupted');
  for (const sessionId of silent) readingList.addEnded(sessionId);
  read();
}
