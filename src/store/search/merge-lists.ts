// Keeps the search indexes in few segments: each commit adds a small one, and a search has to read all of them.
import { type Database, sql, transact } from '../sqlite/connect.ts';

const INDEXES = ['observations_fts', 'summaries_fts', 'prompts_fts', 'host_memories_fts'];
/** Pages written in one step: a few milliseconds. */
const STEP_PAGES = 64;

/** Starts merging new segments; `mergeOn` continues step by step. */
export function beginMerge(db: Database): void {
  step(db, -STEP_PAGES);
}

/** One short step. Returns whether there is more to do. */
export function mergeOn(db: Database): boolean {
  return step(db, STEP_PAGES);
}

function step(db: Database, pages: number): boolean {
  return transact(db, () => {
    let more = false;
    for (const index of INDEXES) {
      const before = changes(db);
      sql(db, `insert into ${index} (${index}, rank) values ('merge', ?)`).run(pages);
      // The number of rows that FTS5 wrote internally shows its progress: fewer than two means nothing was merged.
      more ||= changes(db) - before >= 2;
    }
    return more;
  });
}

function changes(db: Database): number {
  return (sql<[], { n: number }>(db, 'select total_changes() as n').get() as { n: number }).n;
}
