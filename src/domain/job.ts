// A job: a durable request to compress a range of events. It holds a lease while it runs.

export const JOB_STATES = ['waiting', 'running', 'done', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

export interface Job {
  id: number;
  sessionId: string;
  state: JobState;
  /** The range of event ids, both ends included. */
  firstEvent: number;
  lastEvent: number;
  tries: number;
  leaseUntil: number | null;
  lastError: string | null;
}
