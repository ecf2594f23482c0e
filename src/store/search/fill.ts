// Fills `search_extra`: for a memory that is written, and for those of a store that is upgraded.
import type { Database } from 'better-sqlite3';
import type { Observation, Summary } from '../../domain/memory.ts';
import { searchExtra } from '../../text/words.ts';

type ObservationText = Pick<
  Observation,
  'title' | 'subtitle' | 'narrative' | 'facts' | 'concepts' | 'filesRead' | 'filesModified'
>;

export function observationExtra(memory: ObservationText, at: number): string | null {
  const { title, subtitle, narrative, facts, concepts, filesRead, filesModified } = memory;
  return searchExtra([title, subtitle, narrative, ...facts, ...concepts, ...filesModified, ...filesRead], at);
}

export function summaryExtra(memory: Summary, at: number): string | null {
  const { request, investigated, learned, completed, nextSteps, notes, filesRead, filesEdited } = memory;
  return searchExtra([request, investigated, learned, completed, nextSteps, notes, ...filesEdited, ...filesRead], at);
}

/** The columns of each table whose words count; lists are JSON, whose marks are no words. */
const COLUMNS = {
  observations: ['title', 'subtitle', 'narrative', 'facts', 'concepts', 'files_modified', 'files_read'],
  summaries: ['request', 'investigated', 'learned', 'completed', 'next_steps', 'notes', 'files_edited', 'files_read'],
  prompts: ['text'],
};

/** For memories that were written before there were such words. */
export function fillSearchExtra(db: Database): void {
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const write = db.prepare(`update ${table} set search_extra = ? where id = ?`);
    const page = db.prepare<[number], Record<string, unknown>>(
      `select id, created_at, ${columns.join(', ')} from ${table} where id > ? and search_extra is null order by id limit 500`,
    );
    for (let last = 0, rows = page.all(last); rows.length > 0; rows = page.all(last)) {
      for (const row of rows) {
        last = row['id'] as number;
        const texts = columns.map((column) => row[column] as string | null);
        write.run(searchExtra(texts, row['created_at'] as number), last);
      }
    }
  }
}
