// The queue: durable requests to compress ranges of events. Each step in the life of a job is one SQL statement:
//     (none)  -> waiting   enqueue: due at run_at
//     waiting -> waiting   enqueue widens it; makeReady and makeReadyIfOver make it due
//     waiting -> running   claimJob: takes a lease and counts the try
//     running -> running   claimJob: the lease expired and another worker takes it
//     running -> done      commitJob (in memories/commit.ts): together with the memories; keepAsIs: keeps the old ones
//     running -> waiting   releaseJob: to be tried again later; recoverJobs: its worker was killed
//     running -> failed    failJob: fails repeatedly because of a bug; recoverJobs: it killed every worker that took it
//     failed  -> waiting   retryFailed: at the user's request
//     done    -> done      commitTurn (in memories/commit.ts): redone by a newer embedded compressor; see outdated.ts
//     done    -> waiting   requestRecompress, nextToRecompress: to be redone by something better
import type { Job, JobPurpose } from '../../domain/job.ts';
import { type Database, sql } from '../sqlite/open.ts';

export interface QueuedEvent {
  id: number;
  sessionId: string;
  promptNumber: number | null;
  kind: string;
  /** When it happened; defaults to now. */
  at?: number;
}

export interface QueueRules {
  now: number;
  /** A turn that is silent for this long is compressed without waiting for its Stop. */
  quietMs: number;
  /** A turn with this many events is compressed in batches. */
  batchEvents: number;
  /** How long an import keeps its jobs to itself; after that, an abandoned import leaves them to the worker. */
  holdMs?: number;
}

const CONTENT = new Set(['prompt', 'tool', 'tool_failure', 'message', 'stop', 'subagent_stop']);

/**
 * Widens the turn's waiting job by this event, or adds a job. Call it in the transaction that stored the event. A Stop
 * closes its job: after that, only earlier events (from a transcript) still widen it.
 */
export function enqueue(db: Database, event: QueuedEvent, rules: QueueRules): void {
  const held = rules.holdMs !== undefined;
  if (event.kind === 'session_end' && !held) makeReady(db, event.sessionId, null, rules.now);
  if (!CONTENT.has(event.kind)) return;
  if (event.kind === 'prompt' && event.promptNumber !== null && !held)
    makeReady(db, event.sessionId, event.promptNumber, rules.now);
  const over = !held && (event.kind === 'stop' || isOver(db, event.sessionId));
  const wait = rules.holdMs ?? rules.quietMs;
  const runAt = over ? rules.now : rules.now + wait;
  // An index is sorted by when a job is due: it is not moved there for every event of a burst.
  const step = wait / 100;
  const at = Math.round(event.at ?? rules.now);
  const stoppedAt = event.kind === 'stop' ? at : null;
  const widened = sql<[object], { id: number; size: number; stopped_at: number | null }>(
    db,
    `update jobs set last_event = max(last_event, @id), first_event = min(first_event, @id), size = size + 1,
       run_at = case when @over or (run_at > @now and abs(run_at - @runAt) > @step) then @runAt else run_at end,
       stopped_at = coalesce(max(stopped_at, @stoppedAt), stopped_at, @stoppedAt)
     where id = (select id from jobs where session_id = @sessionId and state = 'waiting' and purpose = 'turn'
       and tries = 0 and prompt_number is @promptNumber and (stopped_at is null or stopped_at >= @at)
       order by id desc limit 1)
     returning id, size, stopped_at`,
  ).get({ ...pick(event), runAt, step, now: rules.now, over: over ? 1 : 0, at, stoppedAt });
  if (!widened) {
    sql(
      db,
      `insert into jobs (session_id, purpose, first_event, last_event, size, prompt_number, provider, run_at, stopped_at,
         created_at)
       values (@sessionId, 'turn', @id, @id, 1, @promptNumber,
         (select 'embedded' from sessions where id = @sessionId and start_source = 'import'), @runAt, @stoppedAt, @now)`,
    ).run({ ...pick(event), runAt, now: rules.now, stoppedAt });
  } else if (!over && widened.stopped_at === null && widened.size >= rules.batchEvents) {
    // Enough for one batch; the rest of the turn gets another job.
    sql(db, "update jobs set purpose = 'batch', run_at = ? where id = ?").run(held ? runAt : rules.now, widened.id);
  }
}

/** Extends the prompt's job to events that were stored before the prompt. */
export function reachBack(db: Database, sessionId: string, promptNumber: number, firstEvent: number): void {
  sql(
    db,
    `update jobs set first_event = min(first_event, @firstEvent) where id = (select min(id) from jobs
       where session_id = @sessionId and prompt_number = @promptNumber and state = 'waiting' and purpose = 'turn')`,
  ).run({ sessionId, promptNumber, firstEvent });
}

/** Makes the session's turns before `beforePrompt` due now; all of them if null. */
function makeReady(db: Database, sessionId: string, beforePrompt: number | null, now: number): void {
  sql(
    db,
    `update jobs set run_at = @now where session_id = @sessionId and state = 'waiting' and tries = 0 and run_at > @now
       and (@beforePrompt is null or prompt_number is null or prompt_number < @beforePrompt)`,
  ).run({ sessionId, beforePrompt, now });
}

/** Nothing is ever delayed for longer than this. */
const LONGEST_WAIT_MS = 24 * 3600_000;

/** Sessions that are over, including silent ones, have nothing more to wait for. */
export function makeReadyIfOver(db: Database, now: number): void {
  // Delayed by a clock that was ahead and has been corrected since.
  sql(db, "update jobs set run_at = ? where state = 'waiting' and run_at > ?").run(now, now + LONGEST_WAIT_MS);
  sql(
    db,
    `update jobs set run_at = @now where state = 'waiting' and tries = 0 and run_at > @now
       and session_id in (select id from sessions where status in ('completed', 'interrupted'))`,
  ).run({ now });
}

function isOver(db: Database, sessionId: string): boolean {
  return sql(db, "select 1 from sessions where id = ? and status <> 'active'").get(sessionId) !== undefined;
}

const pick = ({ id, sessionId, promptNumber }: QueuedEvent) => ({ id, sessionId, promptNumber });

/** A job during which this many workers died is failed, so that the next worker survives. */
const MOST_DEATHS = 20;

/** When a worker starts, no other is running: jobs marked as running were left by one that was killed. */
export function recoverJobs(db: Database, now: number): number {
  sql(
    db,
    `update jobs set state = 'failed', lease_owner = null, lease_until = null, finished_at = ?, last_error = 'WORKER_DIED'
     where state = 'running' and tries >= ${MOST_DEATHS}`,
  ).run(now);
  return sql(
    db,
    "update jobs set state = 'waiting', lease_owner = null, lease_until = null, run_at = ? where state = 'running'",
  ).run(now).changes;
}

/** The jobs of a stopped session wait until it resumes or a user asks for them. */
const NOT_STOPPED = `not exists (select 1 from sessions where id = jobs.session_id and status = 'failed')`;

/** The user stopped the session: its jobs are kept and wait. */
export function abortSession(db: Database, sessionId: string, now: number): void {
  sql(
    db,
    `update sessions set status = 'failed', end_reason = 'stopped', ended_at = coalesce(ended_at, ?) where id = ?`,
  ).run(now, sessionId);
}

/** Makes all waiting jobs due, also those of stopped sessions. Returns how many. */
export function runAllNow(db: Database, sessionId: string | null, now: number): number {
  sql(
    db,
    `update sessions set status = 'interrupted' where status = 'failed' and (@sessionId is null or id = @sessionId)`,
  ).run({ sessionId });
  return sql(
    db,
    `update jobs set run_at = min(run_at, @now) where state = 'waiting' and (@sessionId is null or session_id = @sessionId)`,
  ).run({ sessionId, now }).changes;
}

/** Claims the next job that is due, or one whose lease has expired. */
export function claimJob(db: Database, owner: string, now: number, leaseMs: number): Job | null {
  const row = sql<[object], JobRow>(
    db,
    `update jobs set state = 'running', lease_owner = @owner, lease_until = @until, tries = tries + 1
     where id = (
       select id from jobs where ((state = 'waiting' and run_at <= @now) or (state = 'running' and lease_until < @now))
         and ${NOT_STOPPED} order by run_at, id limit 1
     ) returning *`,
  ).get({ owner, now, until: now + leaseMs });
  return row ? decodeJob(row) : null;
}

/** Claims the next job of a session that is being imported, including one left by a killed import. */
export function claimImported(
  db: Database,
  sessionId: string,
  owner: string,
  now: number,
  leaseMs: number,
): Job | null {
  const row = sql<[object], JobRow>(
    db,
    `update jobs set state = 'running', lease_owner = @owner, lease_until = @until, tries = tries + 1
     where id = (select id from jobs where ${OF_IMPORT} order by id limit 1) returning *`,
  ).get({ sessionId, owner, now, until: now + leaseMs });
  return row ? decodeJob(row) : null;
}

const OF_IMPORT = `session_id = @sessionId and provider = 'embedded' and purpose <> 'recompress'
  and (state = 'waiting' or (state = 'running' and (lease_until < @now or lease_owner glob 'import-*')))`;

/** What an import would claim next, in this order. */
export function claimableByImport(db: Database, sessionId: string, now: number, most = -1): Job[] {
  const query = `select * from jobs where ${OF_IMPORT} order by id limit @most`;
  return sql<[object], JobRow>(db, query).all({ sessionId, now, most }).map(decodeJob);
}

/** When the next job is due; null if none is waiting. */
export function nextDue(db: Database): number | null {
  return (
    sql<[], { at: number | null }>(
      db,
      `select min(at) as at from (
         select min(run_at) as at from jobs where state = 'waiting' and ${NOT_STOPPED}
         union all select min(lease_until) from jobs where state = 'running')`,
    ).get()?.at ?? null
  );
}

/** Gives a job back, to be tried again at `runAt`. A job that was only interrupted does not count as tried. */
export function releaseJob(
  db: Database,
  job: Job,
  owner: string,
  runAt: number,
  error: string | null,
  tried = true,
): boolean {
  return (
    sql(
      db,
      `update jobs set state = 'waiting', lease_owner = null, lease_until = null, run_at = ?, last_error = ?,
         tries = tries - ? where id = ? and state = 'running' and lease_owner = ?`,
    ).run(runAt, error, tried ? 0 : 1, job.id, owner).changes === 1
  );
}

/** Fails a job that fails with any provider because of a bug. Its events are kept; see retryFailed. */
export function failJob(db: Database, job: Job, owner: string, now: number, error: string): boolean {
  return (
    sql(
      db,
      `update jobs set state = 'failed', lease_owner = null, lease_until = null, finished_at = ?, last_error = ?
       where id = ? and state = 'running' and lease_owner = ?`,
    ).run(now, error, job.id, owner).changes === 1
  );
}

/** Makes failed jobs wait again, for example after an upgrade. Returns how many. */
export function retryFailed(db: Database, sessionId: string | null, now: number): number {
  return sql(
    db,
    `update jobs set state = 'waiting', tries = 0, run_at = @now, finished_at = null
     where state = 'failed' and (@sessionId is null or session_id = @sessionId)`,
  ).run({ sessionId, now }).changes;
}

/** How many jobs have failed, and the latest reason. */
export function failedJobs(db: Database): { count: number; lastError: string | null } {
  const count = sql<[], { n: number }>(db, "select count(*) as n from jobs where state = 'failed'").get()?.n ?? 0;
  const last = sql<[], { error: string | null }>(
    db,
    "select last_error as error from jobs where state = 'failed' order by finished_at desc, id desc limit 1",
  ).get();
  return { count, lastError: last?.error ?? null };
}

export interface JobRow {
  id: number;
  session_id: string;
  purpose: JobPurpose;
  state: Job['state'];
  first_event: number;
  last_event: number;
  prompt_number: number | null;
  tries: number;
  provider: string | null;
  lease_until: number | null;
  last_error: string | null;
}

export function decodeJob(row: JobRow): Job {
  return {
    id: row.id,
    sessionId: row.session_id,
    purpose: row.purpose,
    state: row.state,
    firstEvent: row.first_event,
    lastEvent: row.last_event,
    promptNumber: row.prompt_number,
    tries: row.tries,
    provider: row.provider,
    leaseUntil: row.lease_until,
    lastError: row.last_error,
  };
}
