// Lists of memories for users: newest first, filtered, and paged by cursor.

import type { MemoryKind, SearchFilter } from '../../domain/filter.ts';
import { MEMORY_KINDS } from '../../domain/filter.ts';
import type { ObservationType } from '../../domain/memory-types.ts';
import { tokensInSql } from '../../text/tokens.ts';
import { oneLine } from '../../text/truncate.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { HOST_MEMORY_TITLE, REPEATS_FINDING, SHOWN_PROMPT, SUMMARY_TITLE, TABLES } from './key.ts';
import { where } from './where.ts';

export interface ListedMemory {
  kind: MemoryKind;
  id: number;
  type: ObservationType | null;
  title: string;
  preview: string;
  projectId: number;
  sessionId: string | null;
  promptNumber: number | null;
  branch: string | null;
  at: number;
  tokens: number;
  pinned: boolean;
  edited: boolean;
  superseded: boolean;
  author: string | null;
}

export interface ListPage {
  items: ListedMemory[];
  next: string | null;
}

const COLUMNS: Record<MemoryKind, string> = {
  observation: `m.id, m.type, coalesce(m.title, m.subtitle, '') as title,
    coalesce(m.subtitle, m.narrative, json_extract(m.facts, '$[0]'), '') as preview, m.project_id, m.session_id,
    m.prompt_number, m.branch, m.created_at, m.tokens, m.pinned, m.edited_at, m.superseded_by, m.author`,
  summary: `m.id, null as type, ${SUMMARY_TITLE} as title,
    coalesce(m.completed, m.learned, m.next_steps, m.investigated, '') as preview, m.project_id, m.session_id,
    m.prompt_number, m.branch, m.created_at, m.tokens, m.pinned, m.edited_at, null as superseded_by, m.author`,
  prompt: `m.id, null as type, m.text as title, '' as preview, m.project_id, m.session_id, m.number as prompt_number,
    null as branch, m.created_at, ${tokensInSql('m.text')} as tokens, 0 as pinned, null as edited_at, null as superseded_by, null as author`,
  'host-memory': `m.id, null as type, ${HOST_MEMORY_TITLE} as title, m.text as preview, m.project_id, null as session_id,
    null as prompt_number, null as branch, m.created_at, m.tokens, 0 as pinned, null as edited_at, null as superseded_by, null as author`,
};
const SHOWN: Record<MemoryKind, string> = {
  observation: 'm.hidden_until is null',
  summary: 'm.hidden_until is null',
  prompt: `m.text <> '' and ${SHOWN_PROMPT}`,
  'host-memory': 'm.hidden_until is null',
};

/** Newest first. Queries each project through its own index, so that a page costs the same however many there are. */
export function listMemories(db: Database, filter: SearchFilter, limit: number, cursor: string | null): ListPage {
  const from = readCursor(cursor);
  const kinds = filter.kinds ?? ['observation', 'summary'];
  // Unless summaries were asked for, each turn is listed once: by its findings if it has any.
  const isOnce = filter.kinds === undefined && filter.sessionId === undefined;
  const found: ListedMemory[] = [];
  for (const kind of kinds)
    found.push(...pageOfKind(db, kind, filter, limit + 1, from, isOnce, oldestOf(found, limit)));
  const items = found.sort(inOrder).slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last ? writeCursor(last) : null };
}

/** What is older than this cannot be on the page: enough newer ones were found. */
function oldestOf(found: ListedMemory[], limit: number): number {
  return found.length <= limit ? 0 : (found.map(({ at }) => at).sort((a, b) => b - a)[limit] as number);
}

/** These memories, in the requested order; deleted and hidden ones are omitted. */
export function listByIds(db: Database, wanted: { kind: MemoryKind; id: number }[]): ListedMemory[] {
  const known = new Map<string, ListedMemory>();
  for (const kind of MEMORY_KINDS) {
    const ids = wanted.filter((each) => each.kind === kind).map((each) => each.id);
    if (ids.length === 0) continue;
    const rows = sql<[string], Row>(
      db,
      `select ${COLUMNS[kind]} from ${TABLES[kind].name} m where ${SHOWN[kind]} and m.id in (select value from json_each(?))`,
    ).all(JSON.stringify(ids));
    for (const row of rows) known.set(`${kind} ${row.id}`, decode(kind, row));
  }
  return wanted.map(({ kind, id }) => known.get(`${kind} ${id}`)).filter((each) => each !== undefined);
}

/** Memories written after this ID, in order; a turn that has a finding is not listed again by its summary. */
export function listSince(
  db: Database,
  kind: 'observation' | 'summary',
  afterId: number,
  most: number,
): ListedMemory[] {
  return sql<[number, number], Row>(
    db,
    `select ${COLUMNS[kind]} from ${TABLES[kind].name} m where ${SHOWN[kind]} and m.id > ?
      ${kind === 'summary' ? `and not (${REPEATS_FINDING})` : ''} order by m.id limit ?`,
  )
    .all(afterId, most)
    .map((row) => decode(kind, row));
}

interface CursorPosition {
  at: number;
  kind: number;
  id: number;
}

function pageOfKind(
  db: Database,
  kind: MemoryKind,
  filter: SearchFilter,
  limit: number,
  from: CursorPosition | null,
  isOnce: boolean,
  oldest: number,
): ListedMemory[] {
  const conditions = where(kind, filter, ['sessionId']);
  if (!conditions) return [];
  const once = isOnce && kind === 'summary' ? `and not (${REPEATS_FINDING})` : '';
  const rank = MEMORY_KINDS.indexOf(kind);
  // At the same time, kinds follow each other in a fixed order.
  const id = from === null || rank > from.kind ? Number.MAX_SAFE_INTEGER : rank === from.kind ? from.id : 0;
  const read = (place: string, value: string | number) =>
    sql<unknown[], Row>(
      db,
      `select ${COLUMNS[kind]} from ${TABLES[kind].name} m where ${place} = ? and ${SHOWN[kind]} ${once}
         and m.created_at >= ? and (m.created_at, m.id) < (?, ?) ${conditions.sql} order by m.created_at desc, m.id desc limit ?`,
    )
      .all(value, oldest, from?.at ?? Number.MAX_SAFE_INTEGER, id, ...conditions.params, limit)
      .map((row) => decode(kind, row));
  if (filter.sessionId !== undefined) return read('m.session_id', filter.sessionId);
  return projectsOf(db, filter.projectIds).flatMap((project) => read('m.project_id', project));
}

function projectsOf(db: Database, wanted: number[] | null): number[] {
  if (wanted) return wanted;
  return sql<[], { id: number }>(db, 'select id from projects where merged_into is null')
    .all()
    .map((row) => row.id);
}

interface Row {
  id: number;
  type: ObservationType | null;
  title: string;
  preview: string;
  project_id: number | null;
  session_id: string | null;
  prompt_number: number | null;
  branch: string | null;
  created_at: number;
  tokens: number;
  pinned: number;
  edited_at: number | null;
  superseded_by: number | null;
  author: string | null;
}

const MOST_TITLE = 200;

function decode(kind: MemoryKind, row: Row): ListedMemory {
  const title = oneLine(row.title, MOST_TITLE);
  const preview = oneLine(row.preview, 240);
  const isTitle = preview === title || (title.length === MOST_TITLE && preview.startsWith(title));
  return {
    kind,
    id: row.id,
    type: row.type,
    title,
    preview: isTitle ? '' : preview,
    projectId: row.project_id ?? 0,
    sessionId: row.session_id,
    promptNumber: row.prompt_number,
    branch: row.branch,
    at: row.created_at,
    tokens: row.tokens,
    pinned: row.pinned === 1,
    edited: row.edited_at !== null,
    superseded: row.superseded_by !== null,
    author: row.author,
  };
}

function inOrder(a: ListedMemory, b: ListedMemory): number {
  return b.at - a.at || MEMORY_KINDS.indexOf(a.kind) - MEMORY_KINDS.indexOf(b.kind) || b.id - a.id;
}

const writeCursor = ({ at, kind, id }: ListedMemory) => `${at}.${MEMORY_KINDS.indexOf(kind)}.${id}`;

function readCursor(cursor: string | null): CursorPosition | null {
  const match = /^(\d{1,15})\.([0-3])\.(\d{1,15})$/.exec(cursor ?? '');
  return match ? { at: Number(match[1]), kind: Number(match[2]), id: Number(match[3]) } : null;
}
