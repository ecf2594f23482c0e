// Detects what has been added to the database since the last check.
import { type Database, sql } from '../sqlite/connect.ts';

/** The newest ID of each kind, to detect what is new. */
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

/** Changes whenever another connection has written to the database. */
export function dataVersion(db: Database): number {
  return db.pragma('data_version', { simple: true }) as number;
}

/** The same as long as nobody, on this connection or another, has written to the database. */
export function stateOf(db: Database): string {
  const { own } = sql<[], { own: number }>(db, 'select total_changes() as own').get() as { own: number };
  return `${dataVersion(db)} ${own}`;
}
