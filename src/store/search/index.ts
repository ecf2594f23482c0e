// Search in SQLite: which memories contain which terms, and what is next to them in their session. Ranking is up to
// `recall/`. Works on a read-only connection.

import type { MemoryKind, SearchFilter } from '../../domain/filter.ts';
import { MEMORY_KINDS } from '../../domain/filter.ts';
import type { ObservationType } from '../../domain/memory-types.ts';
import { tokensInSql } from '../../text/tokens.ts';
import {
  HOST_MEMORY_TITLE,
  idOf,
  keyOf,
  kindOf,
  kindsOf,
  type MemoryKey,
  REPEATS_FINDING,
  SESSION_KINDS,
  SHOWN_PROMPT,
  SUMMARY_TITLE,
  TABLES,
} from '../memories/key.ts';
import { where } from '../memories/where.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { type Matches, match, type SearchTerm } from './match.ts';
import { withMerged } from './narrow.ts';

export interface FoundMemory {
  key: MemoryKey;
  kind: MemoryKind;
  id: number;
  sessionId: string | null;
  projectId: number;
  at: number;
  type: ObservationType | null;
  title: string;
  /** False if its first words stand in for a title. */
  titled: boolean;
  tokens: number;
  promptNumber: number | null;
  superseded: boolean;
  author: string | null;
}

export interface SearchStore {
  /**
   * The memories that contain each term. For a very common term, only those that also contain a rarer one, or the
   * newest.
   */
  match(terms: SearchTerm[], filter: SearchFilter): Matches;
  /** The session of each memory; hidden ones are omitted. */
  sessionsOf(keys: MemoryKey[]): Map<MemoryKey, string | null>;
  /** Without search terms: the newest memories that pass the filter. */
  newest(filter: SearchFilter, limit: number): MemoryKey[];
  /** Details of these memories; hidden ones are omitted. */
  describe(keys: MemoryKey[]): FoundMemory[];
  /** Everything they say, title first; hidden ones are omitted. */
  texts(keys: MemoryKey[]): Map<MemoryKey, string[]>;
  /** The memories of each session in chronological order. */
  sequences(sessionIds: string[], filter: SearchFilter): MemoryKey[][];
}

/** A long prompt is a pasted document. */
const MOST_OF_PROMPT = 2000;

export function createSearchStore(db: Database): SearchStore {
  return {
    match: (terms, filter) => match(db, terms, filter),
    newest: (filter, limit) => newestOf(db, filter, limit),
    sessionsOf: (keys) => sessionsOf(db, keys),
    describe: (keys) => describe(db, keys),
    texts: (keys) => textsOf(db, keys),
    sequences: (sessionIds, filter) => sequences(db, sessionIds, filter),
  };
}

function newestOf(db: Database, filter: SearchFilter, limit: number): MemoryKey[] {
  const projectIds = filter.projectIds ? withMerged(db, filter.projectIds) : null;
  const found = kindsOf(filter).flatMap((kind) => {
    const conditions = where(kind, filter);
    if (!conditions) return [];
    const projects = projectIds ? 'and m.project_id in (select value from json_each(?))' : '';
    // Unless summaries were asked for, each turn is listed once.
    const once = kind === 'summary' && filter.kinds === undefined ? `and not (${REPEATS_FINDING})` : '';
    const rows = sql<unknown[], { id: number; at: number }>(
      db,
      `select m.id, m.created_at as at from ${TABLES[kind].name} m where 1 ${projects} ${once} ${conditions.sql}
       order by m.created_at desc, m.id desc limit ?`,
    ).all(...(projectIds ? [JSON.stringify(projectIds)] : []), ...conditions.params, limit);
    return rows.map(({ id, at }) => ({ key: keyOf(kind, id), at }));
  });
  return found
    .sort((a, b) => b.at - a.at || b.key - a.key)
    .slice(0, limit)
    .map(({ key }) => key);
}

function sessionsOf(db: Database, keys: MemoryKey[]): Map<MemoryKey, string | null> {
  const sessions = new Map<MemoryKey, string | null>();
  for (const kind of MEMORY_KINDS) {
    const ids = keys.filter((key) => kindOf(key) === kind).map(idOf);
    if (ids.length === 0) continue;
    const alive = kind === 'prompt' ? SHOWN_PROMPT : 'hidden_until is null';
    const session = SESSION_KINDS.includes(kind) ? 'session_id' : 'null';
    const rows = sql<[string], [number, string | null]>(
      db,
      `select id, ${session} from ${TABLES[kind].name} m where id in (select value from json_each(?)) and ${alive}`,
    )
      .raw()
      .all(JSON.stringify(ids)) as [number, string | null][];
    for (const [id, sessionId] of rows) sessions.set(keyOf(kind, id), sessionId);
  }
  return sessions;
}

const DESCRIBE: Record<MemoryKind, string> = {
  observation: `select id, session_id, project_id, created_at, type, coalesce(title, substr(narrative, 1, 200), '') as title,
      title is not null as titled,
      tokens, prompt_number, superseded_by is not null as superseded, author from observations
    where id in (select value from json_each(?)) and hidden_until is null`,
  summary: `select id, session_id, project_id, created_at, null as type,
      substr(${SUMMARY_TITLE}, 1, 200) as title, 0 as titled, tokens, prompt_number, 0 as superseded, author from summaries m
    where id in (select value from json_each(?)) and hidden_until is null`,
  prompt: `select id, session_id, project_id, created_at, null as type, substr(text, 1, 200) as title, 0 as titled,
      ${tokensInSql('text')} as tokens, number as prompt_number, 0 as superseded, null as author from prompts m
    where id in (select value from json_each(?)) and ${SHOWN_PROMPT}`,
  'host-memory': `select id, null as session_id, project_id, created_at, null as type, ${HOST_MEMORY_TITLE} as title,
      1 as titled, tokens, null as prompt_number, 0 as superseded, null as author from host_memories m
    where id in (select value from json_each(?)) and hidden_until is null`,
};

interface DescribeRow {
  id: number;
  session_id: string | null;
  project_id: number | null;
  created_at: number;
  type: ObservationType | null;
  title: string;
  titled: number;
  tokens: number;
  prompt_number: number | null;
  superseded: number;
  author: string | null;
}

function describe(db: Database, keys: MemoryKey[]): FoundMemory[] {
  return MEMORY_KINDS.flatMap((kind) => {
    const ids = keys.filter((key) => kindOf(key) === kind).map(idOf);
    if (ids.length === 0) return [];
    return sql<[string], DescribeRow>(db, DESCRIBE[kind])
      .all(JSON.stringify(ids))
      .map((row) => ({
        key: keyOf(kind, row.id),
        kind,
        id: row.id,
        sessionId: row.session_id,
        projectId: row.project_id ?? 0,
        at: row.created_at,
        type: row.type,
        title: row.title,
        titled: row.titled === 1,
        tokens: row.tokens,
        promptNumber: row.prompt_number,
        superseded: row.superseded === 1,
        author: row.author,
      }));
  });
}

const TEXTS: Record<MemoryKind, string> = {
  observation: `select id, json_array(title, subtitle, narrative), facts from observations
    where id in (select value from json_each(?)) and hidden_until is null`,
  summary: `select id, json_array(title, request, learned, completed, next_steps, investigated, notes), '[]' from summaries
    where id in (select value from json_each(?)) and hidden_until is null`,
  prompt: `select id, json_array(substr(text, 1, ${MOST_OF_PROMPT})), '[]' from prompts m
    where id in (select value from json_each(?)) and ${SHOWN_PROMPT}`,
  'host-memory': `select id, json_array(heading, text), '[]' from host_memories
    where id in (select value from json_each(?)) and hidden_until is null`,
};

function textsOf(db: Database, keys: MemoryKey[]): Map<MemoryKey, string[]> {
  const texts = new Map<MemoryKey, string[]>();
  for (const kind of MEMORY_KINDS) {
    const ids = keys.filter((key) => kindOf(key) === kind).map(idOf);
    if (ids.length === 0) continue;
    const rows = sql<[string], unknown>(db, TEXTS[kind]).raw().all(JSON.stringify(ids)) as [number, string, string][];
    for (const [id, words, more] of rows) {
      const all = [...(JSON.parse(words) as unknown[]), ...(JSON.parse(more) as unknown[])];
      texts.set(keyOf(kind, id), all.filter((text) => typeof text === 'string' && text !== '') as string[]);
    }
  }
  return texts;
}

/** A prompt comes before what followed it. Memories of the same time keep the order of their kinds. */
function sequences(db: Database, sessionIds: string[], filter: SearchFilter): MemoryKey[][] {
  const members = new Map<string, { key: MemoryKey; at: number }[]>(sessionIds.map((id) => [id, []]));
  const wanted = JSON.stringify(sessionIds);
  for (const kind of kindsOf(filter).filter((each) => SESSION_KINDS.includes(each))) {
    // One row per session: thousands of small rows would cost more than the search.
    const rows = sql<[string], [string, string]>(
      db,
      `select session_id, group_concat(created_at || ' ' || id) from ${TABLES[kind].name}
       where session_id in (select value from json_each(?)) group by session_id`,
    )
      .raw()
      .all(wanted) as [string, string][];
    for (const [session, list] of rows) {
      const own = list.split(',').map((entry) => {
        const space = entry.indexOf(' ');
        return { key: keyOf(kind, Number(entry.slice(space + 1))), at: Number(entry.slice(0, space)) };
      });
      members.get(session)?.push(...own.sort((a, b) => a.at - b.at || a.key - b.key));
    }
  }
  return [...members.values()].map((list) => list.sort((a, b) => a.at - b.at).map((member) => member.key));
}
