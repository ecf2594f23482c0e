// Writes the summaries of a job, one for each Stop in its range.

import type { Job } from '../../domain/job.ts';
import type { Checkpoint, Compressed, MemoryContext } from '../../domain/memory.ts';
import { estimateTokens } from '../../text/tokens.ts';
import { summaryExtra } from '../search/fill.ts';
import { type Database, sql } from '../sqlite/open.ts';
import { freeId, keepHighestId } from './free-id.ts';
import { TOUCHED } from './touched.ts';

/** The last summary before this job: of an earlier Stop of the same turn, otherwise of the previous turn. */
export function previousSummary(
  db: Database,
  job: Job,
): { request: string | null; completed: string | null; sameTurn: boolean } | null {
  const row = sql<[object], { request: string | null; completed: string | null; prompt_number: number | null }>(
    db,
    `select request, completed, prompt_number from summaries where session_id = @sessionId and hidden_until is null
       and (prompt_number < @promptNumber or (prompt_number is @promptNumber and job_id in (
         select id from jobs where session_id = @sessionId and last_event < @firstEvent)))
     order by prompt_number desc, created_at desc, id desc limit 1`,
  ).get({ sessionId: job.sessionId, promptNumber: job.promptNumber, firstEvent: job.firstEvent });
  if (!row) return null;
  return { request: row.request, completed: row.completed, sameTurn: row.prompt_number === job.promptNumber };
}

/**
 * Writes a summary for each Stop in the job, in addition to those of the turn's earlier jobs. A job that is redone
 * overwrites its own summaries unless a person has touched them, and leaves them alone if it has nothing to say.
 */
export function writeSummaries(
  db: Database,
  job: Job,
  { summary, earlier = [], observations, context }: Compressed & { context: MemoryContext },
): void {
  // A model titles its findings only: the first of them names the turn.
  const title = summary?.title ?? observations[0]?.title ?? null;
  const all: Checkpoint[] = summary ? [...earlier, { ...summary, title, at: context.at }] : earlier;
  for (const [ordinal, checkpoint] of all.entries()) writeSummary(db, job.id, ordinal, checkpoint, context);
  if (all.length === 0) return;
  keepHighestId(db, 'summaries');
  sql(db, `delete from summaries where job_id = ? and ordinal >= ? and not ${TOUCHED}`).run(job.id, all.length);
}

function writeSummary(
  db: Database,
  jobId: number,
  ordinal: number,
  { at, ...summary }: Checkpoint,
  context: MemoryContext,
): void {
  sql(
    db,
    `insert into summaries (id, session_id, project_id, job_id, ordinal, prompt_number, title, request, investigated, learned,
       completed, next_steps, files_read, files_edited, notes, search_extra, branch, commit_id, provider, tokens, created_at)
     values (@id, @sessionId, @projectId, @jobId, @ordinal, @promptNumber, @title, @request, @investigated, @learned,
       @completed, @nextSteps, @filesRead, @filesEdited, @notes, @searchExtra, @branch, @commit, @provider, @tokens, @at)
     on conflict (job_id, ordinal) do update set title = excluded.title, request = excluded.request, investigated = excluded.investigated,
       learned = excluded.learned, completed = excluded.completed, next_steps = excluded.next_steps,
       files_read = excluded.files_read, files_edited = excluded.files_edited, notes = excluded.notes,
       search_extra = excluded.search_extra, branch = coalesce(excluded.branch, branch),
       commit_id = coalesce(excluded.commit_id, commit_id), provider = excluded.provider, tokens = excluded.tokens,
       created_at = excluded.created_at
     where not ${TOUCHED}`,
  ).run({
    id: freeId(db, 'summaries'),
    sessionId: context.sessionId,
    projectId: context.projectId,
    jobId,
    ordinal,
    promptNumber: context.promptNumber,
    ...summary,
    filesRead: JSON.stringify(summary.filesRead),
    filesEdited: JSON.stringify(summary.filesEdited),
    searchExtra: summaryExtra(summary, at),
    branch: context.branch,
    commit: context.commit ?? null,
    provider: context.provider,
    tokens: estimateTokens(JSON.stringify(summary)),
    at,
  });
}
