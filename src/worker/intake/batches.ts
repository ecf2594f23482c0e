// Batches: cuts the spool into pieces that fit into one transaction, and records a piece in one.

import type { Ingest, Ingested } from '../../capture/ingest.ts';
import { errorName } from '../../domain/errors.ts';
import type { Delivery } from '../../domain/host-event.ts';
import type { SpoolEntry } from '../../spool/take.ts';
import { isStoreTrouble, type Store } from '../../store/index.ts';

/** One transaction takes at most this much, so that the first file of a flood need not wait for the last. */
const BATCH_FILES = 128;
const BATCH_BYTES = 8 * 1024 * 1024;

/** Cuts the list into pieces that fit into memory and into one transaction. */
export function* batches(entries: SpoolEntry[]): Generator<SpoolEntry[]> {
  let batch: SpoolEntry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    if (batch.length >= BATCH_FILES || (batch.length > 0 && bytes + entry.bytes > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(entry);
    bytes += entry.bytes;
  }
  if (batch.length > 0) yield batch;
}

/** One result for each delivery: what came of it, or why it failed. */
export type IngestAll = (deliveries: Delivery[]) => (Ingested | { failed: string })[];

/**
 * All in one transaction. If one of them is bad, all are taken again, each in a savepoint of its own, so that it does not
 * take the others with it: savepoints for all of them, always, would cost a tenth of the time.
 */
export function createBatchIngester(store: Store, ingest: Ingest): IngestAll {
  const oneByOne = (delivery: Delivery) => {
    try {
      return store.transact(() => ingest.take(delivery));
    } catch (error) {
      // The store's own trouble concerns every file; anything else is this file's fault.
      if (isStoreTrouble(error)) throw error;
      return { failed: errorName(error) };
    }
  };
  return (deliveries) => {
    try {
      return store.transact(() => deliveries.map((delivery) => ingest.take(delivery)));
    } catch (error) {
      if (isStoreTrouble(error)) throw error;
      return store.transact(() => deliveries.map(oneByOne));
    }
  };
}
