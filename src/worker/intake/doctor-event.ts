// The event that `c-mem doctor` sends: recorded like any other, then rolled back. The result is written to a file.

import { renameSync, writeFileSync } from 'node:fs';
import type { Arrival } from '../../capture/claude-code.ts';
import type { Ingest } from '../../capture/ingest.ts';
import { errorName } from '../../domain/errors.ts';
import { text } from '../../domain/json.ts';
import type { Store } from '../../store/index.ts';

export function isDoctorEvent({ payload }: Pick<Arrival, 'payload'>): boolean {
  return text(payload, 'c_mem_probe') !== null;
}

export function tryDoctorEvent(store: Store, ingest: Ingest, arrival: Arrival, file: string): void {
  const outcome = { id: text(arrival.payload, 'c_mem_probe'), result: take(store, ingest, arrival) };
  writeFileSync(`${file}.part`, `${JSON.stringify(outcome)}\n`, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

class RolledBack extends Error {
  constructor(readonly result: string) {
    super('rolled back on purpose');
  }
}

function take(store: Store, ingest: Ingest, arrival: Arrival): string {
  try {
    return store.transact(() => {
      throw new RolledBack(ingest.take(arrival).result);
    });
  } catch (error) {
    return error instanceof RolledBack ? error.result : errorName(error);
  }
}
