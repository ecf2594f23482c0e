// Retention: drops raw event payloads some time after they became memories. What happened, and when, is kept.
import { type Database, sql, transact } from '../sqlite/open.ts';

export interface RetentionRules {
  /** Payloads whose memories were made before this time are dropped. */
  before: number;
  /** A model is configured that may do better: ranges waiting for it keep their payloads. */
  keepWanted: boolean;
}

const EVENTS_AT_ONCE = 2000;

/** Drops one batch of expired payloads and returns how many, so that the caller can repeat. */
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
