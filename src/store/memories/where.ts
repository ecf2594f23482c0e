// What narrows a search: projects and types through words of the index itself, the rest through the memories' columns.
import type { MemoryKind, SearchFilter } from '../../domain/recall.ts';
import { type Database, sql } from '../sqlite/connect.ts';

export interface Narrowing {
  /** An expression of the index, or null. */
  scope: string | null;
  /** More conditions, on `m`, each beginning with "and". */
  where: string;
  params: unknown[];
  /** The part of the scope that names projects. */
  projects: string | null;
}

/** Null where no memory of this kind can be meant. `projects` are those of the filter and what was merged into them. */
export function narrowing(
  db: Database,
  kind: MemoryKind,
  filter: SearchFilter,
  projects: number[] | null,
): Narrowing | null {
  const narrowed: Narrowing = { scope: null, where: '', params: [], projects: null };
  const and = (condition: string, ...params: unknown[]) => {
    narrowed.where += ` and ${condition}`;
    narrowed.params.push(...params);
  };
  const scopes: string[] = [];
  if (projects) {
    if (projects.length === 0) return null;
    narrowed.projects = anyOf(projects.map((id) => `cmem0p${id}`));
    scopes.push(narrowed.projects);
  }
  if (filter.types) {
    if (kind !== 'observation' || filter.types.length === 0) return null;
    scopes.push(anyOf(filter.types.map((type) => `cmem0t${type}`)));
  }
  if (filter.concepts) {
    if (kind !== 'observation') return null;
    and(
      'exists (select 1 from json_each(m.concepts) c where lower(c.value) in (select lower(value) from json_each(?)))',
      JSON.stringify(filter.concepts),
    );
  }
  if (filter.file !== undefined) {
    if (kind === 'prompt') return null;
    const part = `%${escapeLike(filter.file)}%`;
    if (kind === 'summary') and(SUMMARY_FILES, part);
    else {
      const ids = idsByFile(db, part);
      if (ids.length === 0) return null;
      and('m.id in (select value from json_each(?))', JSON.stringify(ids));
    }
  }
  if (filter.branch !== undefined) {
    if (kind === 'prompt')
      and(
        'exists (select 1 from events e where e.session_id = m.session_id and e.prompt_number = m.number and e.branch = ?)',
        filter.branch,
      );
    else and('m.branch = ?', filter.branch);
  }
  if (filter.sessionId !== undefined) {
    const span = sql<[string], { first: number | null; last: number | null }>(
      db,
      `select min(id) as first, max(id) as last from ${NAMES[kind]} where session_id = ?`,
    ).get(filter.sessionId);
    if (!span || span.first === null) return null;
    // The index itself skips to where the session is; the column says which of them are its own.
    and(`${NAMES[kind]}_fts.rowid between ? and ? and m.session_id = ?`, span.first, span.last, filter.sessionId);
  }
  if (filter.since !== undefined) and('m.created_at >= ?', filter.since);
  if (filter.until !== undefined) and('m.created_at <= ?', filter.until);
  narrowed.scope = scopes.length > 0 ? scopes.join(' AND ') : null;
  return narrowed;
}

/** Whether memories beside a hit may be shown for its sake: not where they would have to pass a filter themselves. */
export function isNarrow(filter: SearchFilter): boolean {
  const { types, concepts, file, branch, since, until } = filter;
  return [types, concepts, file, branch, since, until].some((value) => value !== undefined);
}

const NAMES: Record<MemoryKind, string> = { observation: 'observations', summary: 'summaries', prompt: 'prompts' };
const SUMMARY_FILES = `exists (select 1 from json_each(m.files_edited) f where f.value like ? escape '\\')`;
const MOST_OF_FILE = 5000;

/** The newest observations about such a file. */
function idsByFile(db: Database, part: string): number[] {
  return sql<[string, number], number>(
    db,
    `select distinct observation_id from observation_files where path like ? escape '\\'
     order by observation_id desc limit ?`,
  )
    .pluck()
    .all(part, MOST_OF_FILE) as number[];
}

/** These projects, and those that were merged into them: the index knows their memories by the old number. */
export function withMerged(db: Database, projectIds: number[]): number[] {
  const ids = projectIds.flatMap((id) =>
    sql<[number, number], number>(db, 'select id from projects where id = ? or merged_into = ?').pluck().all(id, id),
  );
  return [...new Set(ids as number[])];
}

const anyOf = (words: string[]) => (words.length === 1 ? (words[0] as string) : `(${words.join(' OR ')})`);
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
