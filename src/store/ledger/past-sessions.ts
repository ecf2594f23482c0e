// Past sessions for `c-mem eval history`: those with a known transcript, and the files they changed.
import { type Database, sql } from '../sqlite/open.ts';

export interface PastSession {
  id: string;
  folder: string;
  transcriptPath: string;
  startedAt: number;
  lastEventAt: number;
  modified: string[];
}

/** Newest first. */
export function pastSessions(db: Database, limit: number): PastSession[] {
  return sql<[number], Omit<PastSession, 'modified'>>(
    db,
    `select id, folder, transcript_path as transcriptPath, started_at as startedAt, last_event_at as lastEventAt
     from sessions where transcript_path is not null and folder is not null order by last_event_at desc limit ?`,
  )
    .all(limit)
    .map((session) => ({ ...session, modified: modifiedIn(db, session.id) }));
}

function modifiedIn(db: Database, sessionId: string): string[] {
  return sql<[string], string>(
    db,
    `select distinct f.value ->> 'path' from events e, json_each(e.files) f
     where e.session_id = ? and f.value ->> 'role' = 'modified'`,
  )
    .pluck()
    .all(sessionId) as string[];
}
