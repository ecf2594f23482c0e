// Turns that an older version of the embedded compressor made. Their jobs stay done while they are redone: a run that is
// killed leaves nothing to clean up, and no worker takes them for work of its own.
import type { Job } from '../../domain/job.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { decodeJob, type JobRow } from './jobs.ts';

export interface OutdatedTurn {
  sessionId: string;
  promptNumber: number | null;
}

/**
 * Only whole turns that are over: every event of the turn still has its payload, and none of its jobs waits or runs. A
 * job that covers fewer events than it was made for lost some because they were forgotten, and stays as it is.
 */
const OUTDATED = `state = 'done' and provider = 'embedded' and coalesce(compressor, 0) < @version
  and not exists (select 1 from jobs other where other.session_id = jobs.session_id
    and other.prompt_number is jobs.prompt_number and other.state in ('waiting', 'running'))
  and not exists (select 1 from events e where e.session_id = jobs.session_id
    and e.prompt_number is jobs.prompt_number and e.payload is null)
  and not exists (select 1 from jobs other where other.session_id = jobs.session_id
    and other.prompt_number is jobs.prompt_number and other.size > (select count(*) from events e
      where e.session_id = other.session_id and e.prompt_number is other.prompt_number
        and e.id between other.first_event and other.last_event))`;

/** Sessions in the order in which they began, and the turns of each in theirs. */
export function outdatedTurns(db: Database, version: number): OutdatedTurn[] {
  return sql<[object], { session_id: string; prompt_number: number | null }>(
    db,
    `select jobs.session_id, jobs.prompt_number from jobs join sessions s on s.id = jobs.session_id where ${OUTDATED}
     group by jobs.session_id, jobs.prompt_number order by s.started_at, s.id, jobs.prompt_number`,
  )
    .all({ version })
    .map((row) => ({ sessionId: row.session_id, promptNumber: row.prompt_number }));
}

/** The outdated jobs of a turn, in order. */
export function outdatedOf(db: Database, turn: OutdatedTurn, version: number): Job[] {
  return inOrder(
    sql<[object], JobRow>(
      db,
      `select * from jobs where session_id = @sessionId and prompt_number is @promptNumber and ${OUTDATED}`,
    ).all({ ...turn, version }),
  );
}

/** Takes a lease on the outdated jobs of a turn, in order; none if they were redone or changed in the meantime. */
export function claimOutdated(
  db: Database,
  turn: OutdatedTurn,
  version: number,
  owner: string,
  leaseUntil: number,
): Job[] {
  return inOrder(
    sql<[object], JobRow>(
      db,
      `update jobs set lease_owner = @owner, lease_until = @leaseUntil
       where session_id = @sessionId and prompt_number is @promptNumber and ${OUTDATED} returning *`,
    ).all({ ...turn, version, owner, leaseUntil }),
  );
}

const inOrder = (rows: JobRow[]): Job[] =>
  rows.map(decodeJob).sort((a, b) => a.firstEvent - b.firstEvent || a.id - b.id);

/** Who did the job that summarizes what a batch of the turn began; null if there is none, or not yet. */
export function summedUpBy(db: Database, job: Job): string | null {
  return (
    sql<[string, number | null, number], { provider: string | null }>(
      db,
      `select provider from jobs where session_id = ? and prompt_number is ? and state = 'done' and last_event > ?
       order by purpose = 'batch', last_event limit 1`,
    ).get(job.sessionId, job.promptNumber, job.lastEvent)?.provider ?? null
  );
}

/** The new version has nothing better to say: the memories stay, and count as its own. */
export function keepOutdated(db: Database, job: Job, owner: string, version: number): void {
  sql(
    db,
    `update jobs set compressor = ?, lease_owner = null, lease_until = null
     where id = ? and state = 'done' and lease_owner = ?`,
  ).run(version, job.id, owner);
}
