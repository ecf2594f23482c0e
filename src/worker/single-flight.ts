// Runs one piece of work at a time: a request during a run makes exactly one more run follow.

export interface SingleFlight {
  /** Requests a run and returns immediately. During a run, another one follows it. */
  wake(): void;
  isRunning(): boolean;
  /** Whether another run was requested during this one. */
  isRequested(): boolean;
  isStopped(): boolean;
  /** Resolves when nothing is running and nothing follows. */
  settled(): Promise<void>;
  /** No further run starts; the current one sees it through `isStopped`. */
  stop(): void;
}

/** `work` handles its own errors. `onRest` is called after a run that no other one follows. */
export function createSingleFlight(work: () => Promise<void>, onRest: () => void = () => undefined): SingleFlight {
  let running: Promise<void> | null = null;
  let requested = false;
  let stopped = false;

  function wake(): void {
    if (stopped) return;
    if (running) {
      requested = true;
      return;
    }
    running = work().finally(() => {
      running = null;
      if (!requested) return onRest();
      requested = false;
      wake();
    });
  }

  return {
    wake,
    isRunning: () => running !== null,
    isRequested: () => requested,
    isStopped: () => stopped,
    async settled() {
      while (running) await running;
    },
    stop() {
      stopped = true;
    },
  };
}
