// Prompts and turns: numbering, recognising a prompt that was seen before, and keeping private turns out.
import { createHash } from 'node:crypto';
import { type Database, sql } from './database.ts';

export interface PromptSighting {
  sessionId: string;
  text: string;
  promptId: string | null;
  recordId: string | null;
  spoolId: string | null;
  source: 'hook' | 'transcript';
  at: number;
}

/**
 * One prompt id with two texts is one prompt where hook and transcript saw it together (the client may expand a
 * command); else they are two: a fork gives one id to all the prompts it copied.
 */
const TOGETHER_MS = 2000;

/** Numbers a prompt, or finds the one that it is a second sighting of (SPEC C2, C4). */
export function recordPrompt(db: Database, sighting: PromptSighting): { number: number; added: boolean } {
  const hash = createHash('sha256').update(sighting.text.replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 32);
  const known = findPrompt(db, sighting, hash);
  if (known) {
    const seen = sighting.source === 'hook' ? 'seen_by_hook' : 'seen_in_transcript';
    sql(
      db,
      `update prompts set ${seen} = 1, prompt_id = coalesce(prompt_id, ?), record_id = coalesce(record_id, ?),
         spool_id = coalesce(spool_id, ?) where id = ?`,
    ).run(sighting.promptId, sighting.recordId, sighting.spoolId, known.id);
    return { number: known.number, added: false };
  }
  const { number } = sql<[string], { number: number }>(
    db,
    'update sessions set prompt_count = prompt_count + 1 where id = ? returning prompt_count as number',
  ).get(sighting.sessionId) as { number: number };
  sql(
    db,
    `insert into prompts (session_id, number, prompt_id, record_id, spool_id, text_hash, seen_by_hook, seen_in_transcript,
       text, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    sighting.sessionId,
    number,
    sighting.promptId,
    sighting.recordId,
    sighting.spoolId,
    hash,
    sighting.source === 'hook' ? 1 : 0,
    sighting.source === 'transcript' ? 1 : 0,
    sighting.text,
    sighting.at,
  );
  return { number, added: true };
}

interface PromptRow {
  id: number;
  number: number;
  prompt_id: string | null;
  text_hash: string;
  seen_by_hook: number;
  seen_in_transcript: number;
  created_at: number;
}

function findPrompt(db: Database, sighting: PromptSighting, hash: string): PromptRow | null {
  const { sessionId, promptId, recordId, spoolId, source, at } = sighting;
  const seen = source === 'hook' ? 'seen_by_hook' : 'seen_in_transcript';
  if (recordId || spoolId) {
    const again = sql<[string, string | null, string | null], PromptRow>(
      db,
      'select * from prompts where session_id = ? and (record_id = ? or spool_id = ?)',
    ).get(sessionId, recordId, spoolId);
    if (again) return again;
  }
  if (promptId) {
    const byId = sql<[string, string], PromptRow>(
      db,
      'select * from prompts where session_id = ? and prompt_id = ? order by number',
    ).all(sessionId, promptId);
    const same = byId.find(
      (row) => row.text_hash === hash || (row[seen] === 0 && Math.abs(row.created_at - at) < TOGETHER_MS),
    );
    if (same) return same;
  }
  // Text and order: the first of this text that this source has not shown yet.
  const byText = sql<[string, string], PromptRow>(
    db,
    'select * from prompts where session_id = ? and text_hash = ? order by number',
  ).all(sessionId, hash);
  return byText.find((row) => row[seen] === 0 && (!row.prompt_id || !promptId || row.prompt_id === promptId)) ?? null;
}

/** Before a transcript is read again from its start: its prompts will be seen once more, in the same order. */
export function unseePrompts(db: Database, sessionId: string): void {
  sql(db, 'update prompts set seen_in_transcript = 0 where session_id = ?').run(sessionId);
}

/** Keeps only the fact of a private turn, and drops whatever of it came in before we knew. */
export function recordPrivateTurn(db: Database, sessionId: string, promptId: string | null, at: number): void {
  if (promptId) {
    const known = sql(db, 'select 1 from private_turns where session_id = ? and prompt_id = ?').get(
      sessionId,
      promptId,
    );
    sql(db, 'delete from events where session_id = ? and prompt_id = ?').run(sessionId, promptId);
    if (known) return;
  }
  sql(db, 'insert or ignore into private_turns (session_id, prompt_id, at) values (?, ?, ?)').run(
    sessionId,
    promptId ?? '',
    at,
  );
}

export interface Turn {
  number: number | null;
  private: boolean;
}

/** The turn that an event belongs to: by the host's prompt id, else the one that was current at that time. */
export function findTurn(db: Database, sessionId: string, promptId: string | null, at: number): Turn {
  if (promptId) {
    if (sql(db, 'select 1 from private_turns where session_id = ? and prompt_id = ?').get(sessionId, promptId)) {
      return { number: null, private: true };
    }
    const named = sql<[string, string], { number: number }>(
      db,
      'select max(number) as number from prompts where session_id = ? and prompt_id = ? having number is not null',
    ).get(sessionId, promptId);
    if (named) return { number: named.number, private: false };
  }
  const current = sql<[string, string, number], Turn & { isPrivate: number }>(
    db,
    `select number, isPrivate from (
       select number, 0 as isPrivate, created_at as at from prompts where session_id = ?
       union all select null, 1, at from private_turns where session_id = ?
     ) order by at <= ? desc, at desc, number desc limit 1`,
  ).get(sessionId, sessionId, at);
  return current ? { number: current.number, private: current.isPrivate === 1 } : { number: null, private: false };
}

export function knowsPromptId(db: Database, sessionId: string, promptId: string): boolean {
  return (
    sql(
      db,
      `select 1 from prompts where session_id = ? and prompt_id = ?
       union all select 1 from private_turns where session_id = ? and prompt_id = ?`,
    ).get(sessionId, promptId, sessionId, promptId) !== undefined
  );
}
