// What the viewer and /health tell of the whole: sessions, files, evidence, numbers by day, what waits.

import type { LedgerEvent } from '../ledger/events.ts';
import { decodePayload } from '../ledger/payload.ts';
import { type Database, sql } from '../sqlite/connect.ts';

export interface SessionOverview {
  id: string;
  host: string;
  projectId: number;
  status: 'active' | 'completed' | 'interrupted' | 'failed';
  endReason: string | null;
  title: string | null;
  subtitle: string | null;
  promptCount: number;
  observations: number;
  summaries: number;
  startedAt: number;
  lastEventAt: number;
}

const SESSION = `select s.id, s.host, s.project_id as projectId, s.status, s.end_reason as endReason, s.title, s.subtitle,
  s.prompt_count as promptCount, s.started_at as startedAt, s.last_event_at as lastEventAt,
  (select count(*) from observations where session_id = s.id and hidden_until is null) as observations,
  (select count(*) from summaries where session_id = s.id and hidden_until is null) as summaries from sessions s`;

/** The one with the last event first. */
export function listSessions(
  db: Database,
  filter: { projectId: number | null; status: string | null },
  limit: number,
  cursor: string | null,
): { sessions: SessionOverview[]; next: string | null } {
  const match = /^(\d{1,15})\.(.+)$/.exec(cursor ?? '');
  const rows = sql<[object], SessionOverview>(
    db,
    `${SESSION} where (@projectId is null or s.project_id = @projectId) and (@status is null or s.status = @status)
       and (s.last_event_at, s.id) < (@at, @id) order by s.last_event_at desc, s.id desc limit @limit`,
  ).all({
    ...filter,
    at: match ? Number(match[1]) : Number.MAX_SAFE_INTEGER,
    id: match ? (match[2] as string) : '',
    limit: limit + 1,
  });
  const sessions = rows.slice(0, limit);
  const last = sessions.at(-1);
  return { sessions, next: rows.length > limit && last ? `${last.lastEventAt}.${last.id}` : null };
}

export function sessionOverview(db: Database, id: string): SessionOverview | null {
  return sql<[string], SessionOverview>(db, `${SESSION} where s.id = ?`).get(id) ?? null;
}

/** Sessions in which something happened since. */
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

/** How many events a session has, and how many of its jobs are not done. */
export function sessionCounts(db: Database, id: string): { events: number; waiting: number; running: number } {
  return sql<[string, string, string], { events: number; waiting: number; running: number }>(
    db,
    `select (select count(*) from events where session_id = ?) as events,
       (select count(*) from jobs where session_id = ? and state = 'waiting') as waiting,
       (select count(*) from jobs where session_id = ? and state = 'running') as running`,
  ).get(id, id, id) as { events: number; waiting: number; running: number };
}

export type EvidenceEvent = Pick<LedgerEvent, 'id' | 'kind' | 'toolName' | 'at' | 'body'>;

/** The events that an observation was made of, in order. */
export function eventsOfObservation(db: Database, id: number, most: number): EvidenceEvent[] {
  return sql<
    [number, number],
    { id: number; kind: LedgerEvent['kind']; tool: string | null; at: number; payload: Buffer | null }
  >(
    db,
    `select e.id, e.kind, e.tool_name as tool, e.created_at as at, e.payload from observation_events o
       join events e on e.id = o.event_id where o.observation_id = ? order by e.created_at, e.id limit ?`,
  )
    .all(id, most)
    .map(({ payload, tool, ...event }) => ({
      ...event,
      toolName: tool,
      body: payload ? decodePayload(payload) : null,
    }));
}

/** What this memory took the place of. */
export function supersededBy(db: Database, id: number): { id: number; title: string }[] {
  return sql<[number], { id: number; title: string }>(
    db,
    `select id, coalesce(title, '') as title from observations where superseded_by = ? and hidden_until is null order by id`,
  ).all(id);
}

/** The files that most is known about, the one spoken of last first. */
export function listFiles(
  db: Database,
  projectId: number | null,
  part: string,
  limit: number,
): { path: string; memories: number; lastAt: number }[] {
  return sql<[object], { path: string; memories: number; lastAt: number }>(
    db,
    `select f.path, count(distinct o.id) as memories, max(o.created_at) as lastAt
     from observation_files f join observations o on o.id = f.observation_id
     where o.hidden_until is null and (@projectId is null or o.project_id = @projectId)
       and (@part = '' or f.path like '%' || @part || '%' escape '\\')
     group by f.path order by lastAt desc, memories desc limit @limit`,
  ).all({ projectId, part: part.replace(/[\\%_]/g, '\\$&'), limit });
}

export function countByType(db: Database): Record<string, number> {
  const rows = sql<[], { type: string; n: number }>(
    db,
    'select type, count(*) as n from observations where hidden_until is null group by type',
  ).all();
  return Object.fromEntries(rows.map(({ type, n }) => [type, n]));
}

export function countByDay(db: Database, since: number): { day: string; observations: number }[] {
  return sql<[number], { day: string; observations: number }>(
    db,
    `select date(created_at / 1000, 'unixepoch') as day, count(*) as observations from observations
     where hidden_until is null and created_at >= ? group by 1 order by 1`,
  ).all(since);
}

export interface QueueState {
  waiting: number;
  running: number;
  failed: number;
}

export function queueState(db: Database): QueueState {
  const rows = sql<[], { state: keyof QueueState; n: number }>(
    db,
    "select state, count(*) as n from jobs where state in ('waiting', 'running', 'failed') group by state",
  ).all();
  const state: QueueState = { waiting: 0, running: 0, failed: 0 };
  for (const { state: of, n } of rows) state[of] = n;
  return state;
}

export function oldestWaiting(db: Database): number | null {
  return (
    sql<[], { at: number | null }>(db, "select min(created_at) as at from jobs where state = 'waiting'").get()?.at ??
    null
  );
}

export function activeSessions(db: Database): number {
  return sql<[], { n: number }>(db, "select count(*) as n from sessions where status = 'active'").get()?.n ?? 0;
}

export function lastModelError(db: Database): { message: string; at: number } | null {
  return (
    sql<[], { message: string; at: number }>(
      db,
      'select error as message, created_at as at from usage where error is not null order by id desc limit 1',
    ).get() ?? null
  );
}

/** The last of everything, for those who want to know what is new. */
export function lastIds(db: Database): { event: number; observation: number; summary: number; tombstones: number } {
  return sql<[], { event: number; observation: number; summary: number; tombstones: number }>(
    db,
    `select (select coalesce(max(id), 0) from events) as event,
       (select coalesce(max(id), 0) from observations) as observation,
       (select coalesce(max(id), 0) from summaries) as summary, (select count(*) from tombstones) as tombstones`,
  ).get() as { event: number; observation: number; summary: number; tombstones: number };
}

export function eventsSince(
  db: Database,
  afterId: number,
): { sessionId: string; projectId: number; count: number; lastKind: string; lastTool: string | null }[] {
  return sql<
    [number],
    { sessionId: string; projectId: number; count: number; lastKind: string; lastTool: string | null }
  >(
    db,
    `select session_id as sessionId, project_id as projectId, count(*) as count, kind as lastKind, tool_name as lastTool,
       max(id) as last from events where id > ? group by session_id`,
  )
    .all(afterId)
    .map(({ sessionId, projectId, count, lastKind, lastTool }) => ({
      sessionId,
      projectId,
      count,
      lastKind,
      lastTool,
    }));
}

/** Changes whenever another connection has written something. */
export function dataVersion(db: Database): number {
  return db.pragma('data_version', { simple: true }) as number;
}
