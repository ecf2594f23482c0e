// What agents were told, by day, how much of it was used, and which of their searches found nothing.
import { localDay } from '../memories/activity.ts';
import { type Database, sql } from '../sqlite/connect.ts';

export interface ToldDay {
  day: string;
  occasion: 'session_start' | 'prompt' | 'tool';
  /** Memories shown. */
  memories: number;
  /** Of these, the ones whose files the same session worked on later. */
  used: number;
}

interface Since {
  projectId: number | null;
  since: number;
  offset: number;
}

export function toldByDay(db: Database, { projectId, since, offset }: Since): ToldDay[] {
  return sql<[object], ToldDay>(
    db,
    `select ${localDay('i.created_at', offset)} as day, i.occasion, count(*) as memories, sum(exists (
         select 1 from observations later join observation_files f on f.observation_id = later.id
         where later.session_id = i.session_id and later.created_at > i.created_at and later.id <> j.value
           and f.path in (select path from observation_files where observation_id = j.value))) as used
     from injections i join sessions s on s.id = i.session_id, json_each(i.observations) j
     where i.created_at >= @since and (@projectId is null or s.project_id = @projectId) group by 1, 2 order by 1`,
  ).all({ projectId, since });
}

export interface MissedSearch {
  query: string;
  times: number;
  sessionId: string;
  at: number;
}

/** Searches of agents that found nothing, the last ones first. */
export function missedSearches(
  db: Database,
  { projectId, since }: Omit<Since, 'offset'>,
  most: number,
): MissedSearch[] {
  return sql<[object], MissedSearch>(
    db,
    `select json_extract(i.terms, '$[0]') as query, count(*) as times, i.session_id as sessionId, max(i.created_at) as at
     from injections i join sessions s on s.id = i.session_id
     where i.occasion = 'tool' and i.terms is not null and i.characters = 0 and i.created_at >= @since
       and (@projectId is null or s.project_id = @projectId)
     group by 1 order by at desc limit @most`,
  ).all({ projectId, since, most });
}
