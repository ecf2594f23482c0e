// Redacts secrets in stored data by the current rules: in every text of every table, the raw events, the search indexes
// and, through `copies.ts`, every copy of the file.
import type { Json, JsonObject } from '../../domain/json.ts';
import { searchExtra } from '../../text/words.ts';
import { decodePayload, deflatePayload } from '../ledger/payload.ts';
import { promptHash } from '../ledger/turns.ts';
import { SUMMARY_TEXTS } from '../memories/summary-texts.ts';
import { type Database, sql, transact } from '../sqlite/open.ts';
import { wipeFreed } from './forget.ts';

/** How to redact: the store itself knows nothing about secrets. */
export interface Redactor {
  text(text: string): string;
  body(body: JsonObject): Json;
}

/** How many rows of each table changed. */
export type Redacted = Record<'observations' | 'summaries' | 'prompts' | 'events' | 'sessions' | 'others', number>;

/** Short transactions, so that hook events can be stored between them. */
const ROWS = 200;

interface Table {
  counts: keyof Redacted;
  name: string;
  /** The primary key column. */
  key: string;
  texts: string[];
  /** The columns from which search terms are derived. */
  searched?: string[];
}

const TABLES: readonly Table[] = [
  {
    counts: 'observations',
    name: 'observations',
    key: 'id',
    texts: ['title', 'subtitle', 'narrative', 'facts', 'concepts', 'files_modified', 'files_read'],
    searched: ['title', 'subtitle', 'narrative', 'facts', 'concepts', 'files_modified', 'files_read'],
  },
  {
    counts: 'summaries',
    name: 'summaries',
    key: 'id',
    texts: [...SUMMARY_TEXTS, 'files_edited', 'files_read'],
    searched: [...SUMMARY_TEXTS, 'files_edited', 'files_read'],
  },
  { counts: 'prompts', name: 'prompts', key: 'id', texts: ['text'], searched: ['text'] },
  {
    counts: 'others',
    name: 'host_memories',
    key: 'id',
    texts: ['heading', 'text'],
    searched: ['file', 'heading', 'text'],
  },
  { counts: 'sessions', name: 'sessions', key: 'id', texts: ['title', 'subtitle'] },
  { counts: 'others', name: 'runs', key: 'id', texts: ['command', 'trouble', 'ended_by'] },
  { counts: 'others', name: 'jobs', key: 'id', texts: ['unreadable', 'last_error'] },
  { counts: 'others', name: 'usage', key: 'id', texts: ['error'] },
  { counts: 'others', name: 'injections', key: 'id', texts: ['terms'] },
];

/** `dryRun` only counts. */
export function redactStore(
  db: Database,
  redactor: Redactor,
  dryRun = false,
  onRows: (rows: number) => void = () => undefined,
): Redacted {
  const done: Redacted = { observations: 0, summaries: 0, prompts: 0, events: 0, sessions: 0, others: 0 };
  let rows = 0;
  for (const table of TABLES) {
    inPieces(db, table, dryRun, (row) => {
      onRows(++rows);
      if (redactRow(db, table, row, redactor, dryRun)) done[table.counts] += 1;
    });
  }
  const events = { name: 'events', key: 'id', texts: ['payload'] };
  inPieces(db, events, dryRun, (row) => {
    onRows(++rows);
    if (redactEvent(db, row as { id: number; payload: Buffer | null }, redactor, dryRun)) done.events += 1;
  });
  if (dryRun) return done;
  sql(db, 'update team_items set before_edit = null where before_edit is not null').run();
  wipeFreed(db);
  return done;
}

/** How many rows `redactStore` looks at. */
export function countRedactable(db: Database): number {
  const counted = [...TABLES.map(({ name }) => name), 'events'].map((name) => `(select count(*) from ${name})`);
  return sql<[], { rows: number }>(db, `select ${counted.join(' + ')} as rows`).get()?.rows ?? 0;
}

type Row = Record<string, unknown>;

function inPieces(
  db: Database,
  { name, key, texts }: Pick<Table, 'name' | 'key' | 'texts'>,
  dryRun: boolean,
  work: (row: Row) => void,
) {
  const times = ['observations', 'summaries', 'prompts', 'host_memories'].includes(name) ? ', created_at' : '';
  const page = sql<[unknown], Row>(
    db,
    `select ${key}, ${texts.join(', ')}${times} from ${name} where ${key} > ? order by ${key} limit ${ROWS}`,
  );
  for (
    let last: unknown = name === 'sessions' ? '' : 0, rows = page.all(last);
    rows.length > 0;
    rows = page.all(last)
  ) {
    last = rows.at(-1)?.[key];
    const piece = rows;
    transact(db, () => {
      // What was sent to the team with a secret in it must not stay in its history.
      if (!dryRun) sql(db, "insert or ignore into team_flags (name) values ('forgetting')").run();
      for (const row of piece) work(row);
      if (!dryRun) sql(db, "delete from team_flags where name = 'forgetting'").run();
    });
  }
}

function redactRow(db: Database, { name, key, texts, searched }: Table, row: Row, redactor: Redactor, dryRun: boolean) {
  const clean: Row = {};
  for (const column of texts) {
    const before = row[column];
    if (typeof before !== 'string') continue;
    const after = before.startsWith('["') ? redactList(before, redactor) : redactor.text(before);
    if (after !== before) clean[column] = after;
  }
  if (Object.keys(clean).length === 0) return false;
  if (dryRun) return true;
  if (searched) {
    const all = searched.map((column) => (clean[column] ?? row[column]) as string | null);
    clean['search_extra'] = searchExtra(all, row['created_at'] as number);
  }
  if (name === 'prompts') clean['text_hash'] = promptHash(clean['text'] as string);
  const set = Object.keys(clean).map((column) => `${column} = @${column}`);
  db.prepare(`update ${name} set ${set.join(', ')} where ${key} = @key`).run({ ...clean, key: row[key] });
  return true;
}

function redactList(stored: string, { text }: Redactor): string {
  const list = JSON.parse(stored) as string[];
  const clean = list.map(text);
  return clean.some((item, index) => item !== list[index]) ? JSON.stringify(clean) : stored;
}

function redactEvent(db: Database, row: { id: number; payload: Buffer | null }, { body }: Redactor, dryRun: boolean) {
  if (!row.payload) return false;
  const before = decodePayload(row.payload);
  const after = JSON.stringify(body(before));
  if (after === JSON.stringify(before)) return false;
  if (!dryRun) sql(db, 'update events set payload = ? where id = ?').run(deflatePayload(after), row.id);
  return true;
}
