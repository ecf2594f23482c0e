// Search in SQLite: which memories hold which words, and who stands beside them in their session. What is best among
// them is for `recall/` to say. Works on a connection that only reads.

import type { ObservationType } from '../domain/memory.ts';
import { MEMORY_KINDS, type MemoryKind, type SearchFilter } from '../domain/recall.ts';
import { type Database, sql } from './connect.ts';
import { narrowing, withMerged } from './search-filter.ts';

/** A word or several in a row, in any of its forms. */
export interface SearchTerm {
  forms: string[];
  /** The last word is only the beginning of one. */
  prefix: boolean;
}

/** A memory of any kind as one number: cheap to keep by the thousand. */
export type MemoryKey = number;
export const keyOf = (kind: MemoryKind, id: number): MemoryKey => id * 4 + MEMORY_KINDS.indexOf(kind);
export const kindOf = (key: MemoryKey): MemoryKind => MEMORY_KINDS[key % 4] as MemoryKind;
export const idOf = (key: MemoryKey): number => Math.floor(key / 4);

export interface TermMatch {
  /** In how many memories it is, about. */
  frequency: number;
  /** Too common to be looked for. */
  dropped: boolean;
  keys: MemoryKey[];
}

export interface Matches {
  /** How many memories were looked at, about. */
  size: number;
  terms: TermMatch[];
}

export interface FoundMemory {
  key: MemoryKey;
  sessionId: string | null;
  projectId: number;
  at: number;
  type: ObservationType | null;
  title: string;
  /** It has a title of its own: else its first words stand for one. */
  titled: boolean;
  tokens: number;
  promptNumber: number | null;
  superseded: boolean;
}

/** Asynchronous, because a second engine will stand beside SQLite. */
export interface SearchStore {
  /** For each term the memories that hold it; of a very common one only those that hold a rarer one too, or the newest. */
  match(terms: SearchTerm[], filter: SearchFilter): Promise<Matches>;
  /** In which session each of these is; those about to be deleted are left out. */
  sessionsOf(keys: MemoryKey[]): Promise<Map<MemoryKey, string | null>>;
  /** Without a word to look for: the newest that pass the filter. */
  newest(filter: SearchFilter, limit: number): Promise<MemoryKey[]>;
  /** What is to be known of these; those about to be deleted are left out. */
  describe(keys: MemoryKey[]): Promise<FoundMemory[]>;
  /** The memories of each session in the order in which they came about. */
  sequences(sessionIds: string[], filter: SearchFilter): Promise<MemoryKey[][]>;
}

/** A list of memories longer than this is that of a common word. */
const MOST_OF_TERM = 800;
/** So many common words are looked for beside the rare ones; the commonest are dropped. */
const MOST_COMMON = 2;
/** With fewer memories than this that hold a rare word, the newest with the common ones are looked at, too. */
const FEW = 50;

export function createSearchStore(db: Database): SearchStore {
  return {
    match: async (terms, filter) => match(db, terms, filter),
    newest: async (filter, limit) => newestOf(db, filter, limit),
    sessionsOf: async (keys) => sessionsOf(db, keys),
    describe: async (keys) => describe(db, keys),
    sequences: async (sessionIds, filter) => sequences(db, sessionIds, filter),
  };
}

function match(db: Database, terms: SearchTerm[], filter: SearchFilter): Matches {
  const found: Matches = { size: 0, terms: terms.map(() => ({ frequency: 0, dropped: false, keys: [] })) };
  const projects = filter.projectIds ? withMerged(db, filter.projectIds) : null;
  for (const kind of kindsOf(filter)) {
    const narrowed = narrowing(db, kind, filter, projects);
    if (!narrowed) continue;
    const table = { ...TABLES[kind], kind, ...narrowed };
    found.size += sizeOf(db, table);
    const lists = matchIn(db, table, terms);
    for (const [index, list] of lists.entries()) {
      const term = found.terms[index] as TermMatch;
      term.frequency += list.frequency;
      term.dropped ||= list.dropped;
      for (const id of list.ids) term.keys.push(keyOf(kind, id));
    }
  }
  return found;
}

function newestOf(db: Database, filter: SearchFilter, limit: number): MemoryKey[] {
  const projectIds = filter.projectIds ? withMerged(db, filter.projectIds) : null;
  const found = kindsOf(filter).flatMap((kind) => {
    const narrowed = narrowing(db, kind, filter, projectIds);
    if (!narrowed) return [];
    const { name, index } = TABLES[kind];
    const projects = projectIds ? `and m.project_id in (select value from json_each(?))` : '';
    const types = kind === 'observation' && filter.types ? 'and m.type in (select value from json_each(?))' : '';
    const rows = sql<unknown[], { id: number; at: number }>(
      db,
      `select m.id, m.created_at as at from ${name} m where 1 ${projects} ${types}
         ${narrowed.where.replaceAll(`${index}.rowid`, 'm.id')} order by m.created_at desc, m.id desc limit ?`,
    ).all(
      ...(projects ? [JSON.stringify(projectIds)] : []),
      ...(types ? [JSON.stringify(filter.types)] : []),
      ...narrowed.params,
      limit,
    );
    return rows.map(({ id, at }) => ({ key: keyOf(kind, id), at }));
  });
  return found
    .sort((a, b) => b.at - a.at || b.key - a.key)
    .slice(0, limit)
    .map(({ key }) => key);
}

interface Table {
  kind: MemoryKind;
  name: string;
  index: string;
  projects: string | null;
  scope: string | null;
  where: string;
  params: unknown[];
}

interface List {
  ids: number[];
  frequency: number;
  dropped: boolean;
}

function matchIn(db: Database, table: Table, terms: SearchTerm[]): List[] {
  const expressions = terms.map(expression);
  const lists: List[] = expressions.map((words) => {
    const ids = idsOf(db, table, words, MOST_OF_TERM + 1);
    return { ids, frequency: ids.length, dropped: false };
  });
  const common = lists.flatMap((list, index) => (list.ids.length > MOST_OF_TERM ? [index] : []));
  if (common.length === 0) return lists;
  const newest = newestId(db, table.name);
  for (const index of common) {
    const list = lists[index] as List;
    list.frequency = extrapolate(list.ids.length, list.ids.at(-1) as number, newest);
  }
  common.sort((a, b) => (lists[a] as List).frequency - (lists[b] as List).frequency);
  const rare = lists.flatMap((list, index) => (list.ids.length > 0 && !common.includes(index) ? [index] : []));
  const rareIds = rare.reduce((sum, index) => sum + (lists[index] as List).ids.length, 0);
  if (rareIds >= FEW) {
    const anyRare = rarest(rare, lists)
      .map((index) => expressions[index])
      .join(' OR ');
    for (const [place, index] of common.entries()) {
      const list = lists[index] as List;
      list.dropped = place >= MOST_COMMON;
      list.ids = list.dropped ? [] : idsOf(db, table, `(${anyRare}) AND ${expressions[index]}`, rareIds);
    }
  } else if (common.length > 1) {
    // Those with all of the words, as far as there is room; and the newest with any.
    const all = idsOf(db, table, common.map((index) => expressions[index]).join(' AND '), MOST_OF_TERM);
    for (const index of common) {
      const list = lists[index] as List;
      list.ids = [...new Set([...all, ...list.ids.slice(0, MOST_OF_TERM / 4)])];
    }
  }
  return lists;
}

/** The rarest words, as long as their memories together are not more than a common word's. */
function rarest(rare: number[], lists: List[]): number[] {
  const sorted = [...rare].sort((a, b) => (lists[a] as List).ids.length - (lists[b] as List).ids.length);
  let sum = 0;
  return sorted.filter((index, place) => {
    sum += (lists[index] as List).ids.length;
    return place === 0 || sum <= MOST_OF_TERM;
  });
}

/** The newest of a list are known: the older ones are taken to lie as close. */
function extrapolate(count: number, oldest: number, newest: number): number {
  return Math.round((count * newest) / Math.max(1, newest - oldest + 1));
}

/** How many memories there are to look at, about. */
function sizeOf(db: Database, table: Table): number {
  if (!table.projects) return newestId(db, table.name);
  const { count, oldest } = sql<[string, number], { count: number; oldest: number }>(
    db,
    `select count(*) as count, min(id) as oldest from
       (select rowid as id from ${table.index} where ${table.index} match ? order by rowid desc limit ?)`,
  ).get(table.projects, MOST_OF_TERM + 1) as { count: number; oldest: number };
  return count > MOST_OF_TERM ? extrapolate(count, oldest, newestId(db, table.name)) : count;
}

function idsOf(db: Database, table: Table, words: string, limit: number): number[] {
  const matching = table.scope ? `(${words}) AND ${table.scope}` : words;
  const join = table.where ? `join ${table.name} m on m.id = ${table.index}.rowid` : '';
  return sql<unknown[], number>(
    db,
    `select ${table.index}.rowid from ${table.index} ${join} where ${table.index} match ? ${table.where}
     order by ${table.index}.rowid desc limit ?`,
  )
    .pluck()
    .all(matching, ...table.params, limit) as number[];
}

/** Whatever is in a form is a string to FTS5, so that no word of a person's can be an operator. */
function expression(term: SearchTerm): string {
  const forms = term.forms.map(
    (form) => `"${form.replaceAll('"', ' ').replaceAll('\0', ' ')}"${term.prefix ? '*' : ''}`,
  );
  return forms.length === 1 ? (forms[0] as string) : `(${forms.join(' OR ')})`;
}

const TABLES: Record<MemoryKind, { name: string; index: string }> = {
  observation: { name: 'observations', index: 'observations_fts' },
  summary: { name: 'summaries', index: 'summaries_fts' },
  prompt: { name: 'prompts', index: 'prompts_fts' },
};

function kindsOf(filter: SearchFilter): MemoryKind[] {
  const kinds = filter.kinds ?? MEMORY_KINDS;
  return MEMORY_KINDS.filter((kind) => kinds.includes(kind));
}

function newestId(db: Database, table: string): number {
  return sql<[], number | null>(db, `select max(id) from ${table}`).pluck().get() ?? 0;
}

function sessionsOf(db: Database, keys: MemoryKey[]): Map<MemoryKey, string | null> {
  const sessions = new Map<MemoryKey, string | null>();
  for (const kind of MEMORY_KINDS) {
    const ids = keys.filter((key) => kindOf(key) === kind).map(idOf);
    if (ids.length === 0) continue;
    const alive = kind === 'prompt' ? '' : 'and hidden_until is null';
    const rows = sql<[string], [number, string | null]>(
      db,
      `select id, session_id from ${TABLES[kind].name} where id in (select value from json_each(?)) ${alive}`,
    )
      .raw()
      .all(JSON.stringify(ids)) as [number, string | null][];
    for (const [id, session] of rows) sessions.set(keyOf(kind, id), session);
  }
  return sessions;
}

const DESCRIBE: Record<MemoryKind, string> = {
  observation: `select id, session_id, project_id, created_at, type, coalesce(title, substr(narrative, 1, 200), '') as title,
      title is not null as titled,
      tokens, prompt_number, superseded_by is not null as superseded from observations
    where id in (select value from json_each(?)) and hidden_until is null`,
  summary: `select id, session_id, project_id, created_at, null as type,
      substr(coalesce(nullif(request, ''), completed, learned, investigated, notes, ''), 1, 200) as title, 0 as titled,
      tokens, prompt_number, 0 as superseded from summaries
    where id in (select value from json_each(?)) and hidden_until is null`,
  prompt: `select id, session_id, project_id, created_at, null as type, substr(text, 1, 200) as title, 0 as titled,
      length(text) / 4 as tokens, number as prompt_number, 0 as superseded from prompts
    where id in (select value from json_each(?))`,
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
}

function describe(db: Database, keys: MemoryKey[]): FoundMemory[] {
  return MEMORY_KINDS.flatMap((kind) => {
    const ids = keys.filter((key) => kindOf(key) === kind).map(idOf);
    if (ids.length === 0) return [];
    return sql<[string], DescribeRow>(db, DESCRIBE[kind])
      .all(JSON.stringify(ids))
      .map((row) => ({
        key: keyOf(kind, row.id),
        sessionId: row.session_id,
        projectId: row.project_id ?? 0,
        at: row.created_at,
        type: row.type,
        title: row.title,
        titled: row.titled === 1,
        tokens: row.tokens,
        promptNumber: row.prompt_number,
        superseded: row.superseded === 1,
      }));
  });
}

/** A prompt comes before what came of it: it was earlier. What is of one moment keeps the order of its kinds. */
function sequences(db: Database, sessionIds: string[], filter: SearchFilter): MemoryKey[][] {
  const members = new Map<string, { key: MemoryKey; at: number }[]>(sessionIds.map((id) => [id, []]));
  const wanted = JSON.stringify(sessionIds);
  for (const kind of kindsOf(filter)) {
    // One row a session: thousands of small rows would cost more than the search.
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
