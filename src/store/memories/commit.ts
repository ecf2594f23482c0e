// Writes a job's memories and ends the job, in one transaction.

import type { Job } from '../../domain/job.ts';
import type { Compressed, MemoryContext, Observation } from '../../domain/memory.ts';
import { fillBranches } from '../ledger/branches.ts';
import { type Database, sql, transact } from '../sqlite/open.ts';
import { writeTies } from './commit-ties.ts';
import { keepHighestId } from './free-id.ts';
import { insertObservation } from './insert.ts';
import { findRelated, growSame, supersedeReplaced } from './merge.ts';
import { storeRules } from './rules.ts';
import { writeRuns } from './runs.ts';
import { writeSummaries } from './summaries.ts';
import { TOUCHED } from './touched.ts';

export interface JobResult extends Compressed {
  context: MemoryContext;
  /** To be compressed again when a model is available. */
  wantsRecompress: boolean;
}

export interface CommitResult {
  committed: boolean;
  added: number;
  /** Existing memories that grew or were superseded. */
  changed: number[];
}

/**
 * Writes a job's memories and ends it, in one transaction. Keyed by job and ordinal, so that writing twice is harmless.
 * Does nothing if the lease was lost.
 */
export function commitJob(db: Database, job: Job, owner: string, result: JobResult, now: number): CommitResult {
  return transact(db, () => commit(db, job, owner, result, now));
}

/**
 * Redoes the finished jobs of one turn, all or none: a batch gives up its memories in the same moment in which the last
 * job of the turn writes its own.
 */
export function commitTurn(
  db: Database,
  owner: string,
  redone: { job: Job; result: JobResult }[],
  now: number,
): CommitResult {
  return transact(db, () => {
    if (redone.some(({ job }) => !holds(db, job, owner))) return NOT_COMMITTED;
    // What one of them made must not be merged into what another is about to delete.
    for (const { job } of redone) deleteUntouched(db, job.id);
    const all = redone.map(({ job, result }) => commit(db, job, owner, result, now));
    return {
      committed: true,
      added: all.reduce((sum, { added }) => sum + added, 0),
      changed: all.flatMap(({ changed }) => changed),
    };
  });
}

/**
 * The titles of a session's observations, to avoid duplicates, except those of a job that is being redone. If its turn
 * is redone while later turns wait for their own redoing, only what was there before the turn counts.
 */
export function titlesOfSession(db: Database, { id, sessionId, promptNumber, state }: Job): string[] {
  return sql<[object], { title: string }>(
    db,
    `select title from observations where session_id = @sessionId and job_id is not @id and type <> 'rule'
       and title is not null and (@state <> 'done' or coalesce(prompt_number, 0) < coalesce(@promptNumber, 0)
         or (prompt_number is @promptNumber and (provider <> 'embedded' or ${TOUCHED})))
     order by id`,
  )
    .all({ sessionId, id, state, promptNumber })
    .map((row) => row.title);
}

const NOT_COMMITTED: CommitResult = { committed: false, added: 0, changed: [] };

/** A job that is redone without a model stays done meanwhile, and holds its lease all the same. */
function holds(db: Database, job: Job, owner: string): { prompt_number: number | null } | undefined {
  return sql<[number, string, string], { prompt_number: number | null }>(
    db,
    'select prompt_number from jobs where id = ? and state = ? and lease_owner = ?',
  ).get(job.id, job.state, owner);
}

function commit(db: Database, job: Job, owner: string, made: JobResult, now: number): CommitResult {
  const held = holds(db, job, owner);
  if (!held) return NOT_COMMITTED;
  // In the meantime, the events may have moved to another turn.
  const result = { ...made, context: { ...made.context, promptNumber: held.prompt_number } };
  let added = 0;
  const changed: number[] = [];
  const redone = job.state === 'done';
  const kept = redone || job.purpose === 'recompress' ? replaceObservations(db, job, held.prompt_number) : NOTHING_KEPT;
  for (const [index, observation] of result.observations.entries()) {
    // The embedded compressor makes one main finding of a turn, and a new version may give it another type.
    const inOtherWords = redone && made.compressor !== undefined;
    if (kept.findings.some((finding) => isSameFinding(finding, observation, inOtherWords))) continue;
    const related = findRelated(db, observation, result.context);
    // If an old turn is redone, later ones do not count: they may be redone next, and what was merged would be lost.
    const same = redone && (related.same?.created_at ?? 0) > result.context.at ? null : related.same;
    if (same) {
      growSame(db, same, observation, result.context);
      changed.push(same.id);
      continue;
    }
    const id = insertObservation(db, job.id, kept.nextOrdinal + index, observation, result.context);
    if (id === null) continue;
    added += 1;
    changed.push(...supersedeReplaced(db, id, related));
  }
  const rules = storeRules(db, result.context);
  added += rules.added;
  changed.push(...rules.changed);
  changed.push(...writeTies(db, result.context.ties ?? []));
  writeSummaries(db, job, result);
  writeRuns(db, result.context.runs ?? []);
  fillBranches(db, job.sessionId, held.prompt_number);
  if (redone && result.title) improveSessionTitle(db, job, result.title, result.subtitle);
  if (result.title) {
    sql(db, 'update sessions set title = coalesce(title, ?), subtitle = coalesce(subtitle, ?) where id = ?').run(
      result.title,
      result.subtitle,
      job.sessionId,
    );
  }
  sql(
    db,
    `update jobs set state = 'done', outcome = @outcome, provider = @provider, compressor = @compressor,
       wants_recompress = case state when 'done' then wants_recompress else @wantsRecompress end,
       finished_at = case state when 'done' then finished_at else @now end, lease_owner = null, lease_until = null
     where id = @id`,
  ).run({
    outcome: result.observations.length + rules.added > 0 || result.summary ? 'memories' : 'nothing',
    provider: result.context.provider,
    compressor: result.compressor ?? null,
    wantsRecompress: result.wantsRecompress ? 1 : 0,
    now,
    id: job.id,
  });
  return { committed: true, added, changed };
}

interface KeptFindings {
  /** The first free ordinal. */
  nextOrdinal: number;
  findings: KeptFinding[];
}

interface KeptFinding {
  type: string;
  eventIds: number[];
}

const NOTHING_KEPT: KeptFindings = { nextOrdinal: 0, findings: [] };

/** Deletes what this job made before, except memories that a person has touched, in this and other jobs of the turn. */
function replaceObservations(db: Database, job: Job, promptNumber: number | null): KeptFindings {
  deleteUntouched(db, job.id);
  const rows = sql<[object], { job_id: number | null; ordinal: number; type: string; events: string }>(
    db,
    `select job_id, ordinal, type,
       (select json_group_array(event_id) from observation_events where observation_id = o.id) as events
     from observations o where job_id = @id
       or (session_id = @sessionId and prompt_number is @promptNumber and type <> 'rule' and ${TOUCHED})`,
  ).all({ id: job.id, sessionId: job.sessionId, promptNumber });
  return {
    nextOrdinal: Math.max(-1, ...rows.filter((row) => row.job_id === job.id).map((row) => row.ordinal)) + 1,
    findings: rows.map((row) => ({ type: row.type, eventIds: JSON.parse(row.events) as number[] })),
  };
}

/** Except what a person has touched, and what other turns said as well. */
function deleteUntouched(db: Database, jobId: number): void {
  keepHighestId(db, 'observations');
  sql(db, `delete from observations where job_id = ? and not ${TOUCHED} and coalesce(times_said, 1) = 1`).run(jobId);
}

/** Mostly the same events: a finding that a person corrected must not come back in its old form or in other words. */
function isSameFinding(kept: KeptFinding, { type, eventIds }: Observation, inOtherWords: boolean): boolean {
  const known = new Set(kept.eventIds);
  const common = eventIds.filter((id) => known.has(id)).length;
  const isSameType = kept.type === type || inOtherWords;
  return isSameType && common > 0 && common * 2 >= new Set([...known, ...eventIds]).size;
}

/** The first turn names the session, unless the user, the host or a model did. */
function improveSessionTitle(db: Database, job: Job, title: string, subtitle: string | null): void {
  sql(
    db,
    `update sessions set title = @title, subtitle = @subtitle where id = @sessionId and title_by is null
       and not exists (select 1 from jobs where session_id = @sessionId and id <> @id
         and (provider <> 'embedded' or (coalesce(prompt_number, 0), id) < (coalesce(@promptNumber, 0), @id)))`,
  ).run({ title, subtitle, sessionId: job.sessionId, id: job.id, promptNumber: job.promptNumber });
}
