// The state of the queue, for status and health.
import { type Database, sql } from '../sqlite/connect.ts';
import { EMBEDDINGS } from './usage.ts';

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

export function lastModelError(db: Database): { message: string; at: number } | null {
  return (
    sql<[], { message: string; at: number }>(
      db,
      `select error as message, created_at as at from usage where error is not null and provider <> '${EMBEDDINGS}'
       order by id desc limit 1`,
    ).get() ?? null
  );
}
