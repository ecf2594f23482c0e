// The words of what is forgotten, wherever else its turn repeats them.

import { ASKED } from '../../domain/memory.ts';
import { saysSame, withoutSame } from '../../text/similar.ts';
import { searchExtra } from '../../text/words.ts';
import { decodePayload } from '../ledger/payload.ts';
import { SUMMARY_TEXTS } from '../memories/summary-texts.ts';
import { type Database, sql } from '../sqlite/open.ts';
import { blankPrompt, deleteEvents, deleteMemories } from './delete-rows.ts';
import { nameSession } from './session-title.ts';
import type { Tombstones } from './tombstones.ts';

/**
 * Whether a person forgets it on this machine, or it was forgotten on another one. Whoever decides also decides which
 * other memories go with it; the others follow, and take its words out of what they have.
 */
export type Decided = 'here' | 'elsewhere';

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

/** What a shared observation said before it was edited on this machine. */
export function wordsBeforeEdit(db: Database, id: number): (string | null)[] {
  const row = sql<[number], { words: string | null }>(
    db,
    "select before_edit as words from team_items where kind = 'observation' and local_id = ?",
  ).get(id);
  if (!row?.words) return [];
  const [title, subtitle, narrative, facts] = JSON.parse(row.words) as (string | null)[];
  return [title ?? null, subtitle?.startsWith(ASKED) ? null : (subtitle ?? null), narrative ?? null, ...lists(facts)];
}

/** The same text elsewhere in the turn: messages, the summary, the prompt, the session's title. */
export function forgetWords(
  db: Database,
  tombstones: Tombstones,
  { session_id, prompt_number, texts }: ForgottenText,
  now: number,
  decided: Decided,
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
  scrubSummaries(db, tombstones, texts, turn, now, decided);
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
  table: 'sessions' | 'runs',
  fields: readonly string[],
  texts: string[],
  { where, params }: { where: string; params: unknown[] },
): void {
  const rows = sql<unknown[], Record<string, string | null>>(db, `select * from ${table} where ${where}`).all(
    ...params,
  );
  for (const row of rows) {
    const left = Object.fromEntries(fields.map((field) => [field, withoutSame(row[field] ?? null, texts)]));
    for (const field of fields)
      if (left[field] !== row[field])
        sql(db, `update ${table} set ${field} = ? where id = ?`).run(left[field], row['id']);
  }
}

/** A summary that has no word left is deleted by whoever made it. */
function scrubSummaries(
  db: Database,
  tombstones: Tombstones,
  texts: string[],
  turn: unknown[],
  now: number,
  decided: Decided,
): void {
  const rows = sql<unknown[], Record<string, string | null>>(
    db,
    `select s.*, t.role, t.pushes from summaries s left join team_projects t on t.project_id = s.project_id
     where session_id = ? and prompt_number is ?`,
  ).all(...turn);
  for (const row of rows) {
    const left = Object.fromEntries(SUMMARY_TEXTS.map((field) => [field, withoutSame(row[field] ?? null, texts)]));
    const isColleagues = row['author'] !== null;
    if (SUMMARY_TEXTS.every((field) => left[field] === row[field])) {
      if (row['pushes'] && (!isColleagues || (decided === 'elsewhere' && row['role'] === 'owner')))
        loseHistory(db, row['id'], now);
      continue;
    }
    // Who cannot send what is left of a colleague's waits for it instead of having something else than everybody.
    if (isColleagues && decided === 'elsewhere' && !row['pushes']) continue;
    if (SUMMARY_TEXTS.every((field) => left[field] === null) && !(isColleagues && decided === 'elsewhere')) {
      deleteMemories(db, tombstones, 'id = ?', [row['id']], now, ['summaries']);
      continue;
    }
    const searched = [...Object.values(left), ...lists(row['files_edited']), ...lists(row['files_read'])];
    const update = () =>
      sql(
        db,
        `update summaries set ${SUMMARY_TEXTS.map((field) => `${field} = @${field}`).join(', ')}, search_extra = @extra
         where id = @id`,
      ).run({ ...left, extra: searchExtra(searched, Number(row['created_at'])), id: row['id'] });
    // What a person forgets of a colleague's, they forget on this machine.
    if (isColleagues && decided === 'here') unsent(db, update);
    else update();
  }
}

/** It does not say it now, but may have before a person edited it: the server keeps no earlier version of it. */
function loseHistory(db: Database, id: string | null | undefined, now: number): void {
  sql(
    db,
    `insert into team_outbox (uid, op, scrub, queued_at)
     select uid, 'put', 1, ? from team_items where kind = 'summary' and local_id = ? and is_private = 0
     on conflict (uid) do update set scrub = 1, version = version + 1`,
  ).run(now, id);
}

function unsent(db: Database, change: () => void): void {
  sql(db, "insert or ignore into team_flags (name) values ('applying')").run();
  change();
  sql(db, "delete from team_flags where name = 'applying'").run();
}
