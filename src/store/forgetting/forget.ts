// Forgetting: deletes the targets from every table, every index and the ledger, and leaves tombstones so that they
// cannot come back.

import type { MemoryKind } from '../../domain/filter.ts';
import { ASKED } from '../../domain/memory.ts';
import { clearTermsOfForgotten } from '../ledger/injections.ts';
import { SUMMARY_TEXTS } from '../memories/summary-texts.ts';
import { summariesThatRepeat } from '../memories/told-again.ts';
import { META, writeMeta } from '../sqlite/meta.ts';
import { type Database, sql, transact } from '../sqlite/open.ts';
import { dueForgets, settleDelayed } from './delayed.ts';
import { deleteEvents, deleteHostMemories, deleteMemories, deletePrompts } from './delete-rows.ts';
import { loseTitle } from './session-title.ts';
import { addRuleTombstone, openTombstones, type Tombstones } from './tombstones.ts';
import { type Decided, type ForgottenText, forgetWords, forgottenText, lists, wordsBeforeEdit } from './words.ts';

export type ForgetTarget =
  | { kind: MemoryKind; id: number }
  | { kind: 'event'; id: number }
  | { kind: 'session'; id: string }
  | { kind: 'project'; id: number }
  | { kind: 'range'; from: number; until: number; projectId: number | null };

export interface Forgotten {
  sessions: number;
  prompts: number;
  events: number;
  observations: number;
  summaries: number;
  /** Removed from the index; the host's files stay as they are. */
  hostMemories: number;
}

class DryRun extends Error {}

/** Forgets in one transaction; `dryRun` only counts. Call `wipeFreed` afterwards. */
export function forget(
  db: Database,
  targets: ForgetTarget[],
  now: number,
  dryRun = false,
  decided: Decided = 'here',
): Forgotten {
  const before = countForgettable(db);
  let gone = before;
  try {
    transact(db, () => {
      const tombstones = openTombstones(db);
      // What is left of a text that contained it is sent to the team without its earlier versions.
      const flag = decided === 'here' ? 'forgetting' : 'following';
      sql(db, 'insert or ignore into team_flags (name) values (?)').run(flag);
      for (const target of targets) forgetOne(db, tombstones, target, now, decided);
      sql(db, 'delete from team_flags where name = ?').run(flag);
      clearTermsOfForgotten(db);
      settleDelayed(db, targets);
      markCopiesBehind(db, now);
      const after = countForgettable(db);
      gone = Object.fromEntries(
        Object.entries(before).map(([name, count]) => [name, count - after[name as keyof Forgotten]]),
      ) as unknown as Forgotten;
      if (dryRun) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  return gone;
}

/** Deletes memories that whoever made them took back. What else says the same is theirs to tell, and stays. */
export function deleteWithdrawn(db: Database, targets: { kind: 'observation' | 'summary'; id: number }[], now: number) {
  const tombstones = openTombstones(db);
  for (const { kind, id } of targets)
    deleteMemories(db, tombstones, 'id = ?', [id], now, [kind === 'observation' ? 'observations' : 'summaries']);
  clearTermsOfForgotten(db);
  settleDelayed(db, targets);
  markCopiesBehind(db, now);
}

/** Records that the copies still contain what was just forgotten. */
export function markCopiesBehind(db: Database, now: number): void {
  writeMeta(db, META.copiesBehind, String(now));
}

/** Empties the write-ahead log; `secure_delete` has already overwritten the freed pages. */
export function wipeFreed(db: Database): boolean {
  const [row] = db.pragma('wal_checkpoint(truncate)') as { busy: number }[];
  return row?.busy === 0;
}

/** What is hidden and can no longer be restored: sessions and projects first, then memories. */
export function dueToForget(db: Database, now: number): ForgetTarget[] {
  const memories = sql<[number, number, number], { kind: MemoryKind; id: number }>(
    db,
    `select 'observation' as kind, id from observations where hidden_until <= ?
     union all select 'summary', id from summaries where hidden_until <= ?
     union all select 'host-memory', id from host_memories where hidden_until <= ?`,
  ).all(now, now, now);
  return [...dueForgets(db, now), ...memories];
}

function forgetOne(db: Database, tombstones: Tombstones, target: ForgetTarget, now: number, decided: Decided): void {
  switch (target.kind) {
    case 'observation':
      return forgetObservation(db, tombstones, target.id, now, decided);
    case 'summary':
      return forgetSummary(db, tombstones, target.id, now, decided);
    case 'prompt':
      return forgetTurn(db, tombstones, target.id, now);
    case 'host-memory':
      return deleteHostMemories(db, tombstones, 'id = ?', [target.id], now);
    case 'event':
      return deleteEvents(db, tombstones, 'id = ?', [target.id], now);
    case 'session':
      return forgetSession(db, tombstones, target.id, now);
    case 'project':
      return forgetProject(db, tombstones, target.id, now);
    case 'range':
      return forgetRange(db, tombstones, target, now);
  }
}

function forgetSession(db: Database, tombstones: Tombstones, id: string, now: number): void {
  tombstones.add('session', id, now);
  deleteGrown(db, tombstones, 'session_id = ?', [id], now);
  deleteEvents(db, tombstones, 'session_id = ?', [id], now);
  deleteMemories(db, tombstones, 'session_id = ?', [id], now);
  for (const { record } of sql<[string], { record: string }>(
    db,
    'select id as record from records where session_id = ?',
  ).all(id)) {
    tombstones.add('record', record, now);
  }
  // Hooks write these even before the session is known.
  sql(db, 'delete from injections where session_id = ?').run(id);
  sql(db, 'delete from sessions where id = ?').run(id);
}

function forgetProject(db: Database, tombstones: Tombstones, id: number, now: number): void {
  const keys = sql<[number, number], { id: number; key: string }>(
    db,
    'select id, key from projects where id = ? or merged_into = ?',
  ).all(id, id);
  for (const { key } of keys) tombstones.add('project', key, now);
  const sessions = sql<[number], { id: string }>(db, 'select id from sessions where project_id = ?').all(id);
  for (const session of sessions) forgetSession(db, tombstones, session.id, now);
  // Memories written by people have no session, and sessions that moved may have left events here.
  deleteMemories(db, tombstones, 'project_id = ?', [id], now);
  deleteEvents(db, tombstones, 'project_id = ?', [id], now);
  deleteHostMemories(db, tombstones, 'project_id = ?', [id], now);
  sql(db, 'delete from host_memory_files where project_id = ?').run(id);
  sql(db, 'delete from projects where id = ? or merged_into = ?').run(id, id);
}

function forgetRange(
  db: Database,
  tombstones: Tombstones,
  { from, until, projectId }: { from: number; until: number; projectId: number | null },
  now: number,
): void {
  const key =
    projectId === null
      ? null
      : (sql<[number], { key: string }>(db, 'select key from projects where id = ?').get(projectId)?.key ?? null);
  tombstones.addRange(key, from, until, now);
  const within = `created_at between ? and ?${projectId === null ? '' : ' and project_id = ?'}`;
  const span = projectId === null ? [from, until] : [from, until, projectId];
  const touched = sql<unknown[], { session_id: string; prompt_number: number | null }>(
    db,
    `select distinct session_id, prompt_number from events where ${within}`,
  ).all(...span);
  // A memory based on deleted events is deleted too, whatever its date.
  deleteMemories(
    db,
    tombstones,
    `id in (select observation_id from observation_events where event_id in (select id from events where ${within}))`,
    span,
    now,
    ['observations'],
  );
  for (const { session_id, prompt_number } of touched) {
    deleteMemories(db, tombstones, 'session_id = ? and prompt_number is ?', [session_id, prompt_number], now, [
      'summaries',
    ]);
  }
  deleteMemories(db, tombstones, within, span, now);
  deleteHostMemories(db, tombstones, within, span, now);
  deleteEvents(db, tombstones, within, span, now);
  const prompts = `created_at between ? and ? and session_id in (select id from sessions${projectId === null ? '' : ' where project_id = ?'})`;
  deletePrompts(db, tombstones, prompts, span, now);
  for (const { session_id } of touched) {
    loseTitle(db, session_id);
    sql(
      db,
      `delete from sessions where id = ? and not exists (select 1 from events where session_id = sessions.id)
         and not exists (select 1 from prompts where session_id = sessions.id)`,
    ).run(session_id);
  }
}

/** An observation of another turn that grew by what these events say contains their words. */
function deleteGrown(db: Database, tombstones: Tombstones, where: string, params: unknown[], now: number): void {
  const grown = `type <> 'rule' and times_said > 1 and id in (select observation_id from observation_events
    where event_id in (select id from events where ${where}))`;
  deleteMemories(db, tombstones, grown, params, now, ['observations']);
}

/** Forgets a prompt and everything until the next one. */
function forgetTurn(db: Database, tombstones: Tombstones, promptRow: number, now: number): void {
  const turn = sql<[number], { session_id: string; number: number }>(
    db,
    'select session_id, number from prompts where id = ?',
  ).get(promptRow);
  if (!turn) return;
  const params = [turn.session_id, turn.number];
  deleteGrown(db, tombstones, 'session_id = ? and prompt_number is ?', params, now);
  deleteMemories(db, tombstones, 'session_id = ? and prompt_number is ?', params, now);
  deleteEvents(db, tombstones, 'session_id = ? and prompt_number is ?', params, now);
  deletePrompts(db, tombstones, 'id = ?', [promptRow], now);
  if (turn.number === 1) loseTitle(db, turn.session_id);
}

function forgetObservation(db: Database, tombstones: Tombstones, id: number, now: number, decided: Decided): void {
  const row = sql<[number], Record<string, string | number | null>>(db, 'select * from observations where id = ?').get(
    id,
  );
  if (!row) return;
  const subtitle = String(row['subtitle'] ?? '');
  // A quotation of the prompt does not make the prompt a part of the memory.
  const texts = [row['title'], subtitle.startsWith(ASKED) ? null : subtitle, row['narrative'], ...lists(row['facts'])];
  if (row['type'] === 'rule')
    for (const words of [row['title'], row['narrative']])
      if (typeof words === 'string')
        addRuleTombstone(db, row['rule_scope'] === 'everywhere' ? null : (row['project_id'] as number), words, now);
  const cited = 'id in (select event_id from observation_events where observation_id = ?)';
  // Whoever forgot it may not have known what was edited here.
  const earlier = decided === 'elsewhere' ? wordsBeforeEdit(db, id) : [];
  const text = forgottenText(row, [...texts, ...earlier]);
  // An observation that grew says what several turns said.
  const turns = sql<unknown[], Pick<ForgottenText, 'session_id' | 'prompt_number'>>(
    db,
    `select distinct session_id, prompt_number from events where ${cited} and not (session_id is ? and prompt_number is ?)`,
  ).all(id, text.session_id, text.prompt_number);
  const repeating = decided === 'here' ? summariesThatRepeat(db, id) : [];
  deleteEvents(db, tombstones, cited, [id], now);
  deleteMemories(db, tombstones, 'id = ?', [id], now, ['observations']);
  for (const summary of repeating) deleteMemories(db, tombstones, 'id = ?', [summary], now, ['summaries']);
  for (const turn of row['type'] === 'rule' ? [text] : [text, ...turns])
    forgetWords(db, tombstones, { ...text, ...turn }, now, decided);
}

function forgetSummary(db: Database, tombstones: Tombstones, id: number, now: number, decided: Decided): void {
  const row = sql<[number], Record<string, string | number | null>>(db, 'select * from summaries where id = ?').get(id);
  if (!row) return;
  deleteMemories(db, tombstones, 'id = ?', [id], now, ['summaries']);
  forgetWords(
    db,
    tombstones,
    forgottenText(
      row,
      SUMMARY_TEXTS.map((field) => row[field] ?? null),
    ),
    now,
    decided,
  );
}

function countForgettable(db: Database): Forgotten {
  return sql<[], Forgotten>(
    db,
    `select (select count(*) from sessions) as sessions, (select count(*) from prompts) as prompts,
       (select count(*) from events) as events, (select count(*) from observations) as observations,
       (select count(*) from summaries) as summaries, (select count(*) from host_memories) as hostMemories`,
  ).get() as Forgotten;
}
