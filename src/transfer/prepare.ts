// Compresses the turns of an imported session ahead of time, from a connection that only reads. What earlier turns will
// have been called is assumed; whoever stores the result checks that it came true.
import { isDeepStrictEqual } from 'node:util';
import type { CommittedWork } from '../compress/commit-ties.ts';
import { compressEmbedded } from '../compress/embedded/compress.ts';
import { type JobState, loadJob, loadState } from '../compress/load.ts';
import type { Compressed, MemoryContext } from '../domain/memory.ts';
import type { Store } from '../store/index.ts';

export interface PreparedTurn {
  jobId: number;
  /** What was assumed of the turns before. */
  assumed: JobState;
  result: Compressed;
  context: MemoryContext;
  committed: CommittedWork;
}

export function prepareSession(store: Store, sessionId: string, now: number): PreparedTurn[] {
  const prepared: PreparedTurn[] = [];
  const titles: string[] = [];
  const firstOfTurn = new Map<number, string>();
  for (const job of store.jobs.claimableByImport(sessionId, now)) {
    const stored = loadState(store, job);
    const assumed: JobState = {
      ...stored,
      knownTitles: [...stored.knownTitles, ...titles],
      before: stored.before.map((turn) => ({ ...turn, title: turn.title ?? firstOfTurn.get(turn.number) ?? null })),
    };
    const { material, context, committed } = loadJob(store, job, now, assumed);
    const result = compressEmbedded(material);
    prepared.push({ jobId: job.id, assumed, result, context, committed });
    for (const { title } of result.observations) {
      if (title === null) continue;
      titles.push(title);
      if (job.promptNumber !== null && !firstOfTurn.has(job.promptNumber)) firstOfTurn.set(job.promptNumber, title);
    }
  }
  return prepared;
}

/** Whether the turn would be compressed to the same, now that the turns before it are stored. */
export function cameTrue({ assumed, result }: PreparedTurn, state: JobState): boolean {
  const { knownTitles: expected, ...others } = assumed;
  const { knownTitles: known, ...rest } = state;
  if (!isDeepStrictEqual(others, rest)) return false;
  const [before, after] = [lowerCase(expected), lowerCase(known)];
  const wrong = [...before]
    .filter((title) => !after.has(title))
    .concat([...after].filter((title) => !before.has(title)));
  // A title that is taken is not used again, or with the name of a file after it.
  return wrong.every((other) => result.observations.every(({ title }) => !title?.toLowerCase().startsWith(other)));
}

const lowerCase = (titles: string[]) => new Set(titles.map((title) => title.toLowerCase()));
