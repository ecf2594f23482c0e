// What models said that could not be read: kept with the job, so that `status` and `doctor` can tell (M4).
import type { Job } from '../../domain/job.ts';
import { type Database, sql } from '../sqlite/open.ts';

const MOST_BYTES = 8 * 1024;

export interface UnreadableAnswer {
  jobId: number;
  sessionId: string;
  promptNumber: number | null;
  /** Who did the job in the end; null where nobody has yet. */
  doneBy: string | null;
  words: string;
}

/** Until a later answer can be read in full. */
export function keepUnreadable(db: Database, job: Job, owner: string, words: string): void {
  sql(db, "update jobs set unreadable = ? where id = ? and state = 'running' and lease_owner = ?").run(
    bounded(words),
    job.id,
    owner,
  );
}

/** A later answer could be read in full: there is nothing left to tell. */
export function clearUnreadable(db: Database, job: Job, owner: string): void {
  sql(
    db,
    "update jobs set unreadable = null where id = ? and unreadable is not null and state = 'running' and lease_owner = ?",
  ).run(job.id, owner);
}

/** The newest first. */
export function unreadableAnswers(db: Database, most: number): UnreadableAnswer[] {
  return sql<[number], UnreadableAnswer>(
    db,
    `select id as jobId, session_id as sessionId, prompt_number as promptNumber, provider as doneBy,
       unreadable as words
     from jobs where unreadable is not null order by id desc limit ?`,
  ).all(most);
}

export function countUnreadable(db: Database): number {
  return sql<[], { n: number }>(db, 'select count(unreadable) as n from jobs').get()?.n ?? 0;
}

/** The beginning of it, cut between two characters. */
function bounded(words: string): string {
  const bytes = Buffer.from(words.replaceAll('\0', ''));
  if (bytes.length <= MOST_BYTES) return bytes.toString();
  return `${bytes
    .subarray(0, MOST_BYTES - 8)
    .toString()
    .replace(/\uFFFD+$/, '')}…`;
}
