// Merges a new observation with the same one of its session, and supersedes older ones on the same subject.
import type { MemoryContext, Observation } from '../../domain/memory.ts';
import { observationExtra } from '../search/fill.ts';
import { type Database, sql } from '../sqlite/open.ts';
import { linkEvents, linkFiles } from './insert.ts';

/**
 * A finding with the same title in the same session is the same finding: it grows instead of being duplicated. If an old
 * turn is redone, later ones do not count: they may be redone next, and what was merged into them would be lost.
 */
export function mergeIntoSame(
  db: Database,
  observation: Observation,
  context: MemoryContext,
  redone = false,
): number | null {
  if (!observation.title) return null;
  const known = sql<[object], MergeRow>(
    db,
    `select id, title, subtitle, narrative, facts, concepts, files_read, files_modified, created_at, edited_at, pinned
     from observations
     where session_id = @sessionId and title = @title collate nocase and type <> 'rule' and hidden_until is null
       and (not @redone or coalesce(prompt_number, 0) <= coalesce(@promptNumber, 0))`,
  ).get({
    sessionId: context.sessionId,
    promptNumber: context.promptNumber,
    title: observation.title,
    redone: redone ? 1 : 0,
  });
  if (!known) return null;
  linkEvents(db, known.id, observation.eventIds);
  // Edited and pinned memories are not changed.
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

/**
 * Two findings are about the same subject if they share a file and half of the words in their titles; the newer one
 * wins.
 */
const SAME_SUBJECT = 0.5;

export function supersedeOlder(db: Database, id: number, observation: Observation, context: MemoryContext): number[] {
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

/** An old finding that is written anew may have been superseded long ago. */
export function supersededByNewer(db: Database, id: number, observation: Observation, context: MemoryContext): void {
  const { title, type, filesModified } = observation;
  if (!title || filesModified.length === 0) return;
  const newer = sql<[object], { id: number; title: string }>(
    db,
    `select distinct o.id, o.title from observations o join observation_files f on f.observation_id = o.id
     where o.project_id = @projectId and f.role = 'modified' and f.path in (select value from json_each(@paths))
       and o.type = @type and o.title is not null and o.hidden_until is null and o.created_at > @at
     order by o.created_at limit 50`,
  )
    .all({ projectId: context.projectId, paths: JSON.stringify(filesModified), type, at: context.at })
    .find((other) => similarity(title, other.title) >= SAME_SUBJECT);
  if (newer) sql(db, 'update observations set superseded_by = ? where id = ?').run(newer.id, id);
}

function similarity(a: string, b: string): number {
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []);
  const [x, y] = [words(a), words(b)];
  const common = [...x].filter((word) => y.has(word)).length;
  return x.size + y.size === 0 ? 0 : common / (x.size + y.size - common);
}
