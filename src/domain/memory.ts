// Memories: what the compressor makes of events, and what recall finds.

export const OBSERVATION_TYPES = ['decision', 'bugfix', 'feature', 'refactor', 'discovery', 'change'] as const;
export type ObservationType = (typeof OBSERVATION_TYPES)[number];

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
  promptNumber: number | null;
  toolName: string | null;
  eventIds: number[];
  branch: string | null;
  commit: string | null;
}

/** What a turn did. */
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
