// The retry policy: how often a job is tried, how long it waits between tries, and when the embedded compressor takes over.

/** After so many failed tries of the model, the embedded compressor does the job. */
const MODEL_TRIES = 3;
/** After so many, a job that fails through a fault of our own is marked as failed, which `c-mem status` reports. */
const FAULT_TRIES = 5;
const FIRST_WAIT_MS = 2000;
/** Waits double with each try, up to this many times: about half an hour. */
const MOST_DOUBLINGS = 10;

/** Whether the model is asked at all. */
export const mayAskModel = (tries: number): boolean => tries <= MODEL_TRIES;

/** Whether a model that did not answer is asked once more. */
export const mayAskModelAgain = (tries: number): boolean => tries < MODEL_TRIES;

/** Whether a job that failed through a fault of our own is tried once more. */
export const mayTryAgain = (tries: number): boolean => tries < FAULT_TRIES;

/**
 * Waits get longer with each try, and are spread (`random` is 0 to 1) so that jobs do not all come back at the same
 * moment. A provider that says how long to wait is not asked earlier.
 */
export function retryWaitMs(tries: number, askedToWaitMs: number | null, random: number): number {
  const wait = FIRST_WAIT_MS * 2 ** Math.min(tries - 1, MOST_DOUBLINGS) * (0.5 + random);
  return Math.round(Math.max(askedToWaitMs ?? 0, wait));
}
