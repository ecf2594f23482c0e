// The memory store: memories and the end of their job are written by one call, which SQLite runs in one transaction.
import type { Job } from '../../domain/job.ts';
import type { Checkpoint, Compressed, MemoryContext, Observation, Summary } from '../../domain/memory.ts';
import { fillBranches } from '../ledger/branches.ts';
import { observationExtra, summaryExtra } from '../search/fill.ts';
import { type Database, sql, transact } from '../sqlite/open.ts';

export interface JobResult extends Compressed {
  context: MemoryContext;
  /** To be compressed again by a model when it is back. */
  wantsRecompress: boolean;
}

export interface Committed {
  committed: boolean;
  added: number;
  /** Memories that were there before: they grew, or another took their place. */
  changed: number[];
}

/** Asynchronous, because a second engine will stand beside SQLite. */
export interface MemoryStore {
  /**
   * Writes a job's memories and ends it. Keyed by job and ordinal, so that writing twice is harmless; refused where
   * the lease was lost meanwhile. Answers how many observations are new.
   */
  commitJob(job: Job, owner: string, result: JobResult, now: number): Promise<Committed>;
}

export function createMemoryStore(db: Database): MemoryStore {
  return {
    commitJob: async (job, owner, result, now) => transact(db, () => commit(db, job, owner, result, now)),
  };
}

/** The titles of a session's observations, so that none is given twice; without those of a job that is done again. */
export function titlesOfSession(db: Database, sessionId: string, exceptJob: number): string[] {
  return sql<[string, number], { title: string }>(
    db,
    'select title from observations where session_id = ? and job_id is not ? and title is not null order by id',
  )
    .all(sessionId, exceptJob)
    .map((row) => row.title);
}

function commit(db: Database, job: Job, owner: string, made: JobResult, now: number): Committed {
  const held = sql<[number, string], { prompt_number: number | null }>(
    db,
    "select prompt_number from jobs where id = ? and state = 'running' and lease_owner = ?",
  ).get(job.id, owner);
  if (!held) return { committed: false, added: 0, changed: [] };
  // Meanwhile it may have become known which turn its events belong to.
  const result = { ...made, context: { ...made.context, promptNumber: held.prompt_number } };
  let added = 0;
  const changed: number[] = [];
  const kept = job.purpose === 'recompress' ? replaceObservations(db, job.id) : NOTHING_KEPT;
  for (const [index, observation] of result.observations.entries()) {
    if (kept.findings.some((finding) => isSameFinding(finding, observation))) continue;
    const grown = mergeIntoSame(db, observation, result.context);
    if (grown !== null) changed.push(grown);
    if (grown !== null) continue;
    const id = insertObservation(db, job.id, kept.nextOrdinal + index, observation, result.context);
    if (id === null) continue;
    added += 1;
    changed.push(...supersedeOlder(db, id, observation, result.context));
  }
  writeSummaries(db, job, result);
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
    result.observations.length > 0 || result.summary ? 'memories' : 'nothing',
    result.context.provider,
    result.wantsRecompress ? 1 : 0,
    now,
    job.id,
  );
  return { committed: true, added, changed };
}

interface Kept {
  /** The first free one. */
  nextOrdinal: number;
  findings: KeptFinding[];
}

interface KeptFinding {
  type: string;
  eventIds: number[];
}

const NOTHING_KEPT: Kept = { nextOrdinal: 0, findings: [] };

/** A person has edited or pinned it, or is about to have it forgotten: no compressor changes it any more. */
const TOUCHED = '(edited_at is not null or pinned = 1 or hidden_until is not null)';

/** What this job made before gives way, unless a person has touched it. */
function replaceObservations(db: Database, jobId: number): Kept {
  sql(db, `delete from observations where job_id = ? and not ${TOUCHED}`).run(jobId);
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

/** Of one type and made of mostly the same events: what a person corrected must not come back as it was. */
function isSameFinding(kept: KeptFinding, { type, eventIds }: Observation): boolean {
  const known = new Set(kept.eventIds);
  const common = eventIds.filter((id) => known.has(id)).length;
  return kept.type === type && common > 0 && common * 2 >= new Set([...known, ...eventIds]).size;
}

/** What was summed up last before this job: an earlier Stop of the same turn, else the turn before it. */
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

/** One that a person wrote belongs to no session and no job. */
export function insertObservation(
  db: Database,
  jobId: number | null,
  ordinal: number | null,
  observation: Observation,
  context: Omit<MemoryContext, 'sessionId'> & { sessionId: string | null },
): number | null {
  const { changes, lastInsertRowid } = sql(
    db,
    `insert into observations (session_id, project_id, job_id, ordinal, type, title, subtitle, narrative, facts, concepts,
       files_read, files_modified, search_extra, prompt_number, tool_name, branch, commit_id, provider, tokens, created_at)
     values (@sessionId, @projectId, @jobId, @ordinal, @type, @title, @subtitle, @narrative, @facts, @concepts,
       @filesRead, @filesModified, @searchExtra, @promptNumber, @toolName, @branch, @commit, @provider, @tokens, @at)
     on conflict (job_id, ordinal) do nothing`,
  ).run({
    sessionId: context.sessionId,
    projectId: context.projectId,
    jobId,
    ordinal,
    type: observation.type,
    title: observation.title,
    subtitle: observation.subtitle,
    narrative: observation.narrative,
    facts: JSON.stringify(observation.facts),
    concepts: JSON.stringify(observation.concepts),
    filesRead: JSON.stringify(observation.filesRead),
    filesModified: JSON.stringify(observation.filesModified),
    searchExtra: observationExtra(observation, context.at),
    promptNumber: context.promptNumber,
    toolName: observation.toolName,
    branch: context.branch,
    commit: context.commit ?? null,
    provider: context.provider,
    tokens: roughTokens(observation),
    at: context.at,
  });
  if (changes === 0) return null;
  const id = Number(lastInsertRowid);
  linkEvents(db, id, observation.eventIds);
  linkFiles(db, id, observation, context);
  return id;
}

/** With the digest as it was last seen in this turn; a later look at the same file takes its place. */
function linkFiles(
  db: Database,
  observationId: number,
  observation: Observation,
  context: Pick<MemoryContext, 'files'>,
): void {
  for (const role of ['read', 'modified'] as const) {
    for (const path of role === 'read' ? observation.filesRead : observation.filesModified) {
      const seen = context.files.findLast((file) => file.path === path && file.digest !== null);
      sql(
        db,
        `insert into observation_files (observation_id, path, role, digest) values (?, ?, ?, ?)
         on conflict (observation_id, path, role) do update set digest = coalesce(excluded.digest, digest)`,
      ).run(observationId, path, role, seen?.digest ?? null);
    }
  }
}

function linkEvents(db: Database, observationId: number, eventIds: number[]): void {
  for (const eventId of eventIds) {
    sql(
      db,
      `insert or ignore into observation_events (observation_id, event_id)
       select ?, id from events where id = ?`,
    ).run(observationId, eventId);
  }
}

/** A finding of the same session under the same title is the same finding: it grows instead of standing there twice. */
function mergeIntoSame(db: Database, observation: Observation, context: MemoryContext): number | null {
  if (!observation.title) return null;
  const known = sql<[string, string], MergeRow>(
    db,
    `select id, title, subtitle, narrative, facts, concepts, files_read, files_modified, created_at, edited_at, pinned
     from observations
     where session_id = ? and title = ? collate nocase and hidden_until is null`,
  ).get(context.sessionId, observation.title);
  if (!known) return null;
  linkEvents(db, known.id, observation.eventIds);
  // What a person edited or pinned stays as it is.
  if (known.edited_at !== null || known.pinned === 1) return known.id;
  const union = (stored: string, more: string[]) =>
    [...new Set([...(JSON.parse(stored) as string[]), ...more])].slice(0, 20);
  const merged = {
    title: known.title,
    subtitle: known.subtitle,
    narrative: observation.narrative ?? known.narrative,
    facts: union(known.facts, observation.facts),
    concepts: union(known.concepts, observation.concepts),
    filesRead: union(known.files_read, observation.filesRead),
    filesModified: union(known.files_modified, observation.filesModified),
  };
  sql(
    db,
    `update observations set facts = ?, concepts = ?, files_read = ?, files_modified = ?, narrative = ?, search_extra = ?
     where id = ?`,
  ).run(
    JSON.stringify(merged.facts),
    JSON.stringify(merged.concepts),
    JSON.stringify(merged.filesRead),
    JSON.stringify(merged.filesModified),
    merged.narrative,
    observationExtra(merged, known.created_at),
    known.id,
  );
  linkFiles(db, known.id, observation, context);
  return known.id;
}

interface MergeRow {
  id: number;
  title: string | null;
  subtitle: string | null;
  narrative: string | null;
  created_at: number;
  facts: string;
  concepts: string;
  files_read: string;
  files_modified: string;
  edited_at: number | null;
  pinned: number;
}

/** Half of the words of a title, and a file in common, make two findings about the same thing: the newer one holds. */
const SAME_SUBJECT = 0.5;

function supersedeOlder(db: Database, id: number, observation: Observation, context: MemoryContext): number[] {
  if (!observation.title || observation.filesModified.length === 0) return [];
  const replaced: number[] = [];
  const older = sql<[number, string, string, number, number], { id: number; title: string }>(
    db,
    `select distinct o.id, o.title from observations o join observation_files f on f.observation_id = o.id
     where o.project_id = ? and f.role = 'modified' and f.path in (select value from json_each(?)) and o.type = ?
       and o.superseded_by is null and o.pinned = 0 and o.title is not null and o.id <> ? and o.created_at < ?
     order by o.created_at desc limit 50`,
  ).all(context.projectId, JSON.stringify(observation.filesModified), observation.type, id, context.at);
  for (const { id: olderId, title } of older) {
    if (similarity(title, observation.title) >= SAME_SUBJECT) {
      sql(db, 'update observations set superseded_by = ? where id = ?').run(id, olderId);
      replaced.push(olderId);
    }
  }
  return replaced;
}

function similarity(a: string, b: string): number {
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []);
  const [x, y] = [words(a), words(b)];
  const common = [...x].filter((word) => y.has(word)).length;
  return x.size + y.size === 0 ? 0 : common / (x.size + y.size - common);
}

/**
 * A summary for each Stop that the job holds, beside those of the turn's earlier jobs. A job that is done again writes
 * over its own, unless a person has touched them; one that has nothing to say leaves them as they are.
 */
function writeSummaries(db: Database, job: Job, { summary, earlier = [], context }: JobResult): void {
  const all: Checkpoint[] = summary ? [...earlier, { ...summary, at: context.at }] : earlier;
  for (const [ordinal, checkpoint] of all.entries()) writeSummary(db, job.id, ordinal, checkpoint, context);
  if (all.length === 0) return;
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
    `insert into summaries (session_id, project_id, job_id, ordinal, prompt_number, request, investigated, learned,
       completed, next_steps, files_read, files_edited, notes, search_extra, branch, commit_id, provider, tokens, created_at)
     values (@sessionId, @projectId, @jobId, @ordinal, @promptNumber, @request, @investigated, @learned,
       @completed, @nextSteps, @filesRead, @filesEdited, @notes, @searchExtra, @branch, @commit, @provider, @tokens, @at)
     on conflict (job_id, ordinal) do update set request = excluded.request, investigated = excluded.investigated,
       learned = excluded.learned, completed = excluded.completed, next_steps = excluded.next_steps,
       files_read = excluded.files_read, files_edited = excluded.files_edited, notes = excluded.notes,
       search_extra = excluded.search_extra, branch = coalesce(excluded.branch, branch),
       commit_id = coalesce(excluded.commit_id, commit_id), provider = excluded.provider, tokens = excluded.tokens,
       created_at = excluded.created_at
     where not ${TOUCHED}`,
  ).run({
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
    tokens: roughTokens(summary),
    at,
  });
}

/** About what it costs an agent to read it. */
export function roughTokens(memory: Observation | Summary): number {
  return Math.ceil(JSON.stringify(memory).length / 4);
}
