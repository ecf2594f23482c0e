// The branch of a turn. Only transcripts contain it, record by record, and often later than the hook's event.
import { type Database, sql } from '../sqlite/connect.ts';

/**
 * The last known branch of a turn, up to an event; null if unknown. A subagent may work in its own worktree, so its
 * branch counts only if no other is known.
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
 * A batch of a long turn may be compressed before the transcript is read. Once the events have a branch, this copies it
 * to the memories made from them.
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
