// Sessions: created on first mention by any source, and updated as events arrive.
import { CMemError } from '../../domain/errors.ts';
import type { Session, SessionStatus } from '../../domain/session.ts';
import { type Database, sql } from '../sqlite/connect.ts';

export interface NewSession {
  id: string;
  host: string;
  projectId: number;
  folder: string | null;
  transcriptPath: string | null;
  at: number;
}

/** Idempotent: an event of an unknown session creates it. */
export function ensureSession(db: Database, session: NewSession): void {
  sql(
    db,
    `insert into sessions (id, host, project_id, folder, transcript_path, started_at, last_event_at)
     values (@id, @host, @projectId, @folder, @transcriptPath, @at, @at)
     on conflict (id) do update set
       transcript_path = coalesce(excluded.transcript_path, transcript_path),
       started_at = min(started_at, excluded.started_at),
       last_event_at = max(last_event_at, excluded.last_event_at)`,
  ).run(session);
}

export function findSession(db: Database, id: string): Session | null {
  const row = sql<[string], SessionRow>(db, 'select * from sessions where id = ?').get(id);
  return row ? decode(row) : null;
}

/** Fewer characters would match by accident. */
const FEWEST_OF_ID = 4;

/** The session with this ID, or the only one whose ID begins with it. */
export function sessionNamed(db: Database, text: string): Session {
  const exact = findSession(db, text);
  if (exact) return exact;
  if (text.length < FEWEST_OF_ID)
    throw new CMemError('USAGE', `"${text}" is not enough of a session ID`, { fix: 'Give more of its characters.' });
  const rows = sql<[string, string], SessionRow>(
    db,
    'select * from sessions where id >= ? and id < ? order by started_at desc limit 2',
  ).all(text, `${text}\u{10ffff}`);
  const [row] = rows;
  if (!row) throw new CMemError('SESSION_UNKNOWN', `There is no session ${text}`);
  if (rows.length > 1)
    throw new CMemError('USAGE', `More than one session ID begins with "${text}"`, {
      fix: 'Give more of its characters; `c-mem sessions` lists them.',
    });
  return decode(row);
}

/** How many sessions with a transcript are known of each host. */
export function countByHost(db: Database): [host: string, sessions: number][] {
  return sql<[], [string, number]>(
    db,
    'select host, count(*) from sessions where transcript_path is not null group by host',
  )
    .raw()
    .all() as [string, number][];
}

/** Null if the session is unknown. */
export function promptCount(db: Database, id: string): number | null {
  return sql<[string], number>(db, 'select prompt_count from sessions where id = ?').pluck().get(id) ?? null;
}

export function sessionsOfProject(db: Database, projectId: number): string[] {
  return sql<[number], { id: string }>(db, 'select id from sessions where project_id = ?')
    .all(projectId)
    .map((row) => row.id);
}

/**
 * A start or a prompt reopens a session unless it is older than the session's end. An end in the future comes from a
 * clock that has been corrected since.
 */
export function reopenSession(db: Database, id: string, at: number, now: number): void {
  sql(
    db,
    `update sessions set status = 'active', end_reason = null, ended_at = null
     where id = ? and status <> 'active' and (ended_at is null or ended_at <= ? or ended_at > ?)`,
  ).run(id, at, now);
}

/** A hook event after a session was marked as interrupted shows that it is still alive. */
export function reviveSession(db: Database, id: string, at: number): void {
  sql(
    db,
    `update sessions set status = 'active', ended_at = null where id = ? and status = 'interrupted' and ended_at < ?`,
  ).run(id, at);
}

export function setStartSource(db: Database, id: string, source: string): void {
  sql(db, 'update sessions set start_source = ? where id = ?').run(source, id);
}

/** The title that the host gave, or the user in the host. The user's stays; the host revises its own over time. */
export function setTitle(db: Database, id: string, title: string, by: 'user' | 'host'): void {
  sql(
    db,
    `update sessions set title = @title, title_by = @by
     where id = @id and (@by = 'user' or title_by is null or title_by = 'host')`,
  ).run({ id, title, by });
}

export function completeSession(db: Database, id: string, reason: string | null, at: number): void {
  sql(
    db,
    `update sessions set status = 'completed', end_reason = ?, ended_at = ? where id = ? and status <> 'failed'`,
  ).run(reason, at, id);
}

/** The parent owns the last copied record: a fork of a fork also contains older ones. */
export function setParent(db: Database, id: string, parentId: string): void {
  sql(db, 'update sessions set parent_id = ? where id = ? and parent_id is not ?').run(parentId, id, parentId);
}

/** Whether one session is older than the other, and so can be its parent. */
export function startedBefore(db: Database, id: string, other: string): boolean {
  return (
    sql(db, 'select 1 from sessions a, sessions b where a.id = ? and b.id = ? and a.started_at <= b.started_at').get(
      id,
      other,
    ) !== undefined
  );
}

/** The parent of a session, its parent, and so on. */
export function ancestors(db: Database, id: string): string[] {
  const line: string[] = [];
  // Nearly every session has none.
  for (let child = id; ; ) {
    const parent = sql<[string], { parent_id: string | null }>(db, 'select parent_id from sessions where id = ?');
    const next = parent.get(child)?.parent_id ?? null;
    if (next === null || line.includes(next)) return line;
    line.push(next);
    child = next;
  }
}

/**
 * Ends sessions without an event since `before` and returns their IDs. A session that is being imported is only old,
 * not silent.
 */
export function interruptSilentSessions(db: Database, before: number): string[] {
  return sql<[number], { id: string }>(
    db,
    `update sessions set status = 'interrupted', ended_at = last_event_at
     where status = 'active' and last_event_at < ?
       and not (start_source is 'import' and exists (
         select 1 from jobs where session_id = sessions.id and state in ('waiting', 'running')))
     returning id`,
  )
    .all(before)
    .map((row) => row.id);
}

/** Sessions whose transcript may contain unread records, oldest first, so that a fork comes after its parent. */
export function sessionsToReconcile(db: Database, since: number, projectId: number | null = null): Session[] {
  return sql<[number, number | null, number | null], SessionRow>(
    db,
    `select * from (
       select * from sessions where transcript_path is not null and last_event_at >= ?
         and (? is null or project_id = ?)
       order by last_event_at desc limit 200
     ) order by started_at`,
  )
    .all(since, projectId, projectId)
    .map(decode);
}

/** Every session with a known transcript, oldest first. */
export function sessionsWithTranscript(db: Database): Session[] {
  return sql<[], SessionRow>(db, 'select * from sessions where transcript_path is not null order by started_at, id')
    .all()
    .map(decode);
}

interface SessionRow {
  id: string;
  host: string;
  project_id: number;
  parent_id: string | null;
  status: SessionStatus;
  end_reason: string | null;
  title: string | null;
  title_by: 'user' | 'host' | null;
  subtitle: string | null;
  prompt_count: number;
  folder: string | null;
  transcript_path: string | null;
  started_at: number;
  start_source: string | null;
  last_event_at: number;
  ended_at: number | null;
}

function decode(row: SessionRow): Session {
  return {
    id: row.id,
    host: row.host,
    projectId: row.project_id,
    parentId: row.parent_id,
    status: row.status,
    endReason: row.end_reason,
    title: row.title,
    titleBy: row.title_by,
    subtitle: row.subtitle,
    promptCount: row.prompt_count,
    folder: row.folder,
    transcriptPath: row.transcript_path,
    startedAt: row.started_at,
    startSource: row.start_source,
    lastEventAt: row.last_event_at,
    endedAt: row.ended_at,
  };
}
