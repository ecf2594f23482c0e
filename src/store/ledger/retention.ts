// Retention: the raw payloads of events go some time after they became memories; what happened, and when, stays.
import { type Database, sql, transact } from '../sqlite/open.ts';

export interface RetentionRules {
  /** Payloads whose memories were made before this time go. */
  before: number;
  /** A model is configured that may yet do better: ranges that wait for it keep theirs. */
  keepWanted: boolean;
}

const EVENTS_AT_ONCE = 2000;

/** Drops a slice of payloads whose time is over; answers how many, so that the caller can come back for more. */
export function dropOldPayloads(db: Database, { before, keepWanted }: RetentionRules): number {
  return transact(
    db,
    () =>
      sql(
        db,
        `update events set payload = null where id in (
           select e.id from events e where e.payload is not null and e.stored_at < @before
             and not exists (select 1 from jobs j where j.session_id = e.session_id
               and e.id between j.first_event and j.last_event and j.prompt_number is e.prompt_number
               and (j.state <> 'done' or j.finished_at >= @before or (@keepWanted and j.wants_recompress = 1)))
           order by e.stored_at limit ${EVENTS_AT_ONCE})`,
      ).run({ before, keepWanted: keepWanted ? 1 : 0 }).changes,
  );
}
