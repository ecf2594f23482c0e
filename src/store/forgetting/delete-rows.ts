// Deletes rows and leaves a tombstone for each.
import { searchExtra } from '../../text/words.ts';
import { keepHighestId } from '../memories/free-id.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { eventName, hostMemoryName, memoryNames, type NamedMemory, promptName, type Tombstones } from './tombstones.ts';

/**
 * Removes a prompt's text, or all but what is left of it, and keeps its number, so that later prompts keep theirs. The
 * whole prompt is not recorded again.
 */
export function blankPrompt(db: Database, tombstones: Tombstones, id: number, now: number, left = ''): void {
  const row = sql<[number], PromptRow>(db, 'select * from prompts where id = ?').get(id);
  if (!row) return;
  addPromptTombstone(tombstones, row, now);
  sql(db, "update prompts set text = ?, search_extra = ?, text_hash = '' where id = ?").run(
    left,
    left === '' ? null : searchExtra([left], row.created_at),
    id,
  );
  // The words by which it found memories may be among those that are gone.
  sql(db, "update injections set terms = null where session_id = ? and prompt_number + (occasion = 'prompt') = ?").run(
    row.session_id,
    row.number,
  );
}

interface PromptRow {
  session_id: string;
  text_hash: string;
  record_id: string | null;
  number: number;
  created_at: number;
}

export function deletePrompts(
  db: Database,
  tombstones: Tombstones,
  where: string,
  params: unknown[],
  now: number,
): void {
  const rows = sql<unknown[], PromptRow>(db, `select * from prompts where ${where}`).all(...params);
  for (const row of rows) addPromptTombstone(tombstones, row, now);
  if (rows.length > 0) keepHighestId(db, 'prompts');
  sql(db, `delete from prompts where ${where}`).run(...params);
}

function addPromptTombstone(tombstones: Tombstones, row: PromptRow, now: number): void {
  tombstones.add('prompt', promptName(row.session_id, row.text_hash), now);
  if (row.record_id) tombstones.add('record', row.record_id, now);
}

/** Deletes events from the ledger. A job running on them loses its lease, so that its results are not stored. */
export function deleteEvents(
  db: Database,
  tombstones: Tombstones,
  where: string,
  params: unknown[],
  now: number,
): void {
  const rows = sql<unknown[], { session_id: string; key: string; tool_use_id: string | null }>(
    db,
    `select session_id, key, tool_use_id from events where ${where}`,
  ).all(...params);
  if (rows.length === 0) return;
  for (const { session_id, key, tool_use_id } of rows) {
    // Prompts are matched by their text, because their numbers may be reused.
    if (!key.startsWith('prompt:')) tombstones.add('event', eventName(session_id, key), now);
    if (tool_use_id) tombstones.add('call', tool_use_id, now);
  }
  sql(
    db,
    `update jobs set unreadable = null, lease_owner = null, lease_until = null,
       state = case state when 'running' then 'waiting' else state end
     where exists (select 1 from events where session_id = jobs.session_id
       and id between jobs.first_event and jobs.last_event and ${where})`,
  ).run(...params);
  sql(db, `delete from events where ${where}`).run(...params);
}

export function deleteMemories(
  db: Database,
  tombstones: Tombstones,
  where: string,
  params: unknown[],
  now: number,
  tables: ('observations' | 'summaries')[] = ['observations', 'summaries'],
): void {
  for (const table of tables) {
    const title = table === 'observations' ? 'title' : 'request';
    const rows = sql<unknown[], NamedMemory>(
      db,
      `select session_id as sessionId, created_at as at, ${title} as title, job_id as jobId, ordinal
       from ${table} where ${where}`,
    ).all(...params);
    for (const row of rows) for (const name of memoryNames(row)) tombstones.add('memory', name, now);
    if (rows.length > 0) keepHighestId(db, table);
    sql(db, `delete from ${table} where ${where}`).run(...params);
  }
}

/** Only from the index: the file is the host's. */
export function deleteHostMemories(
  db: Database,
  tombstones: Tombstones,
  where: string,
  params: unknown[],
  now: number,
): void {
  const rows = sql<unknown[], { path: string; text: string }>(
    db,
    `select path, text from host_memories where ${where}`,
  ).all(...params);
  for (const row of rows) tombstones.add('host-memory', hostMemoryName(row), now);
  sql(db, `delete from host_memories where ${where}`).run(...params);
}
