// Compresses finished ranges again, as long as their raw events exist.
import type { Job } from '../../domain/job.ts';
import { type Database, sql } from '../sqlite/open.ts';

/** Raw events expire, and then their range cannot be compressed again. */
const STILL_RAW = `exists (select 1 from events e where e.session_id = jobs.session_id
  and e.id between jobs.first_event and jobs.last_event and e.payload is not null)`;

/** Makes the oldest range that waits for a better compressor due again; false if there is none. */
export function nextToRecompress(db: Database, now: number): boolean {
  return (
    sql(
      db,
      `update jobs set state = 'waiting', purpose = 'recompress', tries = 0, run_at = ?, wants_recompress = 0
       where id = (select id from jobs where state = 'done' and wants_recompress = 1 and ${STILL_RAW}
         order by id limit 1)`,
    ).run(now).changes === 1
  );
}

/** Ends an unsuccessful recompression: the existing memories are kept. */
export function keepAsIs(db: Database, job: Job, owner: string, now: number, wantsRecompress: boolean): void {
  sql(
    db,
    `update jobs set state = 'done', lease_owner = null, lease_until = null, finished_at = ?, wants_recompress = ?
     where id = ? and state = 'running' and lease_owner = ?`,
  ).run(now, wantsRecompress ? 1 : 0, job.id, owner);
}

/** Marks finished ranges with raw events for recompression. Returns how many. */
export function requestRecompress(db: Database, sessionId: string | null, now: number): number {
  return sql(
    db,
    `update jobs set state = 'waiting', purpose = 'recompress', tries = 0, run_at = @now, wants_recompress = 0
     where state = 'done' and (@sessionId is null or session_id = @sessionId)
       and ${STILL_RAW}`,
  ).run({ sessionId, now }).changes;
}
