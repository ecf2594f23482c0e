// Writes a job's memories and ends the job, in one transaction.

import type { Job } from '../../domain/job.ts';
import type { Compressed, MemoryContext, Observation } from '../../domain/memory.ts';
import { fillBranches } from '../ledger/branches.ts';
import { type Database, sql, transact } from '../sqlite/open.ts';
import { writeTies } from './commit-ties.ts';
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

/** The titles of a session's observations, to avoid duplicates, except those of a job that is being redone. */
export function titlesOfSession(db: Database, sessionId: string, exceptJob: number): string[] {
  return sql<[string, number], { title: string }>(
    db,
    "select title from observations where session_id = ? and job_id is not ? and type <> 'rule' and title is not null order by id",
  )
    .all(sessionId, exceptJob)
    .map((row) => row.title);
}

function commit(db: Database, job: Job, owner: string, made: JobResult, now: number): CommitResult {
  const held = sql<[number, string], { prompt_number: number | null }>(
    db,
    "select prompt_number from jobs where id = ? and state = 'running' and lease_owner = ?",
  ).get(job.id, owner);
  if (!held) return { committed: false, added: 0, changed: [] };
  // In the meantime, the events may have moved to another turn.
  const result = { ...made, context: { ...made.context, promptNumber: held.prompt_number } };
  let added = 0;
  const changed: number[] = [];
  const kept = job.purpose === 'recompress' ? replaceObservations(db, job.id) : NOTHING_KEPT;
  for (const [index, observation] of result.observations.entries()) {
    if (kept.findings.some((finding) => isSameFinding(finding, observation))) continue;
    const related = findRelated(db, observation, result.context);
    if (related.same) {
      growSame(db, related.same, observation, result.context);
      changed.push(related.same.id);
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
  if (result.title) {
    sql(db, 'update sessions set title = coalesce(title, ?), subtitle = coalesce(subtitle, ?) where id = ?').run(
      result.title,
      result.subtitle,
      job.sessionId,
    );
  }
  sql(
    db,
    `update jobs set state = 'done', outcome = ?, provider = ?, wants_recompress = ?, lease_owner = null,
       lease_until = null, finished_at = ? where id = ?`,
  ).run(
    result.observations.length + rules.added > 0 || result.summary ? 'memories' : 'nothing',
    result.context.provider,
    result.wantsRecompress ? 1 : 0,
    now,
    job.id,
  );
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

/** Deletes what this job made before, except memories that a person has touched or that grew by other turns. */
function replaceObservations(db: Database, jobId: number): KeptFindings {
  sql(db, `delete from observations where job_id = ? and not ${TOUCHED} and coalesce(times_said, 1) = 1`).run(jobId);
  const rows = sql<[number], { ordinal: number; type: string; events: string }>(
    db,
    `select ordinal, type, (select json_group_array(event_id) from observation_events where observation_id = o.id) as events
     from observations o where job_id = ?`,
  ).all(jobId);
  return {
    nextOrdinal: Math.max(-1, ...rows.map((row) => row.ordinal)) + 1,
    findings: rows.map((row) => ({ type: row.type, eventIds: JSON.parse(row.events) as number[] })),
  };
}

/** Same type and mostly the same events: a finding that a person corrected must not come back in its old form. */
function isSameFinding(kept: KeptFinding, { type, eventIds }: Observation): boolean {
  const known = new Set(kept.eventIds);
  const common = eventIds.filter((id) => known.has(id)).length;
  return kept.type === type && common > 0 && common * 2 >= new Set([...known, ...eventIds]).size;
}
