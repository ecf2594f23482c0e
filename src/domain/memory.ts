// Memories: what the compressor makes of events, and what recall finds.
import type { FileTouch } from './event.ts';
import type { ObservationType } from './memory-types.ts';
import type { SaidRule } from './rule.ts';

export const CONCEPTS = [
  'how-it-works',
  'why-it-exists',
  'what-changed',
  'problem-solution',
  'gotcha',
  'pattern',
  'trade-off',
] as const;

/** Marks a subtitle that quotes the prompt instead of saying something itself. */
export const ASKED = 'Asked: ';

/** Ends the title of a turn that continued what the turn before was about. */
export const FOLLOW_UP = ' (follow-up)';

/** One finding, with the events it is based on. */
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

/** What a turn did up to one of its Stops, since the previous one. */
export interface Summary {
  /** What the turn did, in one line; null if there is no line for it. */
  title: string | null;
  request: string | null;
  investigated: string | null;
  learned: string | null;
  completed: string | null;
  nextSteps: string | null;
  filesRead: string[];
  filesEdited: string[];
  notes: string | null;
}

/** A summary and the time of its Stop. */
export interface Checkpoint extends Summary {
  at: number;
}

/** What a compressor made of one job. It may be nothing at all. */
export interface Compressed {
  observations: Observation[];
  /** Covers the work up to the last Stop. */
  summary: Summary | null;
  /** For the earlier Stops, if the job contains several. */
  earlier?: Checkpoint[];
  /** A title for the entire session, if this turn provides one. */
  title: string | null;
  subtitle: string | null;
  /** The version of the embedded compressor; none if a model made it. */
  compressor?: number;
}

/** A command that builds, tests, lints or runs the project, and how it ended once. */
export interface ProjectRun {
  eventId: number;
  /** Its place among the commands of one call. */
  position: number;
  kind: 'build' | 'test' | 'lint' | 'run';
  /** As one would type it again for the entire project. */
  command: string;
  /** It was narrowed to some files or names. */
  partial: boolean;
  failed: boolean;
  /** What went wrong, in one line. */
  trouble: string | null;
  /** What was done before it passed again, in one line. */
  endedBy: string | null;
  at: number;
}

/** A finding of the session that is in no commit yet. */
export interface UncommittedFinding {
  id: number;
  /** Title, narrative and facts. */
  text: string;
  filesModified: string[];
  /** A person edited or pinned it. */
  isTouched: boolean;
}

/** A commit that contains the work of an earlier finding. */
export interface CommitTie {
  observationId: number;
  hash: string | null;
  fact: string;
  /** A better title, in the words of the commit. */
  title: string | null;
}

/** What is stored along with the memories of a job. */
export interface MemoryContext {
  sessionId: string;
  projectId: number;
  promptNumber: number | null;
  branch: string | null;
  /** The commit made in the turn. */
  commit?: string | null;
  /** The findings of earlier turns that it contains. */
  ties?: CommitTie[];
  /** When the turn happened. Memories carry this date, not the date of their compression. */
  at: number;
  provider: string;
  files: FileTouch[];
  /** What the turn so far proves about working in the project. */
  runs?: ProjectRun[];
  /** What the user said in these events that should hold from now on. */
  rules?: SaidRule[];
}
