// Sessions as lists and pages show them.
import { type Database, sql } from '../sqlite/connect.ts';

export interface SessionOverview {
  id: string;
  host: string;
  projectId: number;
  status: 'active' | 'completed' | 'interrupted' | 'failed';
  endReason: string | null;
  title: string | null;
  subtitle: string | null;
  author: string | null;
  promptCount: number;
  observations: number;
  summaries: number;
  startedAt: number;
  lastEventAt: number;
}

const SESSION = `select s.id, s.host, s.project_id as projectId, s.status, s.end_reason as endReason, s.title, s.subtitle, s.author,
  s.prompt_count as promptCount, s.started_at as startedAt, s.last_event_at as lastEventAt,
  (select count(*) from observations where session_id = s.id and hidden_until is null) as observations,
  (select count(*) from summaries where session_id = s.id and hidden_until is null) as summaries from sessions s`;

export interface SessionFilter {
  projectId: number | null;
  status: string | null;
  /** A part of the title, or of the name of the project. */
  title?: string;
}

const PASSES = `(@projectId is null or s.project_id = @projectId) and (@status is null or s.status = @status)
  and (@title = '%%' or s.title like @title escape '\\'
    or s.project_id in (select id from projects where name like @title escape '\\'))`;

/** Sorted by last event, newest first. */
export function listSessions(
  db: Database,
  filter: SessionFilter,
  limit: number,
  cursor: string | null,
): { sessions: SessionOverview[]; next: string | null; total: number } {
  const given = { ...filter, title: `%${(filter.title ?? '').replace(/[\\%_]/g, '\\$&')}%` };
  const match = /^(\d{1,15})\.(.+)$/.exec(cursor ?? '');
  const rows = sql<[object], SessionOverview>(
    db,
    `${SESSION} where ${PASSES}
       and (s.last_event_at, s.id) < (@at, @id) order by s.last_event_at desc, s.id desc limit @limit`,
  ).all({
    ...given,
    at: match ? Number(match[1]) : Number.MAX_SAFE_INTEGER,
    id: match ? (match[2] as string) : '',
    limit: limit + 1,
  });
  const sessions = rows.slice(0, limit);
  const last = sessions.at(-1);
  const { total } = sql<[object], { total: number }>(
    db,
    `select count(*) as total from sessions s where ${PASSES}`,
  ).get(given) as { total: number };
  return { sessions, total, next: rows.length > limit && last ? `${last.lastEventAt}.${last.id}` : null };
}

export function sessionOverview(db: Database, id: string): SessionOverview | null {
  return sql<[string], SessionOverview>(db, `${SESSION} where s.id = ?`).get(id) ?? null;
}

/** Sessions with activity since then. */
export function sessionsSince(db: Database, since: number): SessionOverview[] {
  return sql<[object], SessionOverview>(
    db,
    `${SESSION} where s.last_event_at >= @since or s.ended_at >= @since limit 500`,
  ).all({ since });
}

export function promptsOfSession(db: Database, id: string): { number: number; text: string; at: number }[] {
  return sql<[string], { number: number; text: string; at: number }>(
    db,
    'select number, text, created_at as at from prompts where session_id = ? order by number',
  ).all(id);
}

export function promptOfTurn(db: Database, sessionId: string | null, number: number | null): PromptOfTurn | null {
  if (sessionId === null || number === null) return null;
  return (
    sql<[string, number], PromptOfTurn>(
      db,
      'select text, prompt_id as promptId, created_at as at from prompts where session_id = ? and number = ?',
    ).get(sessionId, number) ?? null
  );
}

export interface PromptOfTurn {
  text: string;
  promptId: string | null;
  at: number;
}

/** How many events a session has, and how many of its jobs are unfinished. */
export function sessionCounts(db: Database, id: string): { events: number; waiting: number; running: number } {
  return sql<[string, string, string], { events: number; waiting: number; running: number }>(
    db,
    `select (select count(*) from events where session_id = ?) as events,
       (select count(*) from jobs where session_id = ? and state = 'waiting') as waiting,
       (select count(*) from jobs where session_id = ? and state = 'running') as running`,
  ).get(id, id, id) as { events: number; waiting: number; running: number };
}

export function activeSessions(db: Database): number {
  return sql<[], { n: number }>(db, "select count(*) as n from sessions where status = 'active'").get()?.n ?? 0;
}

/** A prompt and what was shown with it are this close together. */
const WITH_PROMPT_MS = 5000;

/** The turn in which something was shown: with its prompt, or after it. Null at the start of a session. */
export function turnAt(db: Database, sessionId: string, occasion: string, at: number): number | null {
  if (occasion === 'session_start') return null;
  const until = occasion === 'prompt' ? at + WITH_PROMPT_MS : at;
  return (
    sql<[string, number], { number: number }>(
      db,
      'select number from prompts where session_id = ? and created_at <= ? order by created_at desc, number desc limit 1',
    ).get(sessionId, until)?.number ?? null
  );
}
