// The event that `c-mem doctor` sends: recorded like any other, then rolled back. The result is written to a file.

import type { Ingest } from '../../capture/ingest.ts';
import { writeJsonAtomic } from '../../config/atomic-file.ts';
import { errorName } from '../../domain/errors.ts';
import type { Delivery } from '../../domain/host-event.ts';
import { type JsonObject, text } from '../../domain/json.ts';
import type { Store } from '../../store/index.ts';

/** The ID of the probe; null for every other payload. */
export function doctorEventId(payload: JsonObject): string | null {
  return text(payload, 'c_mem_probe');
}

export function tryDoctorEvent(store: Store, ingest: Ingest, id: string, delivery: Delivery, file: string): void {
  const outcome = { id, result: take(store, ingest, delivery) };
  writeJsonAtomic(file, outcome);
}

class RolledBack extends Error {
  constructor(readonly result: string) {
    super('rolled back on purpose');
  }
}

function take(store: Store, ingest: Ingest, delivery: Delivery): string {
  try {
    return store.transact(() => {
      throw new RolledBack(ingest.take(delivery).result);
    });
  } catch (error) {
    return error instanceof RolledBack ? error.result : errorName(error);
  }
}
