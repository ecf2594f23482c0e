// What comes over HTTP: all that arrive at about the same moment share a transaction, and so one wait for the disk.

import type { Ingested } from '../capture/ingest.ts';
import { CMemError } from '../domain/errors.ts';
import type { Delivery } from '../domain/host-event.ts';
import type { IngestAll } from './batches.ts';

interface Waiting {
  deliveries: Delivery[];
  done(results: Ingested[]): void;
  fail(error: unknown): void;
}

/** A wait for the disk is shared by all that come within so many turns of the loop. */
const ROUNDS = 6;
const WINDOW_MS = 100;
/** So many in two windows are a flood. */
const BUSY = 20;

export interface Submissions {
  take(deliveries: Delivery[]): Promise<Ingested[]>;
  isBusy(): boolean;
}

/** One that comes alone waits for two turns of the loop and nothing else. */
export function createSubmissions(
  ingestAll: IngestAll,
  onCommit: (results: Ingested[]) => void,
  now: () => number,
): Submissions {
  let waiting: Waiting[] = [];
  let window = { since: 0, count: 0, before: 0 };

  /** How many came in this tenth of a second and the one before it. */
  function count(arrived: number): number {
    const at = now();
    const age = at - window.since;
    if (age >= WINDOW_MS) window = { since: at, count: 0, before: age < 2 * WINDOW_MS ? window.count : 0 };
    window.count += arrived;
    return window.count + window.before;
  }

  /** Requests that are just being read come in the next turns of the loop: as long as there are more, they are waited for. */
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

  return {
    take: (deliveries) =>
      new Promise((done, fail) => {
        count(deliveries.length);
        waiting.push({ deliveries, done, fail });
        if (waiting.length === 1) gather(0, ROUNDS);
      }),
    isBusy: () => count(0) >= BUSY,
  };
}
