// The ledger: appends each event once, whatever the source, and reads events back.
import type { Capture, EventKind, FileTouch, Note, NoteKind } from '../../domain/event.ts';
import type { Job } from '../../domain/job.ts';
import type { Json, JsonObject } from '../../domain/json.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { decodePayload, deflatePayload } from './payload.ts';
import { completeEvent, inputHash } from './second-sighting.ts';

export interface Placement {
  projectId: number;
  worktree: string | null;
  promptNumber: number | null;
  storedAt: number;
}

/** Appends an event and returns its ID, or null if its key is known. The known event may still be completed. */
export function appendEvent(db: Database, capture: Capture, place: Placement): number | null {
  const body = JSON.stringify(capture.body);
  const payload = deflatePayload(body);
  const { changes, lastInsertRowid } = sql(
    db,
    `insert into events (session_id, project_id, key, kind, source, prompt_number, prompt_id, tool_name, tool_use_id,
       agent_id, agent_type, cwd, worktree, branch, duration_ms, input_hash, files, payload, payload_bytes, created_at, stored_at)
     values (@sessionId, @projectId, @key, @kind, @source, @promptNumber, @promptId, @toolName, @toolUseId,
       @agentId, @agentType, @cwd, @worktree, @branch, @durationMs, @inputHash, @files, @payload, @bytes, @at, @storedAt)
     on conflict (session_id, key) do nothing`,
  ).run({
    sessionId: capture.sessionId,
    key: capture.key,
    kind: capture.kind,
    source: capture.source,
    promptId: capture.promptId,
    toolName: capture.toolName,
    toolUseId: capture.toolUseId,
    agentId: capture.agentId,
    agentType: capture.agentType,
    cwd: capture.cwd,
    branch: capture.branch,
    durationMs: capture.durationMs,
    inputHash: inputHash(capture),
    files: JSON.stringify(capture.files),
    payload,
    bytes: Buffer.byteLength(body),
    at: Math.round(capture.at),
    ...place,
  });
  if (changes === 1) return Number(lastInsertRowid);
  completeEvent(db, capture, payload, Buffer.byteLength(body));
  return null;
}

/** The tool and input of a known call whose result may still tell more: it has none, or a hook took it for a success. */
export function unsettledCall(
  db: Database,
  sessionId: string,
  toolUseId: string,
): { name: string | null; input: Json; promptNumber: number | null; hasResult: boolean } | null {
  const row = sql<[string, string], EventRow>(
    db,
    "select * from events where session_id = ? and key = ? and (kind = 'tool_failure' or (kind = 'tool' and source = 'hook'))",
  ).get(sessionId, `tool:${toolUseId}`);
  const body = row?.payload ? decodePayload(row.payload) : null;
  if (!row || !body || (row.kind === 'tool_failure' && body['interrupted'] !== 'unknown')) return null;
  const hasResult = row.kind === 'tool';
  return { name: row.tool_name, input: body['input'] ?? null, promptNumber: row.prompt_number, hasResult };
}

/** The first of these sessions that already has this tool call. */
export function sessionOfToolCall(db: Database, toolUseId: string, sessionIds: string[]): string | null {
  const row = sql<[string, string], { session_id: string }>(
    db,
    `select session_id from events where tool_use_id = ? and session_id in (select value from json_each(?)) limit 1`,
  ).get(toolUseId, JSON.stringify(sessionIds));
  return row?.session_id ?? null;
}

/** The known ends of one subagent; a continued one has several. */
export function subagentStops(db: Database, sessionId: string, agentId: string): LedgerEvent[] {
  return sql<[string, string], EventRow>(
    db,
    "select * from events where session_id = ? and kind = 'subagent_stop' and agent_id = ?",
  )
    .all(sessionId, agentId)
    .map(decode);
}

export interface LedgerEvent {
  id: number;
  key: string;
  sessionId: string;
  kind: EventKind;
  source: string;
  promptNumber: number | null;
  toolName: string | null;
  toolUseId: string | null;
  agentId: string | null;
  branch: string | null;
  cwd: string | null;
  worktree: string | null;
  files: FileTouch[];
  at: number;
  /** Null once the payload has expired. */
  body: JsonObject | null;
}

/** The events in a job's range, in order. Starts and ends of the session are not part of a turn. */
export function eventsOfJob(
  db: Database,
  job: Pick<Job, 'sessionId' | 'promptNumber' | 'firstEvent' | 'lastEvent'>,
): LedgerEvent[] {
  return sql<[string, number, number, number | null], EventRow>(
    db,
    `select * from events where session_id = ? and id between ? and ? and prompt_number is ?
       and kind not in ('session_start', 'session_end') order by created_at, id`,
  )
    .all(job.sessionId, job.firstEvent, job.lastEvent, job.promptNumber)
    .map(decode);
}

/** A span of a turn, by event ID. */
export interface TurnSpan {
  /** Events up to this one are excluded. */
  after: number;
  /** The last event included. */
  until: number;
  /** At most this many of its last events. */
  most: number;
}

/** A turn's prompt and a span of what followed, in chronological order. */
export function eventsOfTurn(
  db: Database,
  sessionId: string,
  promptNumber: number | null,
  { after, until, most }: TurnSpan,
): LedgerEvent[] {
  const prompt = sql<[string, string], EventRow>(db, 'select * from events where session_id = ? and key = ?').all(
    sessionId,
    `prompt:${promptNumber}`,
  );
  const rest = sql<[object], EventRow>(
    db,
    `select * from events where session_id = @sessionId and prompt_number is @promptNumber and kind <> 'prompt'
       and id > @after and id <= @until order by id desc limit @most`,
  ).all({ sessionId, promptNumber, after, until, most });
  return [...prompt, ...rest].sort((x, y) => x.created_at - y.created_at || x.id - y.id).map(decode);
}

/** What the host itself wrote in a turn. */
export function notesOfTurn(db: Database, sessionId: string, promptNumber: number | null): Note[] {
  return sql<[string, number | null], { payload: Buffer }>(
    db,
    `select payload from events where session_id = ? and prompt_number is ? and kind = 'note' and payload is not null
     order by id limit 50`,
  )
    .all(sessionId, promptNumber)
    .map(({ payload }) => decodePayload(payload))
    .map((body) => ({ kind: body['note'] as NoteKind, text: String(body['text'] ?? '') }));
}

/** The events of a session in chronological order. */
export function eventsOfSession(db: Database, sessionId: string): LedgerEvent[] {
  return sql<[string], EventRow>(db, 'select * from events where session_id = ? order by created_at, id')
    .all(sessionId)
    .map(decode);
}

interface EventRow {
  id: number;
  key: string;
  session_id: string;
  kind: EventKind;
  source: string;
  prompt_number: number | null;
  tool_name: string | null;
  tool_use_id: string | null;
  agent_id: string | null;
  branch: string | null;
  cwd: string | null;
  worktree: string | null;
  files: string;
  payload: Buffer | null;
  created_at: number;
}

function decode(row: EventRow): LedgerEvent {
  return {
    id: row.id,
    key: row.key,
    sessionId: row.session_id,
    kind: row.kind,
    source: row.source,
    promptNumber: row.prompt_number,
    toolName: row.tool_name,
    toolUseId: row.tool_use_id,
    agentId: row.agent_id,
    branch: row.branch,
    cwd: row.cwd,
    worktree: row.worktree,
    files: JSON.parse(row.files) as FileTouch[],
    at: row.created_at,
    body: row.payload ? decodePayload(row.payload) : null,
  };
}
