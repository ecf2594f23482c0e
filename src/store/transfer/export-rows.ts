// Exports every row of the store as plain objects, with lists and payloads decoded, in an order in which they can be
// imported: nothing comes before what it refers to.
import { statSync } from 'node:fs';
import { readTombstones } from '../forgetting/tombstones.ts';
import { decodePayload } from '../ledger/payload.ts';
import { type Database, sql } from '../sqlite/open.ts';

export type Row = Record<string, unknown>;

/** The type of a line in an export, and its table. */
export const EXPORTED = {
  project: 'projects',
  session: 'sessions',
  prompt: 'prompts',
  private_turn: 'private_turns',
  event: 'events',
  run: 'runs',
  transcript: 'transcripts',
  record: 'records',
  job: 'jobs',
  observation: 'observations',
  rule: 'observations',
  summary: 'summaries',
  usage: 'usage',
  injection: 'injections',
} as const;

export type ExportedType = keyof typeof EXPORTED;

/** Columns that contain JSON. */
export const JSON_COLUMNS: Partial<Record<ExportedType, string[]>> = {
  event: ['files'],
  transcript: ['state'],
  observation: ['facts', 'concepts', 'files_read', 'files_modified'],
  rule: ['facts', 'concepts', 'files_read', 'files_modified'],
  summary: ['files_read', 'files_edited'],
  injection: ['observations', 'summaries'],
};

/** Two types share a table. */
const ONLY: Partial<Record<ExportedType, string>> = { observation: "type <> 'rule'", rule: "type = 'rule'" };

/** The key of each table's rows, which also defines their order; `id` by default. */
const ORDER: Partial<Record<ExportedType, string[]>> = {
  session: ['started_at', 'id'],
  private_turn: ['session_id', 'prompt_id', 'at'],
  transcript: ['path'],
};

export interface ExportLine {
  type: ExportedType | 'tombstones';
  row: Row;
}

/**
 * Runs in one read transaction, so concurrent writes are not included. `begin` receives the number of rows and the
 * state of the store at that moment, and returns the row to resume after, or null to start from the beginning. `only`
 * limits it to some types, without tombstones.
 */
export function* exportRows(
  db: Database,
  begin: (rows: number, state: string) => ExportLine | null,
  only?: readonly ExportedType[],
): Generator<ExportLine> {
  const before = storeState(db);
  db.exec('begin');
  try {
    const rows = countRows(db);
    // If something was written in between, it is unclear whether we read it.
    const last = begin(rows, storeState(db) === before && before !== '' ? `${rows} ${before}` : '');
    const types = (Object.keys(EXPORTED) as ExportedType[]).filter((type) => !only || only.includes(type));
    for (const type of last ? types.slice(indexOf(types, last)) : types) {
      const after = last?.type === type ? last : null;
      for (const row of sql<unknown[], Row>(db, selectAll(db, type, after)).iterate(...keyOf(after)))
        yield { type, row: plain(db, type, row) };
    }
    if (only || last?.type === 'tombstones') return;
    const tombstones = readTombstones(db);
    if (tombstones.rows.length > 0) yield { type: 'tombstones', row: { ...tombstones } };
  } finally {
    db.exec('commit');
  }
}

/** Nothing follows the tombstones. */
const indexOf = (types: ExportedType[], { type }: ExportLine) =>
  type === 'tombstones' ? types.length : types.indexOf(type);

/**
 * A write may still be in progress for this long after it touched the file, and file systems have coarse timestamps.
 */
const SETTLED_MS = 2000;

/**
 * Changes with every write. It may also change without one, in which case an export starts over. Empty if a write was
 * seen just now.
 */
export function storeState(db: Database): string {
  const files = ['', '-wal'].map((suffix) => statSync(`${db.name}${suffix}`, { bigint: true, throwIfNoEntry: false }));
  if (files.some((file) => file && Date.now() - Number(file.mtimeMs) < SETTLED_MS)) return '';
  return files.map((file) => (file ? `${file.size}@${file.mtimeNs}` : '-')).join(' ');
}

/** How many rows an export has, optionally only up to a given row. */
export function countRows(db: Database, upTo: ExportLine | null = null): number {
  let sum = 0;
  for (const type of Object.keys(EXPORTED) as ExportedType[]) {
    const isLast = upTo?.type === type;
    const where = `where ${ONLY[type] ?? '1'}${isLast ? ` and (${keys(type)}) <= (${marks(type)})` : ''}`;
    const counting = sql<unknown[], number>(db, `select count(*) from ${EXPORTED[type]} ${where}`).pluck();
    sum += counting.get(...(isLast ? keyOf(upTo) : [])) as number;
    if (isLast) break;
  }
  return sum;
}

/** Whether an export can resume after this row: it has all columns of its key. */
export function isExportLine(type: string, row: Row): boolean {
  if (type === 'tombstones') return true;
  return Object.hasOwn(EXPORTED, type) && order(type as ExportedType).every((column) => row[column] != null);
}

const order = (type: ExportedType): string[] => ORDER[type] ?? ['id'];
const keys = (type: ExportedType): string => order(type).join(', ');
const marks = (type: ExportedType): string =>
  order(type)
    .map(() => '?')
    .join(', ');
const keyOf = (line: ExportLine | null): unknown[] =>
  line && line.type !== 'tombstones' ? order(line.type).map((column) => line.row[column]) : [];

/** The stored columns, without generated ones. */
export function columnsOf(db: Database, type: ExportedType): string[] {
  return (db.pragma(`table_info(${EXPORTED[type]})`) as { name: string }[]).map(({ name }) => name);
}

function selectAll(db: Database, type: ExportedType, after: ExportLine | null): string {
  const columns = columnsOf(db, type).join(', ');
  const where = `where ${ONLY[type] ?? '1'}${after ? ` and (${keys(type)}) > (${marks(type)})` : ''}`;
  return `select ${columns} from ${EXPORTED[type]} ${where} order by ${keys(type)}`;
}

function plain(db: Database, type: ExportedType, row: Row): Row {
  for (const column of JSON_COLUMNS[type] ?? []) row[column] = JSON.parse(row[column] as string);
  if (type === 'event') {
    const { payload, ...rest } = row;
    return { ...rest, body: payload === null ? null : decodePayload(payload as Buffer) };
  }
  if (type !== 'observation' && type !== 'rule') return row;
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
