// Memories: what the compressor makes of events, and what recall finds.
import type { FileTouch } from './event.ts';
import type { ObservationType } from './memory-types.ts';

export const CONCEPTS = [
  'how-it-works',
  'why-it-exists',
  'what-changed',
  'problem-solution',
  'gotcha',
  'pattern',
  'trade-off',
] as const;

/** One finding, citing the events it came from. */
export interface Observation {
  type: ObservationType;
  title: string | null;
  subtitle: string | null;
  narrative: string | null;
  facts: string[];
  /** Any of CONCEPTS, or free words. */
  concepts: string[];
  filesRead: string[];
  filesModified: string[];
  toolName: string | null;
  eventIds: number[];
}

/** To be filled with what is known. */
export const EMPTY_OBSERVATION: Observation = {
  type: 'discovery',
  title: null,
  subtitle: null,
  narrative: null,
  facts: [],
  concepts: [],
  filesRead: [],
  filesModified: [],
  toolName: null,
  eventIds: [],
};

/** What a turn did up to one of its Stops, since the one before it. */
export interface Summary {
  request: string | null;
  investigated: string | null;
  learned: string | null;
  completed: string | null;
  nextSteps: string | null;
  filesRead: string[];
  filesEdited: string[];
  notes: string | null;
}

/** A summary, and when its Stop was. */
export interface Checkpoint extends Summary {
  at: number;
}

/** What a compressor made of one job. Nothing at all is an outcome, too. */
export interface Compressed {
  observations: Observation[];
  /** Of what happened up to the last Stop. */
  summary: Summary | null;
  /** Of the Stops before it, where the job holds several. */
  earlier?: Checkpoint[];
  /** A name for the whole session, where this turn gives it one. */
  title: string | null;
  subtitle: string | null;
}

/** What goes along with the memories of a job into the store. */
export interface MemoryContext {
  sessionId: string;
  projectId: number;
  promptNumber: number | null;
  branch: string | null;
  /** The commit that the turn made. */
  commit?: string | null;
  /** When the turn happened: memories are dated by that, not by when they were made. */
  at: number;
  provider: string;
  files: FileTouch[];
}
