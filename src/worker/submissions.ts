// What comes over HTTP: all that arrive in one turn of the event loop share a transaction, and so one wait for the disk.
import type { Arrival } from '../capture/claude-code.ts';
import type { Ingested } from '../capture/ingest.ts';
import { CMemError } from '../domain/errors.ts';

type IngestAll = (arrivals: Arrival[]) => (Ingested | { failed: string })[];

interface Waiting {
  arrivals: Arrival[];
  done(results: Ingested[]): void;
  fail(error: unknown): void;
}

/** The first one waits for nobody: those who come while the loop turns go with it. */
export function createSubmissions(
  ingestAll: IngestAll,
  onCommit: (results: Ingested[]) => void,
): (arrivals: Arrival[]) => Promise<Ingested[]> {
  let waiting: Waiting[] = [];

  function flush(): void {
    const batch = waiting;
    waiting = [];
    try {
      const results = ingestAll(batch.flatMap((each) => each.arrivals));
      const taken: Ingested[] = [];
      let at = 0;
      for (const { arrivals, done, fail } of batch) {
        const own = results.slice(at, (at += arrivals.length));
        const good = own.filter((result): result is Ingested => !('failed' in result));
        taken.push(...good);
        if (good.length === own.length) done(good);
        else fail(new CMemError('REQUEST_INVALID', 'This cannot be recorded'));
      }
      onCommit(taken);
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  }

  return (arrivals) =>
    new Promise((done, fail) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ arrivals, done, fail });
    });
}
