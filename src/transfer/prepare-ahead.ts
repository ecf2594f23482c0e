// Sends sessions to the thread that prepares them. Without the thread, everything is done here, only later.
import { Worker } from 'node:worker_threads';
import type { PreparedTurn } from './prepare.ts';
import type { Prepared, Request } from './prepare-thread.ts';

export interface PrepareAhead {
  /** Resolves to what could be prepared, by job. An urgent one goes before the others. */
  prepare(sessionId: string, isUrgent?: boolean): Promise<Map<number, PreparedTurn>>;
  end(): Promise<void>;
}

export function startPreparing(script: string, database: string): PrepareAhead {
  const waiting: { sessionId: string; resolve: (turns: PreparedTurn[]) => void }[] = [];
  let isRunning = true;
  const thread = new Worker(script, { workerData: { database } });
  thread.unref();
  thread.on('message', ({ sessionId, turns }: Prepared) => {
    const asked = waiting.find((each) => each.sessionId === sessionId);
    if (asked) waiting.splice(waiting.indexOf(asked), 1);
    asked?.resolve(turns);
  });
  const giveUp = () => {
    isRunning = false;
    for (const { resolve } of waiting.splice(0)) resolve([]);
  };
  thread.on('error', giveUp);
  thread.on('exit', giveUp);
  return {
    async prepare(sessionId, isUrgent = false) {
      const turns = await new Promise<PreparedTurn[]>((resolve) => {
        if (!isRunning) return resolve([]);
        waiting.push({ sessionId, resolve });
        thread.postMessage({ sessionId, isUrgent } satisfies Request);
      });
      return new Map(turns.map((turn) => [turn.jobId, turn]));
    },
    async end() {
      await thread.terminate();
    },
  };
}
