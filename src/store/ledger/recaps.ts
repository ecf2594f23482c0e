// What the host itself said about where the work of a session stands: recaps, and summaries of a compaction.
import { text } from '../../domain/json.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { decodePayload } from './payload.ts';

export interface HostRecap {
  text: string;
  at: number;
}

/** The newest one; null if there is none. */
export function lastRecap(db: Database, sessionId: string): HostRecap | null {
  const row = sql<[string], { payload: Buffer; at: number }>(
    db,
    `select payload, created_at as at from events where session_id = ? and payload is not null and kind = 'note'
       and ((key > 'note:recap:' and key < 'note:recap;') or (key > 'note:compaction:' and key < 'note:compaction;'))
     order by created_at desc, id desc limit 1`,
  ).get(sessionId);
  const words = row ? text(decodePayload(row.payload), 'text') : null;
  return row && words ? { text: words, at: row.at } : null;
}
