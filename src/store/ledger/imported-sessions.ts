// Sessions imported from a host's history: marked by their source, and already over when imported.
import { type Database, sql } from '../sqlite/open.ts';

/** Imported sessions are compressed without a model unless the user asks for one. */
export function markImported(db: Database, sessionId: string): void {
  sql(db, "update sessions set start_source = 'import' where id = ? and start_source is null").run(sessionId);
}

/** Ends the session at its last event, or deletes it if it is empty. */
export function completeImported(db: Database, sessionId: string): void {
  sql(
    db,
    `delete from sessions where id = ? and start_source = 'import' and parent_id is null and prompt_count = 0
       and not exists (select 1 from events where session_id = sessions.id)
       and not exists (select 1 from private_turns where session_id = sessions.id)`,
  ).run(sessionId);
  sql(
    db,
    `update sessions set status = 'completed', end_reason = 'import', last_event_at = at, ended_at = at
     from (select max(coalesce(max(e.created_at), 0), s.last_event_at) as at from sessions s
           left join events e on e.session_id = s.id where s.id = @id)
     where id = @id and start_source = 'import' and status in ('active', 'interrupted')`,
  ).run({ id: sessionId });
}

export interface ImportedJobs {
  turns: number;
  /** Captured bytes, limited per event because long outputs are cut in model requests. */
  bytes: number;
}

/** What a model would be asked to compress: imported turns that are not compressed yet. */
export function importedJobs(db: Database): ImportedJobs {
  return sql<[], ImportedJobs>(
    db,
    `select count(distinct j.id) as turns, coalesce(sum(min(e.payload_bytes, 4000)), 0) as bytes
     from jobs j join events e on e.session_id = j.session_id and e.id between j.first_event and j.last_event
       and e.prompt_number is j.prompt_number
     where j.provider = 'embedded' and j.state = 'waiting' and j.purpose <> 'recompress'`,
  ).get() as ImportedJobs;
}

/** All turns that wait for a model, and how much they have to say. */
export function waitingSize(db: Database): ImportedJobs {
  return sql<[], ImportedJobs>(
    db,
    `select count(distinct j.id) as turns, coalesce(sum(min(e.payload_bytes, 4000)), 0) as bytes
     from jobs j join events e on e.session_id = j.session_id and e.id between j.first_event and j.last_event
       and e.prompt_number is j.prompt_number
     where j.state = 'waiting' and j.provider is not 'embedded'`,
  ).get() as ImportedJobs;
}

/** Releases imported turns to the worker, which may then use a model. */
export function releaseToModel(db: Database, now: number): number {
  return sql(
    db,
    `update jobs set provider = null, run_at = ?
     where provider = 'embedded' and state = 'waiting' and purpose <> 'recompress'`,
  ).run(now).changes;
}

/** Sessions whose import was only partly compressed. */
export function unfinishedImports(db: Database): string[] {
  return sql<[], { id: string }>(
    db,
    `select s.id from sessions s where s.start_source = 'import' and exists (
       select 1 from jobs j where j.session_id = s.id and j.state in ('waiting', 'running')
         and j.provider = 'embedded' and j.purpose <> 'recompress')
     order by s.started_at, s.id`,
  )
    .all()
    .map((row) => row.id);
}

/** Imported prompts bring their own numbers; the next prompt must follow them. */
export function raisePromptCount(db: Database, sessionId: string): void {
  sql(
    db,
    `update sessions set prompt_count = max(prompt_count, (select max(number) from prompts where session_id = sessions.id))
     where id = ?`,
  ).run(sessionId);
}

/** The only project with this name; null if there is none or more than one. */
export function onlyProjectNamed(db: Database, name: string): number | null {
  const found = sql<[string], { id: number }>(
    db,
    'select distinct coalesce(merged_into, id) as id from projects where name = ? limit 2',
  ).all(name);
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

/** How many sessions were imported, how many of them are unfinished, and how many of their turns are waiting. */
export function importProgress(db: Database): { sessions: number; unfinished: number; waiting: number } {
  const { sessions } = sql<[], { sessions: number }>(
    db,
    "select count(*) as sessions from sessions where start_source = 'import'",
  ).get() as { sessions: number };
  return { sessions, unfinished: unfinishedImports(db).length, waiting: importedJobs(db).turns };
}
