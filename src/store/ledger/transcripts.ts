// How far each transcript was read, and which records are known.
import { type Database, sql } from '../sqlite/connect.ts';

/** What the reader needs to resume where it stopped. */
export interface ReaderState {
  /** The number of the current prompt. */
  prompt?: number | null;
  /** The current private turn: when it began, and the ID of its prompt. */
  private?: { since: number; promptId: string | null } | null;
  /** The next command record is one of the client's own commands (/exit, /clear), not a prompt. */
  afterCaveat?: boolean;
  /** Not one of the user's conversations, so never read. */
  passedOver?: boolean;
  /** Identifies the file: a replaced one has another inode. */
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

const OWNER = 'select session_id from records where id = ?';

/** Claims a record for this session. If the record is a copy from another session, returns that session's ID. */
export function claimRecord(db: Database, recordId: string, sessionId: string): string | null {
  const owner = ownerOf(db, recordId);
  if (owner !== null) return owner === sessionId ? null : owner;
  sql(db, 'insert into records (id, session_id) values (?, ?)').run(recordId, sessionId);
  return null;
}

/** The session that a record belongs to; null if it is unknown. */
export function ownerOf(db: Database, recordId: string): string | null {
  return sql<[string], { session_id: string }>(db, OWNER).get(recordId)?.session_id ?? null;
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
