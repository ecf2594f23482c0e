// A job: a durable request to compress a range of events. It holds a lease while it runs.

export const JOB_STATES = ['waiting', 'running', 'done', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A turn or its remainder; a batch from a long turn; or a range that is compressed again with something better. */
export type JobPurpose = 'turn' | 'batch' | 'recompress';

export interface Job {
  id: number;
  sessionId: string;
  purpose: JobPurpose;
  state: JobState;
  /** The range of event IDs, inclusive; within it, the job covers the session's events of this prompt. */
  firstEvent: number;
  lastEvent: number;
  promptNumber: number | null;
  tries: number;
  /** The provider that did the job, or, before that, the only one allowed to: an import calls no model. */
  provider: string | null;
  leaseUntil: number | null;
  lastError: string | null;
}
