// Runs maintenance tasks that are due, one after the other; after a failure all of them wait for a while.

import { setImmediate } from 'node:timers/promises';
import { createSingleFlight } from '../single-flight.ts';

const TRY_AGAIN_MS = 3600_000;

export interface Task {
  /** Cheap: asked every few seconds. */
  isDue(): boolean;
  /** Long work looks at `isStopped` between two steps. */
  run(isStopped: () => boolean): Promise<void>;
}

export interface TaskRunner {
  /** Starts what is due and returns immediately. */
  start(): void;
  isRunning(): boolean;
  settled(): Promise<void>;
  stop(): void;
}

export function createTaskRunner(tasks: Task[], now: () => number, onError: (error: unknown) => void): TaskRunner {
  let notBefore = 0;
  const flight = createSingleFlight(async () => {
    try {
      await setImmediate();
      for (const task of tasks) if (!flight.isStopped() && task.isDue()) await task.run(flight.isStopped);
    } catch (error) {
      notBefore = now() + TRY_AGAIN_MS;
      onError(error);
    }
  });
  return {
    start() {
      if (flight.isRunning() || now() < notBefore) return;
      if (tasks.some((task) => task.isDue())) flight.wake();
    },
    isRunning: flight.isRunning,
    settled: flight.settled,
    stop: flight.stop,
  };
}
