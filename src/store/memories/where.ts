// Translates filters to SQL: the one place that defines what each condition means for each kind of memory.
import { type MemoryKind, OWN, type SearchFilter } from '../../domain/filter.ts';
import { SESSION_KINDS } from './key.ts';

/** Everything that can narrow a query on memories. Projects and kinds instead select tables and indexes. */
export interface Conditions extends Omit<SearchFilter, 'projectIds' | 'kinds'> {
  exceptSession?: string | undefined;
  /** Only memories written after this one. */
  afterId?: number | undefined;
}

interface Clause<Value> {
  /** The kinds of memories that can match; all if omitted. */
  kinds?: readonly MemoryKind[];
  /** On `m`, with one parameter. */
  sql: string | Partial<Record<MemoryKind, string>>;
  /** The parameter; the value itself if omitted. */
  param?: (value: Value) => unknown;
}

const CLAUSES: { [Name in keyof Required<Conditions>]: Clause<NonNullable<Conditions[Name]>> } = {
  types: { kinds: ['observation'], sql: 'm.type in (select value from json_each(?))', param: JSON.stringify },
  concepts: {
    kinds: ['observation'],
    sql: 'exists (select 1 from json_each(m.concepts) c where lower(c.value) in (select lower(value) from json_each(?)))',
    param: JSON.stringify,
  },
  file: {
    kinds: ['observation', 'summary', 'host-memory'],
    sql: {
      observation: `exists (select 1 from observation_files f where f.observation_id = m.id and f.path like ? escape '\\')`,
      summary: `exists (select 1 from json_each(m.files_edited) f where f.value like ? escape '\\')`,
      'host-memory': `m.path like ? escape '\\'`,
    },
    param: containing,
  },
  sessionId: { kinds: SESSION_KINDS, sql: 'm.session_id = ?' },
  exceptSession: { kinds: SESSION_KINDS, sql: 'm.session_id is not ?' },
  branch: {
    kinds: SESSION_KINDS,
    sql: {
      observation: 'm.branch = ?',
      summary: 'm.branch = ?',
      prompt:
        'exists (select 1 from events e where e.session_id = m.session_id and e.prompt_number = m.number and e.branch = ?)',
    },
  },
  host: {
    sql: {
      ...Object.fromEntries(
        SESSION_KINDS.map((kind) => [kind, 'm.session_id in (select id from sessions where host = ?)']),
      ),
      'host-memory': 'm.host = ?',
    },
  },
  since: { sql: 'm.created_at >= ?' },
  until: { sql: 'm.created_at <= ?' },
  pinned: { kinds: ['observation', 'summary'], sql: 'm.pinned = ?', param: Number },
  author: {
    sql: {
      observation: `coalesce(m.author, '${OWN}') = ?`,
      summary: `coalesce(m.author, '${OWN}') = ?`,
      prompt: `'${OWN}' = ?`,
      'host-memory': `'${OWN}' = ?`,
    },
  },
  afterId: { sql: 'm.id > ?' },
};

export interface Where {
  /** Each condition starts with " and". */
  sql: string;
  params: unknown[];
}

/** Null if no memory of this kind can match. The caller handles the conditions in `except` itself. */
export function where(kind: MemoryKind, given: Conditions, except: (keyof Conditions)[] = []): Where | null {
  const built: Where = { sql: '', params: [] };
  for (const name of Object.keys(CLAUSES) as (keyof Conditions)[]) {
    const value = given[name];
    if (value === undefined) continue;
    const clause = CLAUSES[name] as Clause<unknown>;
    if (clause.kinds && !clause.kinds.includes(kind)) return null;
    if (Array.isArray(value) && value.length === 0) return null;
    if (except.includes(name)) continue;
    built.sql += ` and ${typeof clause.sql === 'string' ? clause.sql : clause.sql[kind]}`;
    built.params.push(clause.param ? clause.param(value) : value);
  }
  return built;
}

/** A pattern for `like … escape '\'`. */
export function containing(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
