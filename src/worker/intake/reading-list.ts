// Which transcripts are to be read, by session, or by agent if one has ended.

import type { Ingested } from '../../capture/ingest.ts';
import type { Ended } from '../../capture/reconcile.ts';
import type { Session } from '../../domain/session.ts';

export interface Reading {
  sessionId: string;
  /** What has ended. */
  over: Ended;
  /** A fork copies its parent's history: the transcripts of its project are read first. */
  forked: boolean;
}

export interface ReadingList {
  /** A session whose transcript may have grown without our noticing. */
  addSession(session: Pick<Session, 'id' | 'status' | 'startSource'>): void;
  /** A session that was found to be over. */
  addEnded(sessionId: string): void;
  /** Whatever an event asks for, on top of what is already listed for its session. */
  addFor(event: Ingested): void;
  entries(): Iterable<[string, Reading]>;
  /** Takes a reading off the list, unless it was asked for again meanwhile. */
  done(key: string, reading: Reading): void;
}

export function createReadingList(): ReadingList {
  const list = new Map<string, Reading>();
  return {
    addSession({ id, status, startSource }) {
      const over = status === 'active' ? 'nothing' : 'session';
      list.set(id, { sessionId: id, over, forked: startSource === 'fork' });
    },
    addEnded(sessionId) {
      list.set(sessionId, { sessionId, over: 'session', forked: false });
    },
    addFor({ sessionId, readUp, forked }) {
      if (readUp === null) return;
      const key = typeof readUp === 'object' ? `${sessionId} ${readUp.agent}` : sessionId;
      const known = list.get(key);
      const over = known?.over === 'session' || (known?.over === 'turn' && readUp === 'nothing') ? known.over : readUp;
      list.set(key, { sessionId, over, forked: forked || (known?.forked ?? false) });
    },
    entries: () => list,
    done(key, reading) {
      if (list.get(key) === reading) list.delete(key);
    },
  };
}
