// Inserts an observation and links it to its events and files.
import type { MemoryContext, Observation } from '../../domain/memory.ts';
import { estimateTokens } from '../../text/tokens.ts';
import { observationExtra } from '../search/fill.ts';
import { type Database, sql } from '../sqlite/open.ts';
import { freeId } from './free-id.ts';

/** A memory written by a person has no session and no job. */
export function insertObservation(
  db: Database,
  jobId: number | null,
  ordinal: number | null,
  observation: Observation,
  context: Omit<MemoryContext, 'sessionId'> & { sessionId: string | null },
): number | null {
  const { changes, lastInsertRowid } = sql(
    db,
    `insert into observations (id, session_id, project_id, job_id, ordinal, type, title, subtitle, narrative, facts, concepts,
       files_read, files_modified, search_extra, prompt_number, tool_name, branch, commit_id, provider, tokens, created_at)
     values (@id, @sessionId, @projectId, @jobId, @ordinal, @type, @title, @subtitle, @narrative, @facts, @concepts,
       @filesRead, @filesModified, @searchExtra, @promptNumber, @toolName, @branch, @commit, @provider, @tokens, @at)
     on conflict (job_id, ordinal) do nothing`,
  ).run({
    id: freeId(db, 'observations'),
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
    tokens: estimateTokens(JSON.stringify(observation)),
    at: context.at,
  });
  if (changes === 0) return null;
  const id = Number(lastInsertRowid);
  linkEvents(db, id, observation.eventIds);
  linkFiles(db, id, observation, context);
  return id;
}

/** Stores the last digest seen in this turn; a later one replaces it. */
export function linkFiles(
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

export function linkEvents(db: Database, observationId: number, eventIds: number[]): void {
  for (const eventId of eventIds) {
    sql(
      db,
      `insert or ignore into observation_events (observation_id, event_id)
       select ?, id from events where id = ?`,
    ).run(observationId, eventId);
  }
}
