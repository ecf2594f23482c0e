// The thread that prepares: receives sessions that were read, and answers with their compressed turns.
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../store/index.ts';
import { type PreparedTurn, prepareSession } from './prepare.ts';

export interface Request {
  sessionId: string;
  /** The import waits for it before it can go on with other sessions. */
  isUrgent: boolean;
}

export interface Prepared {
  sessionId: string;
  turns: PreparedTurn[];
}

const store = openStore((workerData as { database: string }).database, { readonly: true });

const waiting: Request[] = [];

parentPort?.on('message', (request: Request) => {
  if (request.isUrgent) waiting.unshift(request);
  else waiting.push(request);
  if (waiting.length === 1) setImmediate(answerNext);
});

/** One at a time, so that an urgent one is heard of before the next. */
function answerNext(): void {
  const { sessionId } = waiting[0] as Request;
  parentPort?.postMessage({ sessionId, turns: prepare(sessionId) } satisfies Prepared);
  waiting.shift();
  if (waiting.length > 0) setImmediate(answerNext);
}

/** Whatever goes wrong here goes wrong again where it is reported. */
function prepare(sessionId: string): PreparedTurn[] {
  try {
    return prepareSession(store, sessionId, Date.now());
  } catch {
    return [];
  }
}
