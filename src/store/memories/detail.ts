// Details for the viewer: the events behind an observation, what it superseded, and known files.

import type { LedgerEvent } from '../ledger/events.ts';
import { decodePayload } from '../ledger/payload.ts';
import { type Database, sql } from '../sqlite/connect.ts';

export type EvidenceEvent = Pick<LedgerEvent, 'id' | 'kind' | 'toolName' | 'at' | 'body'>;

/** The events an observation is based on, in order. */
export function eventsOfObservation(db: Database, id: number, most: number): EvidenceEvent[] {
  return sql<
    [number, number],
    { id: number; kind: LedgerEvent['kind']; tool: string | null; at: number; payload: Buffer | null }
  >(
    db,
    `select e.id, e.kind, e.tool_name as tool, e.created_at as at, e.payload from observation_events o
       join events e on e.id = o.event_id where o.observation_id = ? order by e.created_at, e.id limit ?`,
  )
    .all(id, most)
    .map(({ payload, tool, ...event }) => ({
      ...event,
      toolName: tool,
      body: payload ? decodePayload(payload) : null,
    }));
}

/** The memories that this one superseded. */
export function supersededBy(db: Database, id: number): { id: number; title: string }[] {
  return sql<[number], { id: number; title: string }>(
    db,
    `select id, coalesce(title, '') as title from observations where superseded_by = ? and hidden_until is null order by id`,
  ).all(id);
}

/** Files mentioned in memories, most recent first. */
export function listFiles(
  db: Database,
  projectId: number | null,
  part: string,
  limit: number,
): { path: string; memories: number; lastAt: number }[] {
  return sql<[object], { path: string; memories: number; lastAt: number }>(
    db,
    `select f.path, count(distinct o.id) as memories, max(o.created_at) as lastAt
     from observation_files f join observations o on o.id = f.observation_id
     where o.hidden_until is null and (@projectId is null or o.project_id = @projectId)
       and (@part = '' or f.path like '%' || @part || '%' escape '\\')
     group by f.path order by lastAt desc, memories desc limit @limit`,
  ).all({ projectId, part: part.replace(/[\\%_]/g, '\\$&'), limit });
}

/** Other current memories about the same files, those that share most of them first. */
export function relatedTo(db: Database, id: number, most: number): number[] {
  return sql<[object], { id: number }>(
    db,
    `select o.id from observation_files mine
       join observation_files theirs on theirs.path = mine.path and theirs.observation_id <> mine.observation_id
       join observations o on o.id = theirs.observation_id
     where mine.observation_id = @id and o.hidden_until is null and o.superseded_by is null
     group by o.id order by count(distinct mine.path) desc, o.created_at desc limit @most`,
  )
    .all({ id, most })
    .map((row) => row.id);
}

/** The files with the most memories. */
export function busiestFiles(
  db: Database,
  projectId: number | null,
  limit: number,
): { path: string; memories: number; lastAt: number }[] {
  return sql<[object], { path: string; memories: number; lastAt: number }>(
    db,
    `select f.path, count(distinct o.id) as memories, max(o.created_at) as lastAt
     from observation_files f join observations o on o.id = f.observation_id
     where o.hidden_until is null and (@projectId is null or o.project_id = @projectId)
     group by f.path order by memories desc, lastAt desc limit @limit`,
  ).all({ projectId, limit });
}

/** The file that each of these observations is mainly about. */
export function mainFiles(db: Database, ids: number[]): Map<number, string> {
  const rows = sql<[string], { id: number; path: string }>(
    db,
    `select observation_id as id, path from observation_files
     where observation_id in (select value from json_each(?)) order by role = 'modified', path desc`,
  ).all(JSON.stringify(ids));
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/** When a person last edited it. */
export function editedAt(db: Database, kind: 'observation' | 'summary', id: number): number | null {
  const table = kind === 'observation' ? 'observations' : 'summaries';
  return (
    sql<[number], { at: number | null }>(db, `select edited_at as at from ${table} where id = ?`).get(id)?.at ?? null
  );
}
