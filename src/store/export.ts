// Every row of the store as plain objects, for an export: lists as lists, payloads as what they hold. In an order in which
// they can be put back: nothing comes before what it refers to.
import { type Database, sql } from './database.ts';
import { decodePayload } from './payload.ts';
import { readGraveyard } from './tombstones.ts';

export type Row = Record<string, unknown>;

/** What a line of an export is about, and the table it comes from. */
export const EXPORTED = {
  project: 'projects',
  session: 'sessions',
  prompt: 'prompts',
  private_turn: 'private_turns',
  event: 'events',
  transcript: 'transcripts',
  record: 'records',
  job: 'jobs',
  observation: 'observations',
  summary: 'summaries',
  usage: 'usage',
  injection: 'injections',
} as const;

export type ExportedType = keyof typeof EXPORTED;

/** Columns that hold JSON. */
export const JSON_COLUMNS: Partial<Record<ExportedType, string[]>> = {
  event: ['files'],
  transcript: ['state'],
  observation: ['facts', 'concepts', 'files_read', 'files_modified'],
  summary: ['files_read', 'files_edited'],
  injection: ['observations', 'summaries'],
};

const ORDER: Partial<Record<ExportedType, string>> = {
  session: 'started_at, id',
  private_turn: 'session_id, at',
  transcript: 'path',
};

export interface ExportLine {
  type: ExportedType | 'tombstones';
  row: Row;
}

/** In one reading transaction: what is written meanwhile is not in it. */
export function* exportRows(db: Database): Generator<ExportLine> {
  db.exec('begin');
  try {
    for (const type of Object.keys(EXPORTED) as ExportedType[]) {
      for (const row of sql<[], Row>(db, selectAll(db, type)).iterate()) yield { type, row: plain(db, type, row) };
    }
    const graveyard = readGraveyard(db);
    if (graveyard.rows.length > 0) yield { type: 'tombstones', row: { ...graveyard } };
  } finally {
    db.exec('commit');
  }
}

export function countRows(db: Database): number {
  return Object.values(EXPORTED).reduce(
    (sum, table) => sum + (sql<[], { n: number }>(db, `select count(*) as n from ${table}`).get() as { n: number }).n,
    0,
  );
}

/** The columns that are stored; those made by SQLite itself are not. */
export function columnsOf(db: Database, type: ExportedType): string[] {
  return (db.pragma(`table_info(${EXPORTED[type]})`) as { name: string }[]).map(({ name }) => name);
}

function selectAll(db: Database, type: ExportedType): string {
  const columns = columnsOf(db, type).join(', ');
  return `select ${columns} from ${EXPORTED[type]} order by ${ORDER[type] ?? 'id'}`;
}

function plain(db: Database, type: ExportedType, row: Row): Row {
  for (const column of JSON_COLUMNS[type] ?? []) row[column] = JSON.parse(row[column] as string);
  if (type === 'event') {
    const { payload, ...rest } = row;
    return { ...rest, body: payload === null ? null : decodePayload(payload as Buffer) };
  }
  if (type !== 'observation') return row;
  const events = sql<[unknown], { id: number }>(
    db,
    'select event_id as id from observation_events where observation_id = ? order by event_id',
  ).all(row['id']);
  const files = sql<[unknown], Row>(
    db,
    'select path, role, digest from observation_files where observation_id = ? order by path, role',
  ).all(row['id']);
  return { ...row, events: events.map(({ id }) => id), files };
}
