// How fast events come in over HTTP: in a flood, other work waits a little.

const WINDOW_MS = 100;
/** So many in two windows are a flood. */
const BUSY = 20;

export interface ArrivalRate {
  add(arrived: number): void;
  isBusy(): boolean;
}

/** Counts the current tenth of a second and the one before it. */
export function createArrivalRate(now: () => number): ArrivalRate {
  let window = { since: 0, count: 0, before: 0 };

  function add(arrived: number): void {
    const age = now() - window.since;
    if (age >= WINDOW_MS) window = { since: now(), count: 0, before: age < 2 * WINDOW_MS ? window.count : 0 };
    window.count += arrived;
  }

  return {
    add,
    isBusy() {
      add(0);
      return window.count + window.before >= BUSY;
    },
  };
}
