// Finds which memories contain which terms: all for rare terms, a limited number for common ones.
import type { MemoryKind, SearchFilter } from '../../domain/filter.ts';
import { keyOf, kindsOf, type MemoryKey, TABLES } from '../memories/key.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { narrow, withMerged } from './narrow.ts';

/** A word or a phrase, in any of its forms. */
export interface SearchTerm {
  forms: string[];
  /** The last word is a prefix. */
  prefix: boolean;
}

export interface TermMatch {
  /** Approximate number of memories that contain it. */
  frequency: number;
  /** Too common to be searched for. */
  dropped: boolean;
  keys: MemoryKey[];
}

export interface Matches {
  /** Approximate number of memories searched. */
  size: number;
  terms: TermMatch[];
}

/** A term with more memories than this is common. */
const MOST_OF_TERM = 800;
/** How many common terms are searched in addition to rare ones; the most common are dropped. */
const MOST_COMMON = 2;
/** With fewer memories than this for the rare terms, the newest with common terms are included too. */
const FEW = 50;

export function match(db: Database, terms: SearchTerm[], filter: SearchFilter): Matches {
  const found: Matches = { size: 0, terms: terms.map(() => ({ frequency: 0, dropped: false, keys: [] })) };
  const projects = filter.projectIds ? withMerged(db, filter.projectIds) : null;
  for (const kind of kindsOf(filter)) {
    const narrowed = narrow(db, kind, filter, projects);
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
    // Memories with all of the terms, up to the limit, plus the newest with any.
    const all = idsOf(db, table, common.map((index) => expressions[index]).join(' AND '), MOST_OF_TERM);
    for (const index of common) {
      const list = lists[index] as List;
      list.ids = [...new Set([...all, ...list.ids.slice(0, MOST_OF_TERM / 4)])];
    }
  }
  return lists;
}

/** The rarest terms, as long as their memories together do not outnumber those of a common term. */
function rarest(rare: number[], lists: List[]): number[] {
  const sorted = [...rare].sort((a, b) => (lists[a] as List).ids.length - (lists[b] as List).ids.length);
  let sum = 0;
  return sorted.filter((index, place) => {
    sum += (lists[index] as List).ids.length;
    return place === 0 || sum <= MOST_OF_TERM;
  });
}

/** Assumes that the older matches are as dense as the newest ones, which are known. */
function extrapolate(count: number, oldest: number, newest: number): number {
  return Math.round((count * newest) / Math.max(1, newest - oldest + 1));
}

/** Approximate number of memories to search. */
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

/** Every form is a quoted FTS5 string, so that no input can act as an operator. */
function expression(term: SearchTerm): string {
  const forms = term.forms.map(
    (form) => `"${form.replaceAll('"', ' ').replaceAll('\0', ' ')}"${term.prefix ? '*' : ''}`,
  );
  return forms.length === 1 ? (forms[0] as string) : `(${forms.join(' OR ')})`;
}

function newestId(db: Database, table: string): number {
  return sql<[], number | null>(db, `select max(id) from ${table}`).pluck().get() ?? 0;
}
