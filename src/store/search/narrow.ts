// Narrows a search in the index: projects and types through terms in the index itself, a session and a file through row
// ID ranges, the rest through the memories' columns.
import type { MemoryKind, SearchFilter } from '../../domain/filter.ts';
import { TABLES } from '../memories/key.ts';
import { type Conditions, containing, type Where, where } from '../memories/where.ts';
import { type Database, sql } from '../sqlite/connect.ts';

export interface Narrowing {
  /** An FTS5 expression, or null. */
  scope: string | null;
  /** More conditions on `m`, each starting with "and". */
  where: string;
  params: unknown[];
  /** The part of the scope that selects projects. */
  projects: string | null;
}

/** Null if no memory of this kind can match. `projects` includes those merged into the filter's projects. */
export function narrow(
  db: Database,
  kind: MemoryKind,
  filter: SearchFilter,
  projects: number[] | null,
): Narrowing | null {
  if (projects?.length === 0 || !where(kind, filter)) return null;
  const except: (keyof Conditions)[] = ['types'];
  const hints: { sql: string; params: unknown[] } = { sql: '', params: [] };
  if (filter.file !== undefined && kind === 'observation') {
    const ids = idsByFile(db, containing(filter.file));
    if (ids.length === 0) return null;
    if (ids.length < MOST_OF_FILE) {
      hints.sql += ' and m.id in (select value from json_each(?))';
      hints.params.push(JSON.stringify(ids));
      except.push('file');
    }
  }
  if (filter.sessionId !== undefined) {
    const span = sql<[string], { first: number | null; last: number | null }>(
      db,
      `select min(id) as first, max(id) as last from ${TABLES[kind].name} where session_id = ?`,
    ).get(filter.sessionId);
    if (!span || span.first === null) return null;
    hints.sql += ` and ${TABLES[kind].index}.rowid between ? and ?`;
    hints.params.push(span.first, span.last);
  }
  const conditions = where(kind, filter, except) as Where;
  const inProjects = projects && anyOf(projects.map((id) => `cmem0p${id}`));
  const ofTypes = filter.types && anyOf(filter.types.map((type) => `cmem0t${type}`));
  return {
    scope: [inProjects, ofTypes].filter(Boolean).join(' AND ') || null,
    where: hints.sql + conditions.sql,
    params: [...hints.params, ...conditions.params],
    projects: inProjects,
  };
}

/** Above this number of observations of a file, the path is checked for each match instead. */
const MOST_OF_FILE = 5000;

function idsByFile(db: Database, pattern: string): number[] {
  return sql<[string, number], number>(
    db,
    `select distinct observation_id from observation_files where path like ? escape '\\'
     order by observation_id desc limit ?`,
  )
    .pluck()
    .all(pattern, MOST_OF_FILE) as number[];
}

/** Adds the projects merged into these: the index still has their memories under the old ID. */
export function withMerged(db: Database, projectIds: number[]): number[] {
  const ids = projectIds.flatMap((id) =>
    sql<[number, number], number>(db, 'select id from projects where id = ? or merged_into = ?').pluck().all(id, id),
  );
  return [...new Set(ids as number[])];
}

const anyOf = (words: string[]) => (words.length === 1 ? (words[0] as string) : `(${words.join(' OR ')})`);
