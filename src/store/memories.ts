// The memory store: memories and the end of their job are written by one call, which SQLite runs in one transaction.
import type { Job } from '../domain/job.ts';
import type { Compressed, MemoryContext, Observation, Summary } from '../domain/memory.ts';
import { type Database, sql, transact } from './database.ts';
import { observationExtra, summaryExtra } from './search-fill.ts';

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

function commit(db: Database, job: Job, owner: string, result: JobResult, now: number): Committed {
  const held = sql(db, "select 1 from jobs where id = ? and state = 'running' and lease_owner = ?").get(job.id, owner);
  if (!held) return { committed: false, added: 0, changed: [] };
  let added = 0;
  const changed: number[] = [];
  const first = job.purpose === 'recompress' ? replaceObservations(db, job.id) : 0;
  for (const [index, observation] of result.observations.entries()) {
    const grown = mergeIntoSame(db, observation, result.context);
    if (grown !== null) changed.push(grown);
    if (grown !== null) continue;
    const id = insertObservation(db, job.id, first + index, observation, result.context);
    if (id === null) continue;
    added += 1;
    changed.push(...supersedeOlder(db, id, observation, result.context));
  }
  if (result.summary) writeSummary(db, job.id, result.summary, result.context);
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

/** What this job made before gives way, unless a person edited or pinned it. Answers the first free ordinal. */
function replaceObservations(db: Database, jobId: number): number {
  sql(db, 'delete from observations where job_id = ? and edited_at is null and pinned = 0').run(jobId);
  const { next } = sql<[number], { next: number }>(
    db,
    'select coalesce(max(ordinal), -1) + 1 as next from observations where job_id = ?',
  ).get(jobId) as { next: number };
  return next;
}

/** What the turn before this one was about. */
export function lastSummary(
  db: Database,
  sessionId: string,
  promptNumber: number | null,
): { request: string | null; completed: string | null } | null {
  return (
    sql<[string, number | null], { request: string | null; completed: string | null }>(
      db,
      `select request, completed from summaries where session_id = ? and prompt_number < ?
       order by prompt_number desc limit 1`,
    ).get(sessionId, promptNumber) ?? null
  );
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

/** One summary a turn: a later one (the turn went on) takes its place, unless a person edited or pinned it. */
function writeSummary(db: Database, jobId: number, summary: Summary, context: MemoryContext): void {
  const row = {
    sessionId: context.sessionId,
    projectId: context.projectId,
    jobId,
    promptNumber: context.promptNumber,
    ...summary,
    filesRead: JSON.stringify(summary.filesRead),
    filesEdited: JSON.stringify(summary.filesEdited),
    searchExtra: summaryExtra(summary, context.at),
    branch: context.branch,
    commit: context.commit ?? null,
    provider: context.provider,
    tokens: roughTokens(summary),
    at: context.at,
  };
  const known = sql<[string, number | null], { id: number; edited_at: number | null; pinned: number }>(
    db,
    'select id, edited_at, pinned from summaries where session_id = ? and prompt_number is ?',
  ).get(context.sessionId, context.promptNumber);
  if (known && (known.edited_at !== null || known.pinned === 1)) return;
  if (known) {
    sql(
      db,
      `update summaries set job_id = @jobId, request = @request, investigated = @investigated, learned = @learned,
         completed = @completed, next_steps = @nextSteps, files_read = @filesRead, files_edited = @filesEdited,
         notes = @notes, search_extra = @searchExtra, branch = @branch, commit_id = coalesce(@commit, commit_id), provider = @provider, tokens = @tokens, created_at = @at where id = @id`,
    ).run({ ...without(row, ['sessionId', 'projectId', 'promptNumber']), id: known.id });
    return;
  }
  sql(
    db,
    `insert into summaries (session_id, project_id, job_id, ordinal, prompt_number, request, investigated, learned,
       completed, next_steps, files_read, files_edited, notes, search_extra, branch, commit_id, provider, tokens, created_at)
     values (@sessionId, @projectId, @jobId, 0, @promptNumber, @request, @investigated, @learned,
       @completed, @nextSteps, @filesRead, @filesEdited, @notes, @searchExtra, @branch, @commit, @provider, @tokens, @at)`,
  ).run(row);
}

function without(row: Record<string, unknown>, keys: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)));
}

/** About what it costs an agent to read it. */
export function roughTokens(memory: Observation | Summary): number {
  return Math.ceil(JSON.stringify(memory).length / 4);
}
