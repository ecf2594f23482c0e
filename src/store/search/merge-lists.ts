// Keeping the search indexes in few pieces: each commit adds a small piece, and a search has to look into all of them.
import { type Database, sql, transact } from '../sqlite/connect.ts';

const INDEXES = ['observations_fts', 'summaries_fts', 'prompts_fts'];
/** Pages written in one step: a few milliseconds. */
const STEP_PAGES = 64;

/** Begins to merge what has come in since; `mergeOn` goes on with it, step by step. */
export function beginMerge(db: Database): void {
  step(db, -STEP_PAGES);
}

/** One short step; answers whether there is more to do. */
export function mergeOn(db: Database): boolean {
  return step(db, STEP_PAGES);
}

function step(db: Database, pages: number): boolean {
  return transact(db, () => {
    let more = false;
    for (const index of INDEXES) {
      const before = changes(db);
      sql(db, `insert into ${index} (${index}, rank) values ('merge', ?)`).run(pages);
      // FTS5 tells by the rows it wrote for itself: fewer than two, and nothing was merged.
      more ||= changes(db) - before >= 2;
    }
    return more;
  });
}

function changes(db: Database): number {
  return (sql<[], { n: number }>(db, 'select total_changes() as n').get() as { n: number }).n;
}
