// The thread that prepares: receives the id of a session that was read, and answers with its compressed turns.
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../store/index.ts';
import { type PreparedTurn, prepareSession } from './prepare.ts';

export interface Prepared {
  sessionId: string;
  turns: PreparedTurn[];
}

const store = openStore((workerData as { database: string }).database, { readonly: true });

parentPort?.on('message', (sessionId: string) => {
  parentPort?.postMessage({ sessionId, turns: prepare(sessionId) } satisfies Prepared);
});

/** Whatever goes wrong here goes wrong again where it is reported. */
function prepare(sessionId: string): PreparedTurn[] {
  try {
    return prepareSession(store, sessionId, Date.now());
  } catch {
    return [];
  }
}
