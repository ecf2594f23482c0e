// The words of what is forgotten, wherever else its turn repeats them.

import { saysSame, withoutSame } from '../../text/similar.ts';
import { searchExtra } from '../../text/words.ts';
import { decodePayload } from '../ledger/payload.ts';
import { SUMMARY_TEXTS } from '../memories/summary-texts.ts';
import { type Database, sql } from '../sqlite/open.ts';
import { blankPrompt, deleteEvents } from './delete-rows.ts';
import { nameSession } from './session-title.ts';
import type { Tombstones } from './tombstones.ts';

export interface ForgottenText {
  session_id: string | null;
  prompt_number: number | null;
  texts: string[];
}

export function forgottenText(
  row: Record<string, string | number | null>,
  texts: (string | number | null | undefined)[],
): ForgottenText {
  return {
    session_id: row['session_id'] as string | null,
    prompt_number: row['prompt_number'] as number | null,
    texts: texts.filter((text): text is string => typeof text === 'string' && text.length > 3),
  };
}

export function lists(stored: string | number | null | undefined): string[] {
  return typeof stored === 'string' ? (JSON.parse(stored) as string[]) : [];
}

/** The same text elsewhere in the turn: messages, the summary, the prompt, the session's title. */
export function forgetWords(
  db: Database,
  tombstones: Tombstones,
  { session_id, prompt_number, texts }: ForgottenText,
  now: number,
): void {
  if (session_id === null || texts.length === 0) return;
  const turn = [session_id, prompt_number];
  const spoken = sql<unknown[], { id: number; payload: Buffer | null }>(
    db,
    `select id, payload from events where session_id = ? and prompt_number is ?
       and kind in ('message', 'stop', 'subagent_stop', 'prompt', 'note')`,
  ).all(...turn);
  const same = spoken
    .filter(({ payload }) => payload && Object.values(decodePayload(payload)).some((value) => said(value, texts)))
    .map(({ id }) => id);
  deleteEvents(db, tombstones, 'id in (select value from json_each(?))', [JSON.stringify(same)], now);
  scrub(db, 'summaries', SUMMARY_TEXTS, texts, {
    where: 'session_id = ? and prompt_number is ?',
    params: turn,
  });
  scrub(db, 'sessions', ['title', 'subtitle'], texts, { where: 'id = ?', params: [session_id] });
  scrub(db, 'runs', ['trouble', 'ended_by'], texts, {
    where: 'event_id in (select id from events where session_id = ? and prompt_number is ?)',
    params: turn,
  });
  const prompts = sql<unknown[], { id: number; text: string }>(
    db,
    'select id, text from prompts where session_id = ? and number is ?',
  ).all(...turn);
  for (const { id, text } of prompts) {
    const left = withoutSame(text, texts);
    if (left !== text) blankPrompt(db, tombstones, id, now, left ?? '');
  }
  nameSession(db, session_id);
}

function said(value: unknown, texts: string[]): boolean {
  return typeof value === 'string' && saysSame(value, texts);
}

function scrub(
  db: Database,
  table: 'summaries' | 'sessions' | 'runs',
  fields: readonly string[],
  texts: string[],
  { where, params }: { where: string; params: unknown[] },
): void {
  const rows = sql<unknown[], Record<string, string | null>>(db, `select * from ${table} where ${where}`).all(
    ...params,
  );
  for (const row of rows) {
    const left = Object.fromEntries(fields.map((field) => [field, withoutSame(row[field] ?? null, texts)]));
    const changed = fields.filter((field) => left[field] !== row[field]);
    for (const field of changed) sql(db, `update ${table} set ${field} = ? where id = ?`).run(left[field], row['id']);
    if (table !== 'summaries' || changed.length === 0) continue;
    const searched = [...Object.values(left), ...lists(row['files_edited']), ...lists(row['files_read'])];
    sql(db, 'update summaries set search_extra = ? where id = ?').run(
      searchExtra(searched, Number(row['created_at'])),
      row['id'],
    );
  }
}
