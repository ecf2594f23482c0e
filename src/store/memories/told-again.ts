// Summaries that only tell again what the findings of their turn said, and therefore go with the last of them.
import { saysSame } from '../../text/similar.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { SUMMARY_TEXTS } from './summary-texts.ts';

/**
 * The summaries that would stand in the place of this observation if it were gone: no other finding of the turn is left,
 * and the title says the same. Those that a person pinned or edited stay.
 */
export function summariesThatRepeat(db: Database, observationId: number): number[] {
  const findings = sql<[number], { id: number; title: string | null; gone: number; session: string; prompt: number }>(
    db,
    `select o.id, o.title, o.hidden_until is not null as gone, o.session_id as session, o.prompt_number as prompt
     from observations mine join observations o on o.session_id = mine.session_id
       and o.prompt_number = mine.prompt_number and o.type <> 'rule'
     where mine.id = ? and mine.type <> 'rule'`,
  ).all(observationId);
  const [turn] = findings;
  if (!turn || findings.some(({ id, gone }) => id !== observationId && gone === 0)) return [];
  const titles = findings.flatMap(({ title }) => (title ? [title] : []));
  return sql<[string, number], { id: number; title: string }>(
    db,
    `select id, title from summaries where session_id = ? and prompt_number = ? and title is not null
       and pinned = 0 and edited_at is null`,
  )
    .all(turn.session, turn.prompt)
    .filter(({ title }) => saysSame(title, titles))
    .map(({ id }) => id);
}

/** The user's own summaries of its turn that say the same as this observation, wholly or in part. */
export function summariesThatTell(db: Database, observationId: number): number[] {
  const row = sql<[number], Record<string, string | null>>(
    db,
    `select title, subtitle, narrative, facts, session_id, prompt_number from observations where id = ? and type <> 'rule'`,
  ).get(observationId);
  if (!row) return [];
  const facts = JSON.parse(row['facts'] ?? '[]') as string[];
  const said = [row['title'], row['subtitle'], row['narrative'], ...facts].filter((text) => typeof text === 'string');
  return sql<unknown[], Record<string, string | null> & { id: number }>(
    db,
    `select id, ${SUMMARY_TEXTS.join(', ')} from summaries where session_id = ? and prompt_number = ?
       and hidden_until is null and author is null`,
  )
    .all(row['session_id'], row['prompt_number'])
    .filter((summary) => SUMMARY_TEXTS.some((field) => summary[field] && saysSame(summary[field], said)))
    .map(({ id }) => id);
}
