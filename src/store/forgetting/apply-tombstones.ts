// Deletes from a copy of the database what its tombstones cover: after restoring a backup, or to make backups forget.
// IDs may have been reused since the copy was made, so each row is matched by its own names.

import { clearTermsOfForgotten } from '../ledger/injections.ts';
import { type Database, sql, transact } from '../sqlite/open.ts';
import { blankPrompt, deleteEvents, deleteHostMemories, deletePrompts } from './delete-rows.ts';
import { type ForgetTarget, forget, markCopiesBehind } from './forget.ts';
import {
  countTombstones,
  isForgotten,
  isForgottenHostMemory,
  isForgottenMemory,
  type NamedHostMemory,
  openTombstones,
} from './tombstones.ts';

/** Returns the number of deleted rows. `sessions` lists those that can be affected; null means any. */
export function applyTombstones(db: Database, sessions: string[] | null = null): number {
  if (countTombstones(db) === 0) return 0;
  return transact(db, () => {
    const before = countRows(db);
    const touched = new Set<string>();
    applyToMemories(db, sessions, touched);
    applyToEvents(db, sessions, touched);
    applyToPrompts(db, sessions, touched);
    applyToSessions(db, sessions, touched);
    applyToHostMemories(db);
    applyToProjects(db);
    clearTermsOfForgotten(db);
    const gone = before - countRows(db);
    // If this copy contained it, others may too.
    if (gone > 0) markCopiesBehind(db, 0);
    return gone;
  });
}

/** The condition that limits a table to the given sessions. */
const within = (column = 'session_id') =>
  `(@sessions is null or ${column} is null or ${column} in (select value from json_each(@sessions)))`;
const named = (sessions: string[] | null) => ({ sessions: sessions === null ? null : JSON.stringify(sessions) });

interface MemoryRow {
  kind: 'observation' | 'summary';
  id: number;
  sessionId: string | null;
  projectId: number;
  at: number;
  title: string | null;
  jobId: number | null;
  ordinal: number | null;
}

/** Also deletes text that says the same elsewhere in the turn. */
function applyToMemories(db: Database, sessions: string[] | null, touched: Set<string>): void {
  const columns = 'session_id as sessionId, project_id as projectId, created_at as at, job_id as jobId, ordinal';
  const rows = sql<[object], MemoryRow>(
    db,
    `select 'observation' as kind, id, title, ${columns} from observations where ${within()}
     union all select 'summary', id, request, ${columns} from summaries where ${within()}`,
  ).iterate(named(sessions));
  const targets: ForgetTarget[] = [];
  let now = 0;
  for (const row of rows) {
    now = Math.max(now, row.at);
    if (!isForgottenMemory(db, row)) continue;
    targets.push({ kind: row.kind, id: row.id });
    if (row.sessionId) touched.add(row.sessionId);
  }
  if (targets.length > 0) forget(db, targets, now);
}

interface EventRow {
  id: number;
  sessionId: string;
  projectId: number;
  key: string;
  toolUseId: string | null;
  at: number;
}

function applyToEvents(db: Database, sessions: string[] | null, touched: Set<string>): void {
  const rows = sql<[object], EventRow>(
    db,
    `select id, session_id as sessionId, project_id as projectId, key, tool_use_id as toolUseId, created_at as at
     from events where ${within()}`,
  ).iterate(named(sessions));
  const gone: number[] = [];
  for (const row of rows) {
    if (!isForgotten(db, row)) continue;
    gone.push(row.id);
    touched.add(row.sessionId);
  }
  dropEvents(db, gone);
}

function dropEvents(db: Database, ids: number[]): void {
  for (let start = 0; start < ids.length; start += 5000) {
    const some = JSON.stringify(ids.slice(start, start + 5000));
    deleteEvents(db, openTombstones(db), 'id in (select value from json_each(?))', [some], 0);
  }
}

interface PromptRow {
  id: number;
  sessionId: string;
  number: number;
  projectId: number | null;
  promptHash: string;
  recordId: string | null;
  at: number;
}

/** If the turn still has events, the prompt keeps its number but loses its text. */
function applyToPrompts(db: Database, sessions: string[] | null, touched: Set<string>): void {
  const rows = sql<[object], PromptRow>(
    db,
    `select id, session_id as sessionId, number, project_id as projectId, text_hash as promptHash,
       record_id as recordId, created_at as at from prompts where ${within()} and text_hash <> ''`,
  ).all(named(sessions));
  const tombstones = openTombstones(db);
  for (const row of rows) {
    if (!isForgotten(db, { ...row, projectId: row.projectId ?? 0 })) continue;
    touched.add(row.sessionId);
    const { id } = (sql<[string, string], { id: number }>(
      db,
      'select id from events where session_id = ? and key = ?',
    ).get(row.sessionId, `prompt:${row.number}`) ?? { id: -1 }) as { id: number };
    dropEvents(db, [id]);
    const lives = sql<[string, number], unknown>(
      db,
      'select 1 from events where session_id = ? and prompt_number = ? limit 1',
    ).get(row.sessionId, row.number);
    if (lives) blankPrompt(db, tombstones, row.id, 0);
    else deletePrompts(db, tombstones, 'id = ?', [row.id], 0);
  }
}

/**
 * Deletes a session that has nothing left. A partly forgotten one loses its title, which may reveal what was forgotten.
 */
function applyToSessions(db: Database, sessions: string[] | null, touched: Set<string>): void {
  const rows = sql<[object], { id: string; projectId: number; at: number }>(
    db,
    `select id, project_id as projectId, started_at as at from sessions where ${within('id')}`,
  ).all(named(sessions));
  for (const row of rows) {
    const covered = isForgotten(db, { sessionId: row.id, projectId: row.projectId, at: row.at });
    if (!covered && !touched.has(row.id)) continue;
    if (covered) sql(db, 'update sessions set title = null, subtitle = null where id = ?').run(row.id);
    const { changes } = sql(
      db,
      `delete from sessions where id = ? and not exists (select 1 from events where session_id = sessions.id)
         and not exists (select 1 from prompts where session_id = sessions.id)
         and not exists (select 1 from observations where session_id = sessions.id)`,
    ).run(row.id);
    // Hooks write these even before the session is known.
    if (changes > 0) sql(db, 'delete from injections where session_id = ?').run(row.id);
  }
}

/** They belong to no session, and there are few of them. */
function applyToHostMemories(db: Database): void {
  const rows = sql<[], NamedHostMemory & { id: number }>(
    db,
    'select id, path, project_id as projectId, text, created_at as at from host_memories',
  ).all();
  const gone = rows.filter((row) => isForgottenHostMemory(db, row)).map(({ id }) => id);
  if (gone.length === 0) return;
  deleteHostMemories(db, openTombstones(db), 'id in (select value from json_each(?))', [JSON.stringify(gone)], 0);
  sql(
    db,
    'delete from host_memory_files where not exists (select 1 from host_memories m where m.path = host_memory_files.path)',
  ).run();
}

function applyToProjects(db: Database): void {
  const rows = sql<[], { id: number; at: number }>(
    db,
    `select id, created_at as at from projects p where not exists (select 1 from sessions where project_id = p.id)
       and not exists (select 1 from observations where project_id = p.id)
       and not exists (select 1 from summaries where project_id = p.id)
       and not exists (select 1 from events where project_id = p.id)
       and not exists (select 1 from host_memory_files where project_id = p.id)
       and not exists (select 1 from projects m where m.merged_into = p.id)`,
  ).all();
  for (const { id, at } of rows) {
    if (isForgotten(db, { sessionId: '', projectId: id, at })) sql(db, 'delete from projects where id = ?').run(id);
  }
}

function countRows(db: Database): number {
  const tables = ['sessions', 'prompts', 'events', 'observations', 'summaries', 'host_memories'];
  return tables.reduce(
    (sum, table) => sum + (sql<[], { n: number }>(db, `select count(*) as n from ${table}`).get() as { n: number }).n,
    0,
  );
}
