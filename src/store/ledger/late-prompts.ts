// Prompts that a host reports only at the end of their turn. The events of the turn were stored before, under the
// previous turn, and are moved to the new prompt.
import { type Database, sql } from '../sqlite/connect.ts';
import { decodePayload } from './payload.ts';

export interface LatePrompt {
  sessionId: string;
  /** Only if the host provided one. */
  promptId: string | null;
  hash: string;
  /** The agent's last message in this turn. */
  message: string | null;
}

interface KnownPrompt {
  id: number;
  number: number;
  text_hash: string;
  told_at_end: number;
}

/**
 * The known prompt that this one repeats; null if it is new. A turn that has not ended yet is the one that ends now,
 * whatever its text was. After its end, the same text again is another Stop of that turn if the host reports prompts
 * when they are typed. If the host reports them at the end, it is a new turn, unless nothing happened since and the
 * agent said the same: then the same call was sent twice.
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

/** Moves the events since the last Stop that have no prompt of their own to this prompt, and returns them. */
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

/** Deletes what was stored of a turn that turns out to be private when it ends. */
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

/** True if the current turn is private, so that its text cannot repeat an earlier prompt. */
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
