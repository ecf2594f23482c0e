// A job: a durable request to compress a range of events. It holds a lease while it runs.

export const JOB_STATES = ['waiting', 'running', 'done', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A whole turn or its rest; a piece of a long turn; or a range that is compressed once more by something better. */
export type JobPurpose = 'turn' | 'batch' | 'recompress';

export interface Job {
  id: number;
  sessionId: string;
  purpose: JobPurpose;
  state: JobState;
  /** The range of event ids, both ends included; within it, the session's events of this prompt. */
  firstEvent: number;
  lastEvent: number;
  promptNumber: number | null;
  tries: number;
  /** Who did it, or, before that, who alone may do it: an import asks no model. */
  provider: string | null;
  leaseUntil: number | null;
  lastError: string | null;
}
