// The branch of a turn: only a transcript tells it, record by record, and often later than a hook told of the event.
import { type Database, sql } from '../sqlite/connect.ts';

/**
 * The branch that a turn was last known to be on, up to an event; null where nobody told. A subagent may work in a
 * worktree of its own: what it tells counts only where nobody else does.
 */
export function branchOfTurn(
  db: Database,
  sessionId: string,
  promptNumber: number | null,
  until = Number.MAX_SAFE_INTEGER,
): string | null {
  return (
    sql<[object], { branch: string }>(
      db,
      `select branch from events where session_id = @sessionId and prompt_number is @promptNumber and id <= @until
         and branch is not null order by agent_id is not null, created_at desc, id desc limit 1`,
    ).get({ sessionId, promptNumber, until })?.branch ?? null
  );
}

/**
 * A piece of a long turn may be compressed before the transcript was read. Once the turn's events know their branch, the
 * memories that were made of them do, too.
 */
export function fillBranches(db: Database, sessionId: string, promptNumber: number | null): void {
  for (const table of ['observations', 'summaries']) {
    sql(
      db,
      `update ${table} set branch = (
         select e.branch from jobs j join events e on e.session_id = j.session_id and e.prompt_number is j.prompt_number
           and e.id between j.first_event and j.last_event
         where j.id = ${table}.job_id and e.branch is not null
         order by e.agent_id is not null, e.created_at desc, e.id desc limit 1)
       where session_id = ? and prompt_number is ? and branch is null and job_id is not null`,
    ).run(sessionId, promptNumber);
  }
}
