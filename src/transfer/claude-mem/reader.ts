// Reads a claude-mem database of any generation, recognized by its columns rather than a version number.

import { type ForeignDatabase, openForeign } from '../../store/index.ts';
export interface ForeignSession {
  /** The host's ID. */
  id: string;
  host: string;
  project: string;
  title: string | null;
  firstPrompt: string | null;
  startedAt: number;
  endedAt: number | null;
}

export interface ForeignPrompt {
  sessionId: string;
  number: number;
  text: string;
  at: number;
}

export interface ForeignMemory {
  kind: 'observation' | 'summary';
  sessionId: string | null;
  project: string;
  promptNumber: number | null;
  at: number;
  type: string;
  texts: Record<string, string | null>;
  lists: Record<string, string[]>;
}

export interface ForeignStore {
  /** A description of the generation. */
  generation: string;
  sessions(): Generator<ForeignSession>;
  prompts(): Generator<ForeignPrompt>;
  memories(): Generator<ForeignMemory>;
  total: number;
  /** Non-empty tables that have no equivalent in our store. */
  unmapped: { table: string; rows: number }[];
  close(): void;
}

type Row = Record<string, unknown>;
const MAPPED = [
  'sdk_sessions',
  'user_prompts',
  'observations',
  'session_summaries',
  'sessions',
  'memories',
  'overviews',
];
/** Internal tables without memories. */
const BOOKKEEPING = /^(sqlite_|schema_versions$)|_fts(_|$)/;

/** Null if the file is not a claude-mem database. */
export function openClaudeMem(file: string): ForeignStore | null {
  const source = openForeign(file);
  let tables: Map<string, Set<string>>;
  try {
    tables = tablesOf(source);
  } catch (error) {
    source.close();
    throw error;
  }
  const has = (table: string) => tables.has(table);
  const count = (table: string) => source.all<{ n: number }>(`select count(*) as n from ${table}`)[0]?.n ?? 0;
  const newer = has('sdk_sessions') && has('observations');
  const older = has('memories') && has('sessions');
  if (!newer && !older) {
    source.close();
    return null;
  }
  const column = (table: string, ...names: string[]) => names.find((name) => tables.get(table)?.has(name)) ?? 'null';
  const contentId = column('sdk_sessions', 'content_session_id', 'claude_session_id');
  const memoryId = column('sdk_sessions', 'memory_session_id', 'sdk_session_id');

  function* rows(query: string): Generator<Row> {
    yield* source.each<Row>(query);
  }

  function* sessions(): Generator<ForeignSession> {
    if (newer) {
      for (const row of rows(`select *, ${contentId} as host_id from sdk_sessions order by id`)) {
        if (!row['host_id']) continue;
        yield {
          id: String(row['host_id']),
          host: hostOf(row['platform_source']),
          project: String(row['project'] ?? 'unknown'),
          title: words(row['custom_title']),
          firstPrompt: words(row['user_prompt']),
          startedAt: moment(row['started_at_epoch'], row['started_at']),
          endedAt:
            row['completed_at_epoch'] || row['completed_at']
              ? moment(row['completed_at_epoch'], row['completed_at'])
              : null,
        };
      }
    }
    if (!older) return;
    for (const row of rows('select * from sessions order by id')) {
      const startedAt = moment(row['created_at_epoch'], row['created_at']);
      const project = String(row['project'] ?? 'unknown');
      yield {
        id: String(row['session_id']),
        host: 'claude-code',
        project,
        title: words(row['title']),
        firstPrompt: null,
        startedAt,
        endedAt: null,
      };
    }
  }

  function* prompts(): Generator<ForeignPrompt> {
    if (!has('user_prompts')) return;
    const id = column('user_prompts', 'content_session_id', 'claude_session_id', 'session_id');
    for (const row of rows(`select *, ${id} as host_id from user_prompts order by id`)) {
      if (!row['host_id']) continue;
      yield {
        sessionId: String(row['host_id']),
        number: Number(row['prompt_number'] ?? 1),
        text: String(row['prompt_text'] ?? ''),
        at: moment(row['created_at_epoch'], row['created_at']),
      };
    }
  }

  function* memories(): Generator<ForeignMemory> {
    if (newer) {
      for (const row of linked('observations')) yield { ...common('observation', row), ...observationTexts(row) };
      if (has('session_summaries'))
        for (const row of linked('session_summaries')) yield { ...common('summary', row), ...summaryTexts(row) };
    }
    if (!older) return;
    for (const row of rows('select *, session_id as host_id from memories order by id')) {
      yield { ...common('observation', row), type: 'discovery', ...observationTexts(row) };
    }
    if (!has('overviews')) return;
    for (const row of rows('select *, session_id as host_id from overviews order by id')) {
      yield { ...common('summary', row), texts: { completed: words(row['content']) }, lists: {} };
    }
  }

  /** Memories refer to the session by claude-mem's own ID; the sessions table has the host's ID. */
  function* linked(table: string): Generator<Row> {
    const id = column(table, 'memory_session_id', 'sdk_session_id');
    yield* rows(
      `select m.*, s.${contentId} as host_id from ${table} m left join sdk_sessions s on s.${memoryId} = m.${id} order by m.id`,
    );
  }

  return {
    generation: newer
      ? `sessions by ${contentId}${older ? ', and memories of an older version' : ''}`
      : 'memories and overviews',
    sessions,
    prompts,
    memories,
    total: MAPPED.filter(has).reduce((sum, table) => sum + count(table), 0),
    unmapped: [...tables.keys()]
      .filter((table) => !MAPPED.includes(table) && !BOOKKEEPING.test(table))
      .map((table) => ({ table, rows: count(table) }))
      .filter(({ rows: n }) => n > 0),
    close: () => source.close(),
  };
}

function common(kind: ForeignMemory['kind'], row: Row): Omit<ForeignMemory, 'texts' | 'lists'> {
  return {
    kind,
    sessionId: row['host_id'] == null ? null : String(row['host_id']),
    project: String(row['merged_into_project'] || row['project'] || 'unknown'),
    promptNumber: row['prompt_number'] == null ? null : Number(row['prompt_number']),
    at: moment(row['created_at_epoch'], row['created_at']),
    type: String(row['type'] ?? 'change'),
  };
}

function observationTexts(row: Row): Pick<ForeignMemory, 'texts' | 'lists'> {
  return {
    texts: {
      title: words(row['title']),
      subtitle: words(row['subtitle']),
      narrative: words(row['narrative']) ?? words(row['text']),
    },
    lists: {
      facts: list(row['facts']),
      concepts: list(row['concepts'] ?? row['keywords']),
      filesRead: list(row['files_read'] ?? row['files_touched']),
      filesModified: list(row['files_modified']),
    },
  };
}

function summaryTexts(row: Row): Pick<ForeignMemory, 'texts' | 'lists'> {
  const names = ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes'];
  return {
    texts: Object.fromEntries(names.map((name) => [name, words(row[name])])),
    lists: { filesRead: list(row['files_read']), filesEdited: list(row['files_edited']) },
  };
}

function tablesOf(source: ForeignDatabase): Map<string, Set<string>> {
  const names = source.all<{ name: string }>("select name from sqlite_master where type = 'table'");
  return new Map(
    names.map(({ name }) => [
      name,
      new Set(source.all<{ name: string }>('select name from pragma_table_info(?)', name).map((c) => c.name)),
    ]),
  );
}

const words = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null);
const hostOf = (source: unknown) => (source == null || source === 'claude' ? 'claude-code' : String(source));

/** JSON if possible, otherwise lines or comma-separated words. */
function list(value: unknown): string[] {
  if (typeof value !== 'string' || value.trim() === '') return [];
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed)) return parsed.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  } catch {
    // an older version wrote plain text
  }
  return value
    .split(/[\n,]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Milliseconds, or seconds if too small for that; otherwise the written date. */
function moment(epoch: unknown, written: unknown): number {
  const number = Number(epoch);
  if (epoch != null && Number.isFinite(number) && number > 0) return Math.round(number < 1e11 ? number * 1000 : number);
  const parsed = Date.parse(String(written ?? ''));
  return Number.isNaN(parsed) ? 0 : parsed;
}
