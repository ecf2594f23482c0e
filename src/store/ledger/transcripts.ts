// How far each transcript was read, and which of its records are known.
import { type Database, sql } from '../sqlite/connect.ts';

/** What the reader must know to go on where it stopped. */
export interface ReaderState {
  /** The number of the prompt that was current. */
  prompt?: number | null;
  /** The private turn that is under way: when it began, and its prompt's id. */
  private?: { since: number; promptId: string | null } | null;
  /** The next command record is the client's own business (/exit, /clear), not a prompt. */
  afterCaveat?: boolean;
  /** Not a conversation of the user's: never read. */
  passedOver?: boolean;
  /** Which file it was: one that was put in its place is another. */
  inode?: number;
}

export interface Cursor {
  path: string;
  sessionId: string;
  agentId: string | null;
  offset: number;
  tail: string | null;
  state: ReaderState;
  unreadable: number;
}

export function loadCursor(db: Database, path: string): Cursor | null {
  const row = sql<[string], CursorRow>(db, 'select * from transcripts where path = ?').get(path);
  if (!row) return null;
  return {
    path: row.path,
    sessionId: row.session_id,
    agentId: row.agent_id,
    offset: row.offset,
    tail: row.tail,
    state: JSON.parse(row.state) as ReaderState,
    unreadable: row.unreadable,
  };
}

export function saveCursor(db: Database, cursor: Cursor, now: number): void {
  sql(
    db,
    `insert into transcripts (path, session_id, agent_id, offset, tail, state, unreadable, updated_at)
     values (@path, @sessionId, @agentId, @offset, @tail, @state, @unreadable, @now)
     on conflict (path) do update set session_id = excluded.session_id, offset = excluded.offset, tail = excluded.tail, state = excluded.state,
       unreadable = excluded.unreadable, updated_at = excluded.updated_at`,
  ).run({ ...cursor, state: JSON.stringify(cursor.state), now });
}

/** Claims a record for this session; answers the other session's id where it is a copy of that one's history. */
export function claimRecord(db: Database, recordId: string, sessionId: string): string | null {
  const known = sql<[string], { session_id: string }>(db, 'select session_id from records where id = ?').get(recordId);
  if (known) return known.session_id === sessionId ? null : known.session_id;
  sql(db, 'insert into records (id, session_id) values (?, ?)').run(recordId, sessionId);
  return null;
}

interface CursorRow {
  path: string;
  session_id: string;
  agent_id: string | null;
  offset: number;
  tail: string | null;
  state: string;
  unreadable: number;
}
