// What happened within the turns of a session: calls by tool, and the events of one turn.
import type { EvidenceEvent } from '../memories/detail.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { decodePayload } from './payload.ts';

export interface TurnCalls {
  promptNumber: number | null;
  tool: string;
  calls: number;
  failed: number;
}

export interface TurnSpan {
  promptNumber: number | null;
  events: number;
  from: number;
  until: number;
}

/** Calls by turn and tool, the most used first. */
export function callsOfSession(db: Database, sessionId: string): TurnCalls[] {
  return sql<[string], TurnCalls>(
    db,
    `select prompt_number as promptNumber, tool_name as tool, count(*) as calls, sum(kind = 'tool_failure') as failed
     from events where session_id = ? and tool_name is not null and kind in ('tool', 'tool_failure')
     group by 1, 2 order by 1, calls desc, 2`,
  ).all(sessionId);
}

export function spansOfSession(db: Database, sessionId: string): TurnSpan[] {
  return sql<[string], TurnSpan>(
    db,
    `select prompt_number as promptNumber, count(*) as events, min(created_at) as "from", max(created_at) as until
     from events where session_id = ? group by 1`,
  ).all(sessionId);
}

/** The events of a turn, in order. */
export function evidenceOfTurn(db: Database, sessionId: string, number: number | null, most: number): EvidenceEvent[] {
  return sql<
    [string, number | null, number],
    { id: number; kind: EvidenceEvent['kind']; tool: string | null; at: number; payload: Buffer | null }
  >(
    db,
    `select id, kind, tool_name as tool, created_at as at, payload from events
     where session_id = ? and prompt_number is ? and kind not in ('session_start', 'session_end')
     order by created_at, id limit ?`,
  )
    .all(sessionId, number, most)
    .map(({ payload, tool, ...event }) => ({
      ...event,
      toolName: tool,
      body: payload ? decodePayload(payload) : null,
    }));
}
