// Findings that no commit contains yet, and their ties to the commit that does.
import type { CommitTie, UncommittedFinding } from '../../domain/memory.ts';
import { observationExtra } from '../search/fill.ts';
import { type Database, sql } from '../sqlite/open.ts';
import { TOUCHED } from './touched.ts';

const MOST_FINDINGS = 20;

/** The findings of a session up to a turn that changed files and are in no commit yet, newest first. */
export function uncommittedFindings(db: Database, sessionId: string, before: number): UncommittedFinding[] {
  return sql<[string, number, number], Record<string, string> & { id: number; touched: number }>(
    db,
    `select id, title, narrative, facts, files_modified, ${TOUCHED} as touched from observations
     where session_id = ? and prompt_number < ? and commit_id is null and files_modified <> '[]' and type <> 'rule'
       and hidden_until is null order by id desc limit ?`,
  )
    .all(sessionId, before, MOST_FINDINGS)
    .map((row) => ({
      id: row.id,
      text: [row['title'], row['narrative'], row['facts']].join('\n'),
      filesModified: JSON.parse(row['files_modified'] as string) as string[],
      isTouched: row.touched === 1,
    }));
}

/** Lends findings the words and the hash of their commit. What a person wrote keeps its words. */
export function writeTies(db: Database, ties: CommitTie[]): number[] {
  for (const { observationId, hash, fact, title } of ties) {
    const row = sql<[number], Record<string, string> & { created_at: number; touched: number }>(
      db,
      `select *, ${TOUCHED} as touched from observations where id = ?`,
    ).get(observationId);
    if (!row) continue;
    if (row.touched === 1) {
      sql(db, 'update observations set commit_id = ? where id = ?').run(hash, observationId);
      continue;
    }
    const list = (text: string | undefined) => JSON.parse(text ?? '[]') as string[];
    const facts = [...new Set([fact, ...list(row['facts'])])];
    const tied = {
      title: title ?? row['title'] ?? null,
      subtitle: row['subtitle'] ?? null,
      narrative: row['narrative'] ?? null,
      facts,
      concepts: list(row['concepts']),
      filesRead: list(row['files_read']),
      filesModified: list(row['files_modified']),
    };
    sql(db, 'update observations set commit_id = ?, title = ?, facts = ?, search_extra = ? where id = ?').run(
      hash,
      tied.title,
      JSON.stringify(facts),
      observationExtra(tied, row.created_at),
      observationId,
    );
  }
  return ties.map(({ observationId }) => observationId);
}
