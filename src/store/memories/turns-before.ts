// The turns of a session before a given one, as far as a later turn needs them to be understood.
import { text } from '../../domain/json.ts';
import { decodePayload } from '../ledger/payload.ts';
import { type Database, sql } from '../sqlite/open.ts';

export interface TurnBefore {
  number: number;
  prompt: string | null;
  /** The title of its first observation. */
  title: string | null;
  /** The agent's last message. */
  said: string | null;
}

/** Newest first. */
export function turnsBefore(db: Database, sessionId: string, promptNumber: number, most: number): TurnBefore[] {
  const prompts = sql<[string, number, number], { number: number; text: string }>(
    db,
    'select number, text from prompts where session_id = ? and number < ? order by number desc limit ?',
  ).all(sessionId, promptNumber, most);
  return prompts.map(({ number, text: words }) => ({
    number,
    prompt: words === '' ? null : words,
    title: titleOfTurn(db, sessionId, number),
    said: saidIn(db, sessionId, number),
  }));
}

/** The title of a turn's first observation. */
export function titleOfTurn(db: Database, sessionId: string, number: number): string | null {
  return (
    sql<[string, number], string | null>(
      db,
      `select title from observations where session_id = ? and prompt_number = ? and hidden_until is null
       and type <> 'rule' order by ordinal, id limit 1`,
    )
      .pluck()
      .get(sessionId, number) ?? null
  );
}

function saidIn(db: Database, sessionId: string, number: number): string | null {
  const row = sql<[string, number], { payload: Buffer }>(
    db,
    `select payload from events where session_id = ? and prompt_number = ? and kind in ('message', 'stop')
       and agent_id is null and payload is not null order by created_at desc, id desc limit 1`,
  ).get(sessionId, number);
  const body = row ? decodePayload(row.payload) : null;
  return body ? (text(body, 'text') ?? text(body, 'message')) : null;
}
