// Statistics of the store: by type, project and week, and how many tokens it saves an agent.
import { type Database, sql } from '../sqlite/open.ts';

export interface Stats {
  memories: { observations: number; summaries: number; pinned: number; superseded: number };
  types: { type: string; memories: number }[];
  projects: { name: string; key: string; sessions: number; memories: number; lastAt: number | null }[];
  /** Recent weeks, newest last, each named by its Monday. */
  weeks: { monday: string; sessions: number; memories: number; rawBytes: number }[];
  tokens: { raw: number; memories: number };
  since: number | null;
}

/** Approximate bytes per token. */
const BYTES_A_TOKEN = 4;
const WEEK_MS = 7 * 24 * 3600_000;

export function readStats(db: Database, now: number, weeks = 12): Stats {
  const memories = sql<[], Stats['memories']>(
    db,
    `select (select count(*) from observations) as observations, (select count(*) from summaries) as summaries,
       (select count(*) from observations where pinned = 1) + (select count(*) from summaries where pinned = 1) as pinned,
       (select count(*) from observations where superseded_by is not null) as superseded`,
  ).get() as Stats['memories'];
  const types = sql<[], Stats['types'][number]>(
    db,
    'select type, count(*) as memories from observations group by type order by memories desc, type',
  ).all();
  const projects = sql<[], Stats['projects'][number]>(
    db,
    `select p.name, p.key, (select count(*) from sessions where project_id = p.id) as sessions,
       (select count(*) from observations where project_id = p.id)
         + (select count(*) from summaries where project_id = p.id) as memories,
       (select max(last_event_at) from sessions where project_id = p.id) as lastAt
     from projects p where p.merged_into is null order by memories desc, p.name`,
  ).all();
  const tokens = sql<[], { bytes: number; memories: number }>(
    db,
    `select (select coalesce(sum(payload_bytes), 0) from events) as bytes,
       (select coalesce(sum(tokens), 0) from observations) + (select coalesce(sum(tokens), 0) from summaries) as memories`,
  ).get() as { bytes: number; memories: number };
  const first = sql<[], { at: number | null }>(db, 'select min(started_at) as at from sessions').get();
  return {
    memories,
    types,
    projects,
    weeks: byWeek(db, now, weeks),
    tokens: { raw: Math.round(tokens.bytes / BYTES_A_TOKEN), memories: tokens.memories },
    since: first?.at ?? null,
  };
}

function byWeek(db: Database, now: number, weeks: number): Stats['weeks'] {
  const thisMonday = monday(now);
  return Array.from({ length: weeks }, (_, index) => {
    const from = thisMonday - (weeks - 1 - index) * WEEK_MS;
    const row = sql<[object], { sessions: number; memories: number; rawBytes: number }>(
      db,
      `select (select count(*) from sessions where started_at >= @from and started_at < @until) as sessions,
         (select count(*) from observations where created_at >= @from and created_at < @until)
           + (select count(*) from summaries where created_at >= @from and created_at < @until) as memories,
         (select coalesce(sum(payload_bytes), 0) from events where created_at >= @from and created_at < @until) as rawBytes`,
    ).get({ from, until: from + WEEK_MS }) as { sessions: number; memories: number; rawBytes: number };
    return { monday: new Date(from).toISOString().slice(0, 10), ...row };
  });
}

/** The epoch was a Thursday. */
function monday(at: number): number {
  const day = 24 * 3600_000;
  return Math.floor((at + 3 * day) / WEEK_MS) * WEEK_MS - 3 * day;
}
