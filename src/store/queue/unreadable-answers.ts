// Model answers that could not be parsed: kept with the job, so that `status` and `doctor` can report them.
import type { Job } from '../../domain/job.ts';
import { type Database, sql } from '../sqlite/open.ts';

const MOST_BYTES = 8 * 1024;

export interface UnreadableAnswer {
  jobId: number;
  sessionId: string;
  promptNumber: number | null;
  /** The provider that finally did the job; null if none has yet. */
  doneBy: string | null;
  words: string;
}

/** Kept until a later answer can be parsed. */
export function keepUnreadable(db: Database, job: Job, owner: string, words: string): void {
  sql(db, "update jobs set unreadable = ? where id = ? and state = 'running' and lease_owner = ?").run(
    bounded(words),
    job.id,
    owner,
  );
}

/** Called when a later answer could be parsed. */
export function clearUnreadable(db: Database, job: Job, owner: string): void {
  sql(
    db,
    "update jobs set unreadable = null where id = ? and unreadable is not null and state = 'running' and lease_owner = ?",
  ).run(job.id, owner);
}

/** Newest first. */
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

/** Cuts to the limit, without splitting a character. */
function bounded(words: string): string {
  const bytes = Buffer.from(words.replaceAll('\0', ''));
  if (bytes.length <= MOST_BYTES) return bytes.toString();
  return `${bytes
    .subarray(0, MOST_BYTES - 8)
    .toString()
    .replace(/\uFFFD+$/, '')}…`;
}
