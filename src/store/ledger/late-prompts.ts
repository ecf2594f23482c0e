// Prompts that a host tells of only when their turn is over: what happened in the turn was stored before them, under the
// turn before, and becomes theirs.
import { type Database, sql } from '../sqlite/connect.ts';
import { decodePayload } from './payload.ts';

export interface LatePrompt {
  sessionId: string;
  /** Only where the host gave one. */
  promptId: string | null;
  hash: string;
  /** What the agent said last in this turn. */
  message: string | null;
}

interface KnownPrompt {
  id: number;
  number: number;
  text_hash: string;
  told_at_end: number;
}

/**
 * The prompt that this is the second telling of; null where it is a new one. A turn that has not ended yet is the one that
 * ends now, whatever words it began with. After its end, the same words once more are a further Stop of that turn if its
 * host tells of prompts when they are typed; if it tells of them at the end, they are a new turn, unless nothing happened
 * since and the agent said the same: then the same call was sent twice.
 */
export function findLatePrompt(db: Database, prompt: LatePrompt): { id: number; number: number } | null {
  const { sessionId, promptId, hash } = prompt;
  const latest = latestPrompt(db, sessionId);
  if (!latest || privateSince(db, sessionId)) return null;
  const named = promptId === null ? null : latestPrompt(db, sessionId, promptId);
  if (named) return named.text_hash === hash || !hasEnded(db, sessionId, named.number) ? named : null;
  const isSame = latest.text_hash === hash;
  if (!hasEnded(db, sessionId, latest.number)) return isSame || promptId === null ? latest : null;
  if (!isSame || promptId !== null) return null;
  return latest.told_at_end === 0 || isSentAgain(db, prompt) ? latest : null;
}

/** The events since the last Stop, where they belong to no prompt of their own, become this one's. Answers which. */
export function adoptSinceStop(db: Database, sessionId: string, number: number): { id: number; at: number }[] {
  const before = latestPrompt(db, sessionId);
  if (before && !hasEnded(db, sessionId, before.number)) return [];
  return sql<[object], { id: number; at: number }>(
    db,
    `update events set prompt_number = @number where session_id = @sessionId and prompt_number is @before
       and prompt_id is null and kind in ('tool', 'tool_failure', 'message', 'subagent_stop')
       and id > (select coalesce(max(id), 0) from events where session_id = @sessionId and kind = 'stop')
     returning id, created_at as at`,
  ).all({ sessionId, number, before: before?.number ?? null });
}

/** A turn that turns out to be private when it is over: what was stored of it goes. */
export function forgetSinceStop(db: Database, sessionId: string): void {
  sql(
    db,
    `delete from events where session_id = @sessionId and kind not in ('session_start', 'session_end', 'prompt')
       and id > (select coalesce(max(id), 0) from events where session_id = @sessionId and kind in ('stop', 'prompt'))`,
  ).run({ sessionId });
}

function latestPrompt(db: Database, sessionId: string, promptId: string | null = null): KnownPrompt | null {
  return (
    sql<[object], KnownPrompt>(
      db,
      `select id, number, text_hash, told_at_end from prompts where session_id = @sessionId
         and (@promptId is null or prompt_id = @promptId) order by number desc limit 1`,
    ).get({ sessionId, promptId }) ?? null
  );
}

/** The turn that is current is a private one: its words are nobody's second telling. */
function privateSince(db: Database, sessionId: string): boolean {
  return (
    sql(
      db,
      `select 1 from private_turns where session_id = @sessionId
         and at > (select max(created_at) from prompts where session_id = @sessionId)`,
    ).get({ sessionId }) !== undefined
  );
}

function hasEnded(db: Database, sessionId: string, number: number): boolean {
  return (
    sql(db, "select 1 from events where session_id = ? and prompt_number is ? and kind = 'stop' limit 1").get(
      sessionId,
      number,
    ) !== undefined
  );
}

function isSentAgain(db: Database, { sessionId, message }: LatePrompt): boolean {
  const last = sql<[string], { kind: string; payload: Buffer | null }>(
    db,
    `select kind, payload from events where session_id = ? and kind not in ('session_start', 'session_end')
     order by id desc limit 1`,
  ).get(sessionId);
  if (last?.kind !== 'stop') return false;
  const said = last.payload ? decodePayload(last.payload)['message'] : null;
  return (said ?? null) === message;
}
