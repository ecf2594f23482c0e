// The sessions of colleagues: rows here that their memories hang on.
import type { IncomingItem, SharedSession } from '../../domain/team.ts';
import { type Database, sql } from '../sqlite/connect.ts';

/** Where memories of a shared project are put on this machine. */
export interface Place {
  projectId: number;
  remoteId: number;
  key: string;
  root: string;
}

/** The session with this global ID; a colleague's gets a row of its own here. */
export function sessionFor(
  db: Database,
  uid: string,
  host: string | null,
  item: IncomingItem,
  place: Place,
  turn: number | null = null,
): string {
  const known = sql<[string], { local_id: string | null; author: string | null }>(
    db,
    `select i.local_id, s.author from team_items i left join sessions s on s.id = i.local_id
     where i.uid = ? and i.kind = 'session'`,
  ).get(uid);
  // Nobody adds to another's session: what is forgotten in a session takes along what says the same in it.
  const isTheirs = !known?.local_id || known.author === item.author;
  const id = isTheirs ? (known?.local_id ?? `team-${uid}`) : `team-${item.uid}`;
  ensureForeignSession(db, id, host ?? 'team', item, place, turn);
  if (isTheirs && !known?.local_id)
    sql(
      db,
      `insert into team_items (uid, kind, local_id, remote_id, rev, made_here) values (?, 'session', ?, ?, 0, 0)
       on conflict (uid) do update set local_id = excluded.local_id`,
    ).run(uid, id, place.remoteId);
  return id;
}

export function ensureForeignSession(
  db: Database,
  id: string,
  host: string,
  { at, author }: IncomingItem,
  { projectId }: Place,
  turn: number | null = null,
): void {
  sql(
    db,
    `insert into sessions (id, host, project_id, status, prompt_count, started_at, last_event_at, ended_at, author)
     values (@id, @host, @projectId, 'completed', @turn, @at, @at, @at, @author)
     on conflict (id) do update set prompt_count = max(prompt_count, excluded.prompt_count),
       started_at = min(started_at, excluded.started_at), last_event_at = max(last_event_at, excluded.last_event_at),
       ended_at = max(ended_at, excluded.ended_at), host = case when host = 'team' then excluded.host else host end
     where id glob 'team-*'`,
  ).run({ id, host, projectId, turn: turn ?? 1, at, author });
}

export function titleSession(db: Database, id: string, { title, subtitle, host }: SharedSession): void {
  sql(db, 'update sessions set title = ?, subtitle = ?, host = ? where id = ?').run(title, subtitle, host, id);
}
