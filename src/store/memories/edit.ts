// What users do to memories: edit, pin, supersede, and hide until they are forgotten.

import { CMemError } from '../../domain/errors.ts';
import type { Observation, Summary } from '../../domain/memory.ts';
import type { ObservationType } from '../../domain/memory-types.ts';
import { estimateTokens } from '../../text/tokens.ts';
import { observationExtra, summaryExtra } from '../search/fill.ts';
import { type Database, sql, transact } from '../sqlite/connect.ts';
import { TABLES } from './key.ts';
import { summariesThatRepeat } from './told-again.ts';

export type ObservationChanges = Partial<
  Pick<Observation, 'title' | 'subtitle' | 'narrative' | 'facts' | 'concepts'> & { type: ObservationType }
>;
export type SummaryChanges = Partial<Omit<Summary, 'filesRead' | 'filesEdited'>>;
type Kind = 'observation' | 'summary';
type ForgettableKind = Kind | 'host-memory';

/** Marks it as edited, so that no compressor overwrites it. */
export function editObservation(db: Database, id: number, changes: ObservationChanges, now: number): void {
  transact(db, () => {
    const row = sql<[number], Record<string, string>>(
      db,
      'select * from observations where id = ? and hidden_until is null',
    ).get(id);
    if (!row) throw unknown('observation', id);
    if (row['type'] === 'rule') checkRuleChange(changes);
    const old: Observation = {
      type: row['type'] as ObservationType,
      title: row['title'] ?? null,
      subtitle: row['subtitle'] ?? null,
      narrative: row['narrative'] ?? null,
      facts: list(row['facts']),
      concepts: list(row['concepts']),
      filesRead: list(row['files_read']),
      filesModified: list(row['files_modified']),
      toolName: row['tool_name'] ?? null,
      eventIds: [],
    };
    const edited = { ...old, ...changes };
    sql(
      db,
      `update observations set type = @type, title = @title, subtitle = @subtitle, narrative = @narrative, facts = @facts,
         concepts = @concepts, search_extra = @extra, tokens = @tokens, edited_at = @now where id = @id`,
    ).run({
      id,
      now,
      type: edited.type,
      title: edited.title,
      subtitle: edited.subtitle,
      narrative: edited.narrative,
      facts: JSON.stringify(edited.facts),
      concepts: JSON.stringify(edited.concepts),
      extra: observationExtra(edited, Number(row['created_at'])),
      tokens: estimateTokens(JSON.stringify(edited)),
    });
  });
}

/** A rule stays one, and its quotation is what was said. */
function checkRuleChange(changes: ObservationChanges): void {
  const fixed = (['type', 'subtitle', 'narrative', 'facts'] as const).find((field) => changes[field] !== undefined);
  if (fixed)
    throw new CMemError('REQUEST_INVALID', `The ${fixed} of a rule cannot be changed`, { fix: 'Change its text.' });
}

export function editSummary(db: Database, id: number, changes: SummaryChanges, now: number): void {
  transact(db, () => {
    const row = sql<[number], Record<string, string>>(
      db,
      'select * from summaries where id = ? and hidden_until is null',
    ).get(id);
    if (!row) throw unknown('summary', id);
    const edited: Summary = {
      title: row['title'] ?? null,
      request: row['request'] ?? null,
      investigated: row['investigated'] ?? null,
      learned: row['learned'] ?? null,
      completed: row['completed'] ?? null,
      nextSteps: row['next_steps'] ?? null,
      notes: row['notes'] ?? null,
      filesRead: list(row['files_read']),
      filesEdited: list(row['files_edited']),
      ...changes,
    };
    sql(
      db,
      `update summaries set title = @title, request = @request, investigated = @investigated, learned = @learned, completed = @completed,
         next_steps = @nextSteps, notes = @notes, search_extra = @extra, tokens = @tokens, edited_at = @now where id = @id`,
    ).run({
      ...{
        id,
        now,
        title: edited.title,
        request: edited.request,
        investigated: edited.investigated,
        learned: edited.learned,
      },
      ...{ completed: edited.completed, nextSteps: edited.nextSteps, notes: edited.notes },
      extra: summaryExtra(edited, Number(row['created_at'])),
      tokens: estimateTokens(JSON.stringify(edited)),
    });
  });
}

export function pinMemory(db: Database, kind: Kind, id: number, pinned: boolean): void {
  const { changes } = sql(db, `update ${TABLES[kind].name} set pinned = ? where id = ? and hidden_until is null`).run(
    pinned ? 1 : 0,
    id,
  );
  if (changes === 0) throw unknown(kind, id);
}

/** Another memory of the same project replaces it; null undoes that. */
export function supersede(db: Database, id: number, by: number | null): void {
  transact(db, () => {
    const project = (of: number) =>
      sql<[number], { project_id: number; superseded_by: number | null }>(
        db,
        'select project_id, superseded_by from observations where id = ? and hidden_until is null',
      ).get(of);
    const old = project(id);
    if (!old) throw unknown('observation', id);
    if (by !== null) {
      const newer = project(by);
      if (!newer) throw unknown('observation', by);
      if (newer.project_id !== old.project_id)
        throw new CMemError('REQUEST_INVALID', 'A memory cannot be superseded by one of another project');
      // No cycles: following the links must end somewhere.
      for (let at: number | null = by, steps = 0; at !== null && steps < 1000; steps += 1) {
        if (at === id) throw new CMemError('REQUEST_INVALID', `#${by} is itself superseded by #${id}`);
        at = project(at)?.superseded_by ?? null;
      }
    }
    sql(db, 'update observations set superseded_by = ? where id = ?').run(by, id);
  });
}

/** Hides it immediately, to be forgotten permanently at `until` unless it is restored before. */
export function hideMemory(db: Database, kind: ForgettableKind, id: number, until: number): void {
  transact(db, () => {
    const hide = (of: ForgettableKind, each: number) =>
      sql(db, `update ${TABLES[of].name} set hidden_until = ? where id = ? and hidden_until is null`).run(until, each);
    if (hide(kind, id).changes === 0) throw unknown(kind, id);
    if (kind === 'observation') for (const summary of summariesThatRepeat(db, id)) hide('summary', summary);
  });
}

/** With the summaries that were hidden with it. */
export function bringBack(db: Database, kind: ForgettableKind, id: number): void {
  transact(db, () => {
    if (kind === 'observation')
      sql(
        db,
        `update summaries set hidden_until = null where id in (select value from json_each(@summaries))
           and hidden_until = (select hidden_until from observations where id = @id)`,
      ).run({ id, summaries: JSON.stringify(summariesThatRepeat(db, id)) });
    const { changes } = sql(
      db,
      `update ${TABLES[kind].name} set hidden_until = null where id = ? and hidden_until is not null`,
    ).run(id);
    if (changes === 0) throw unknown(kind, id);
  });
}

function unknown(kind: ForgettableKind, id: number): CMemError {
  return new CMemError('MEMORY_UNKNOWN', `There is no ${kind.replace('-', ' ')} ${id}`);
}

function list(stored: string | undefined): string[] {
  return JSON.parse(stored ?? '[]') as string[];
}
