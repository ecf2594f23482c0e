// Which jobs write a summary, and what has been summarized before.
import type { Job } from '../../domain/job.ts';
import { type Database, sql } from '../sqlite/open.ts';

/**
 * Whether a job writes a summary, not only observations. A recompress job no longer carries that in its purpose: it
 * does if it contains a Stop, wrote a summary before, or ends its turn.
 */
export function isCheckpoint(db: Database, job: Job): boolean {
  if (job.purpose !== 'recompress') return job.purpose === 'turn';
  const known = sql(
    db,
    `select 1 from jobs where id = @id
       and (stopped_at is not null or exists (select 1 from summaries where job_id = @id))`,
  ).get({ id: job.id });
  return known !== undefined || endsItsTurn(db, job);
}

/** The last event of this turn covered by an earlier checkpoint; 0 if there is none. */
export function summedUpTo(db: Database, job: Job): number {
  const row = sql<[object], { last: number | null }>(
    db,
    `select max(last_event) as last from jobs j where session_id = @sessionId and prompt_number is @promptNumber
       and id <> @id and last_event < @firstEvent and (stopped_at is not null or (purpose = 'turn' and state <> 'done')
         or exists (select 1 from summaries where job_id = j.id))`,
  ).get({ sessionId: job.sessionId, promptNumber: job.promptNumber, id: job.id, firstEvent: job.firstEvent });
  return row?.last ?? 0;
}

/** Whether no other job of its turn comes after it. */
export function endsItsTurn(db: Database, job: Job): boolean {
  return (
    sql(
      db,
      'select 1 from jobs where session_id = ? and prompt_number is ? and last_event > ? and id <> ? limit 1',
    ).get(job.sessionId, job.promptNumber, job.lastEvent, job.id) === undefined
  );
}
