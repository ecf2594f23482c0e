// Everything that holds certain words, wherever they stand: what a person means by "forget all about it".
import { type Database, sql } from './database.ts';
import type { ForgetTarget } from './forget.ts';
import { decodePayload } from './payload.ts';

/**
 * Memories, prompts and raw events whose text holds all the words, in any order and case. A prompt goes with its turn.
 * The words are looked for as they are written: who forgets wants no guesses by stem.
 */
export function findHolding(db: Database, words: string, projectId: number | null): ForgetTarget[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return [];
  const holds = (text: string) => {
    const low = text.toLowerCase();
    return wanted.every((word) => low.includes(word));
  };
  const found: ForgetTarget[] = [];
  const where = '(@projectId is null or project_id = @projectId)';
  const add = (kind: 'observation' | 'summary' | 'prompt', table: string, columns: string) => {
    const rows = sql<[object], { id: number } & Record<string, string | null>>(
      db,
      `select id, ${columns} from ${table} where ${where}`,
    ).iterate({ projectId });
    for (const { id, ...texts } of rows) if (holds(Object.values(texts).join('\n'))) found.push({ kind, id });
  };
  add('observation', 'observations', 'title, subtitle, narrative, facts, concepts, files_read, files_modified');
  add('summary', 'summaries', 'request, investigated, learned, completed, next_steps, files_read, files_edited, notes');
  add('prompt', 'prompts', 'text');
  const events = sql<[object], { id: number; payload: Buffer }>(
    db,
    `select id, payload from events where ${where} and payload is not null and kind <> 'prompt'`,
  ).iterate({ projectId });
  for (const { id, payload } of events) {
    if (holds(JSON.stringify(decodePayload(payload)))) found.push({ kind: 'event', id });
  }
  return found;
}

const NAMED = {
  observation: ['#', 'title', 'observations'],
  summary: ['S', 'request', 'summaries'],
  prompt: ['P', 'text', 'prompts'],
} as const;

/** The first of them as a person would know them. */
export function nameTargets(db: Database, targets: ForgetTarget[], most: number): string[] {
  return targets
    .flatMap((target) => {
      if (!(target.kind in NAMED)) return [];
      const [mark, column, table] = NAMED[target.kind as keyof typeof NAMED];
      const row = sql<[unknown], { text: string | null }>(
        db,
        `select ${column} as text from ${table} where id = ?`,
      ).get((target as { id: number }).id);
      return [
        `${mark}${(target as { id: number }).id} ${(row?.text ?? '').replace(/\s+/g, ' ').slice(0, 70)}`.trimEnd(),
      ];
    })
    .slice(0, most);
}
