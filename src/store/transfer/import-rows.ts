// Imports the rows of an export into a store, empty or not. Rows are matched by content, not by ID. IDs are kept if
// they are free; otherwise everything that refers to them is updated.

import { EVENT_KINDS } from '../../domain/event.ts';
import { FINDING_TYPES } from '../../domain/memory-types.ts';
import { RULE_SCOPES, RULE_SOURCES, RULE_STATES } from '../../domain/rule.ts';
import {
  isForgotten,
  isForgottenMemory,
  isForgottenRule,
  isForgottenSession,
  mergeTombstones,
  type TombstoneSet,
} from '../forgetting/tombstones.ts';
import { deflatePayload } from '../ledger/payload.ts';
import { freeId, highestKept, isNumbered } from '../memories/free-id.ts';
import { type Database, sql } from '../sqlite/open.ts';
import { columnsOf, EXPORTED, type ExportedType, JSON_COLUMNS, type Row } from './export-rows.ts';

export type ImportOutcome = 'added' | 'known' | 'forgotten' | 'refused';

export interface RowImport {
  take(type: string, row: Row): ImportOutcome;
  /** Fills in references to rows that came later. */
  finish(): void;
}

/** The columns that refer to the ID of a row in another table. */
const REFERENCES: Partial<Record<ExportedType, Record<string, ExportedType>>> = {
  session: { project_id: 'project' },
  prompt: { project_id: 'project' },
  event: { project_id: 'project' },
  run: { event_id: 'event', project_id: 'project' },
  job: { first_event: 'event', last_event: 'event' },
  observation: { project_id: 'project', job_id: 'job' },
  rule: { project_id: 'project' },
  summary: { project_id: 'project', job_id: 'job' },
  usage: { job_id: 'job' },
};

/** The conditions under which two rows are the same. */
const SAME: Record<ExportedType, string> = {
  project: 'key = @key',
  session: 'id = @id',
  prompt: 'session_id = @session_id and number = @number',
  private_turn: 'session_id = @session_id and prompt_id = @prompt_id and at = @at',
  event: 'session_id = @session_id and key = @key',
  run: 'event_id = @event_id and position = @position',
  transcript: 'path = @path',
  record: 'id = @id',
  job: `session_id = @session_id and first_event = @first_event and prompt_number is @prompt_number
    and created_at = @created_at`,
  observation: `session_id is @session_id and project_id = @project_id and created_at = @created_at and title is @title
    and type = @type and ordinal is @ordinal and narrative is @narrative`,
  rule: `type = 'rule' and session_id is @session_id and project_id = @project_id and created_at = @created_at
    and ordinal is @ordinal and narrative is @narrative
    and (title is @title or edited_at is not null or @edited_at is not null)`,
  summary: `session_id = @session_id and prompt_number is @prompt_number and created_at = @created_at
    and request is @request and ordinal is @ordinal`,
  usage: `created_at = @created_at and provider = @provider and model is @model and tokens_in = @tokens_in
    and tokens_out = @tokens_out and latency_ms is @latency_ms`,
  injection: 'session_id = @session_id and created_at = @created_at and occasion = @occasion',
};

const OF_SESSION = new Set<ExportedType>([
  'prompt',
  'private_turn',
  'event',
  'transcript',
  'record',
  'job',
  'summary',
  'injection',
]);
/** Rows that are not identified by an ID of ours. */
const WITHOUT_NUMBER = new Set<ExportedType>(['session', 'private_turn', 'transcript', 'record']);

/** What only the code knows, the table cannot refuse. */
function isOfKnownKind(kind: ExportedType, row: Row): boolean {
  const known: readonly unknown[] | null =
    kind === 'observation' ? FINDING_TYPES : kind === 'event' ? EVENT_KINDS : null;
  if (kind === 'rule') return isRuleRow(row);
  return known === null || known.includes(row[kind === 'event' ? 'kind' : 'type']);
}

function isRuleRow(row: Row): boolean {
  const isOneOf = (values: readonly unknown[], name: string) => values.includes(row[name]);
  return (
    row['type'] === 'rule' &&
    isOneOf(RULE_STATES, 'rule_state') &&
    isOneOf(RULE_SCOPES, 'rule_scope') &&
    isOneOf(RULE_SOURCES, 'rule_source')
  );
}

/** Kinds that share a table share its IDs. */
const sharing = (kind: ExportedType): ExportedType => (kind === 'rule' ? 'observation' : kind);

export function createRowImport(db: Database): RowImport {
  const moved = new Map<ExportedType, Map<number, number>>();
  const columns = new Map<ExportedType, Set<string>>();
  const superseded: [number, number][] = [];
  const merged: [number, number][] = [];
  // A move or a restore: what is in the export is what this person decided.
  const isEmpty = sql(db, 'select 1 from sessions union all select 1 from observations limit 1').get() === undefined;

  function take(type: string, raw: Row): ImportOutcome {
    if (type === 'tombstones') {
      mergeTombstones(db, raw as unknown as TombstoneSet);
      return 'known';
    }
    if (!(type in EXPORTED)) return 'refused';
    const kind = type as ExportedType;
    const row = stored(kind, raw);
    if (row === null || !isOfKnownKind(kind, row)) return 'refused';
    if (OF_SESSION.has(kind) && !knowsSession(row['session_id'] as string)) return 'forgotten';
    if (
      (kind === 'observation' || kind === 'rule') &&
      row['session_id'] !== null &&
      !knowsSession(row['session_id'] as string)
    )
      return 'forgotten';
    if (kind === 'run' && !isOfEvent(row)) return 'forgotten';
    if (wasForgotten(kind, row)) return 'forgotten';
    const known = find(kind, row);
    if (known !== undefined) {
      note(kind, raw['id'], known);
      refer(kind, row, known);
      return kind === 'prompt' && !isSamePrompt(row) ? 'refused' : 'known';
    }
    if (kind === 'rule' && !isEmpty) unconfirm(row);
    const id = insert(kind, row);
    note(kind, raw['id'], id);
    if (sharing(kind) === 'observation') link(id, raw);
    return 'added';
  }

  /** Into a store that has memories of its own, a rule comes without what somebody decided about it elsewhere. */
  function unconfirm(row: Row): void {
    Object.assign(row, { rule_source: 'import', confirmed_at: null });
    if (row['rule_state'] === 'confirmed') row['rule_state'] = 'said';
  }

  /** The row as stored in the table: JSON as text, references as IDs here, without unknown columns. */
  function stored(kind: ExportedType, raw: Row): Row | null {
    const known = columns.get(kind) ?? new Set(columnsOf(db, kind));
    columns.set(kind, known);
    const row: Row = {};
    for (const [name, value] of Object.entries(raw)) if (known.has(name)) row[name] = value;
    for (const name of JSON_COLUMNS[kind] ?? []) row[name] = JSON.stringify(raw[name] ?? []);
    if (kind === 'event') row['payload'] = raw['body'] == null ? null : deflatePayload(JSON.stringify(raw['body']));
    for (const [name, target] of Object.entries(REFERENCES[kind] ?? {})) {
      if (row[name] == null) continue;
      row[name] = here(target, row[name] as number);
    }
    if (kind === 'job' && row['state'] === 'running')
      Object.assign(row, { state: 'waiting', lease_owner: null, lease_until: null });
    if (
      (sharing(kind) === 'observation' || kind === 'summary' || kind === 'usage') &&
      row['job_id'] != null &&
      !exists('jobs', row['job_id'])
    )
      row['job_id'] = null;
    return row;
  }

  function wasForgotten(kind: ExportedType, row: Row): boolean {
    const sessionId = (row['session_id'] ?? '') as string;
    const projectId = (row['project_id'] ?? 0) as number;
    const at = row['created_at'] as number;
    switch (kind) {
      case 'session':
        return (
          isForgottenSession(db, row['id'] as string, row['started_at'] as number) ||
          isForgotten(db, { sessionId: row['id'] as string, projectId, at: row['started_at'] as number })
        );
      case 'event': {
        const probe = {
          sessionId,
          projectId,
          at,
          key: row['key'] as string,
          toolUseId: row['tool_use_id'] as string | null,
        };
        return isForgotten(db, probe);
      }
      case 'prompt': {
        const probe = { promptHash: row['text_hash'] as string, recordId: row['record_id'] as string | null };
        return isForgotten(db, { sessionId, projectId, at, ...probe });
      }
      case 'observation':
      case 'rule':
      case 'summary': {
        const words = row['narrative'] ?? row['title'];
        if (kind === 'rule' && isForgottenRule(db, projectId, String(words), (row['last_said_at'] ?? at) as number))
          return true;
        const title = (sharing(kind) === 'observation' ? row['title'] : row['request']) as string | null;
        const place = { jobId: row['job_id'] as number | null, ordinal: row['ordinal'] as number | null };
        return isForgottenMemory(db, { sessionId: row['session_id'] as string | null, projectId, at, title, ...place });
      }
      default:
        return false;
    }
  }

  function find(kind: ExportedType, row: Row): number | undefined {
    const names = SAME[kind].match(/@\w+/g)?.map((name) => name.slice(1)) ?? [];
    const probe = Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
    const id = WITHOUT_NUMBER.has(kind) ? '0' : 'id';
    return sql<[object], { id: number }>(
      db,
      `select ${id} as id from ${EXPORTED[kind]} where ${SAME[kind]} limit 1`,
    ).get(probe)?.id;
  }

  /** A number that is not moved may belong to another event here; the time tells them apart. */
  function isOfEvent({ event_id, project_id, created_at }: Row): boolean {
    const where = 'id = @event_id and project_id = @project_id and created_at = @created_at';
    return sql(db, `select 1 from events where ${where}`).get({ event_id, project_id, created_at }) !== undefined;
  }

  function isSamePrompt(row: Row): boolean {
    const where = 'session_id = @session_id and number = @number and text_hash = @text_hash';
    const { session_id, number, text_hash } = row;
    return sql(db, `select 1 from prompts where ${where}`).get({ session_id, number, text_hash }) !== undefined;
  }

  function insert(kind: ExportedType, row: Row): number {
    const fields = { ...row };
    const table = EXPORTED[kind];
    if (!WITHOUT_NUMBER.has(kind) && (row['id'] == null || exists(table, row['id']))) delete fields['id'];
    // A number that a deleted memory had is not given again, neither to this one nor by SQLite.
    if (isNumbered(table) && Number(fields['id'] ?? 0) <= highestKept(db, table)) fields['id'] = freeId(db, table);
    // References to rows that may come later are filled in at the end.
    if (sharing(kind) === 'observation' && fields['superseded_by'] != null) fields['superseded_by'] = null;
    if (kind === 'project' && fields['merged_into'] != null) fields['merged_into'] = null;
    const names = Object.keys(fields);
    const { lastInsertRowid } = sql(
      db,
      `insert into ${table} (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')})`,
    ).run(fields);
    const id = Number(lastInsertRowid);
    refer(kind, row, id);
    return id;
  }

  function refer(kind: ExportedType, row: Row, id: number): void {
    if (sharing(kind) === 'observation' && row['superseded_by'] != null)
      superseded.push([id, row['superseded_by'] as number]);
    if (kind === 'project' && row['merged_into'] != null) merged.push([id, row['merged_into'] as number]);
  }

  function link(id: number, raw: Row): void {
    for (const event of (raw['events'] ?? []) as number[]) {
      sql(
        db,
        'insert or ignore into observation_events (observation_id, event_id) select ?, id from events where id = ?',
      ).run(id, here('event', event));
    }
    for (const { path, role, digest } of (raw['files'] ?? []) as Row[]) {
      sql(db, 'insert or ignore into observation_files (observation_id, path, role, digest) values (?, ?, ?, ?)').run(
        id,
        path,
        role,
        digest ?? null,
      );
    }
  }

  function note(kind: ExportedType, there: unknown, id: number): void {
    if (WITHOUT_NUMBER.has(kind) || typeof there !== 'number' || there === id) return;
    let known = moved.get(sharing(kind));
    if (!known) moved.set(sharing(kind), (known = new Map()));
    known.set(there, id);
  }

  const here = (kind: ExportedType, id: number) => moved.get(kind)?.get(id) ?? id;
  const exists = (table: string, id: unknown) => sql(db, `select 1 from ${table} where id = ?`).get(id) !== undefined;
  const knowsSession = (id: string) => exists('sessions', id);

  return {
    take,
    finish() {
      for (const [id, by] of superseded) {
        const newer = here('observation', by);
        if (exists('observations', newer))
          sql(db, 'update observations set superseded_by = ? where id = ? and superseded_by is null').run(newer, id);
      }
      for (const [id, into] of merged)
        sql(db, 'update projects set merged_into = ? where id = ? and merged_into is null').run(
          here('project', into),
          id,
        );
    },
  };
}
