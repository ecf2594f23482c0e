// What narrows a search: projects and types through words of the index itself, the rest through the memories' columns.
import type { MemoryKind, SearchFilter } from '../domain/recall.ts';
import { type Database, sql } from './connect.ts';

export interface Narrowing {
  /** An expression of the index, or null. */
  scope: string | null;
  /** More conditions, on `m`, each beginning with "and". */
  where: string;
  params: unknown[];
  projectIds: number[] | null;
}

/** Null where no memory of this kind can be meant. */
export function narrowing(db: Database, kind: MemoryKind, filter: SearchFilter): Narrowing | null {
  const narrowed: Narrowing = { scope: null, where: '', params: [], projectIds: null };
  const and = (condition: string, ...params: unknown[]) => {
    narrowed.where += ` and ${condition}`;
    narrowed.params.push(...params);
  };
  const scopes: string[] = [];
  if (filter.projectIds) {
    narrowed.projectIds = withMerged(db, filter.projectIds);
    if (narrowed.projectIds.length === 0) return null;
    scopes.push(anyOf(narrowed.projectIds.map((id) => `cmem0p${id}`)));
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
    and(FILES[kind], `%${escapeLike(filter.file)}%`);
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
const FILES: Record<Exclude<MemoryKind, 'prompt'>, string> = {
  observation: `exists (select 1 from observation_files f where f.observation_id = m.id and f.path like ? escape '\\')`,
  summary: `exists (select 1 from json_each(m.files_edited) f where f.value like ? escape '\\')`,
};

function withMerged(db: Database, projectIds: number[]): number[] {
  const known = JSON.stringify(projectIds);
  return sql<[string, string], number>(
    db,
    `select id from projects where id in (select value from json_each(?)) or merged_into in (select value from json_each(?))`,
  )
    .pluck()
    .all(known, known) as number[];
}

const anyOf = (words: string[]) => (words.length === 1 ? (words[0] as string) : `(${words.join(' OR ')})`);
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
