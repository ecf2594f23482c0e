// Events that come over HTTP: all that arrive at about the same moment share a transaction, and so one wait for the disk.

import type { Ingested } from '../../capture/ingest.ts';
import { CMemError } from '../../domain/errors.ts';
import type { Delivery } from '../../domain/host-event.ts';
import type { IngestAll } from './batches.ts';

interface Submission {
  deliveries: Delivery[];
  done(results: Ingested[]): void;
  fail(error: unknown): void;
}

/** A wait for the disk is shared by all that come within so many turns of the event loop. */
const ROUNDS = 6;

/** Resolves when all of them are on disk. */
export type Submit = (deliveries: Delivery[]) => Promise<Ingested[]>;

/** A submission that comes alone waits for two turns of the event loop and nothing else. */
export function createSubmissions(ingestAll: IngestAll, onCommit: (results: Ingested[]) => void): Submit {
  let waiting: Submission[] = [];

  /** Requests that are still being read come in the next turns of the loop: wait as long as there are more. */
  function gather(known: number, rounds: number): void {
    setImmediate(() => {
      if (waiting.length > known && rounds > 0) gather(waiting.length, rounds - 1);
      else flush();
    });
  }

  function flush(): void {
    const batch = waiting;
    waiting = [];
    try {
      const results = ingestAll(batch.flatMap((each) => each.deliveries));
      const taken: Ingested[] = [];
      let at = 0;
      for (const { deliveries, done, fail } of batch) {
        const own = results.slice(at, (at += deliveries.length));
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

  return (deliveries) =>
    new Promise((done, fail) => {
      waiting.push({ deliveries, done, fail });
      if (waiting.length === 1) gather(0, ROUNDS);
    });
}
