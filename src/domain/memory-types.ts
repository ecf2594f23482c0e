// The types of observations: one row each, and everything else is derived from it. A style in viewer/src/styles gives each
// its color.

interface MemoryTypeRow {
  /** The letter that stands for it in lists that agents read. */
  mark: string;
  /** What belongs in it, for a model and for a reader. */
  meaning: string;
  /** A factor on its score in search. */
  boost: number;
  /** What it is worth at a session's start, beside what being new is worth, which is 1. */
  worth: number;
}

export const MEMORY_TYPES = {
  decision: { mark: 'D', meaning: 'a choice that was made, with its reason', boost: 1.05, worth: 0.3 },
  bugfix: { mark: 'B', meaning: 'something was broken and now works', boost: 1.05, worth: 0.2 },
  feature: { mark: 'F', meaning: 'something new that can be done', boost: 1, worth: 0.15 },
  refactor: { mark: 'R', meaning: 'a new shape of the code, the same behavior', boost: 1, worth: 0.05 },
  discovery: { mark: 'I', meaning: 'how something works, found out', boost: 1, worth: 0.2 },
  change: { mark: 'C', meaning: 'any other change', boost: 0.97, worth: 0 },
} as const satisfies Record<string, MemoryTypeRow>;

export type ObservationType = keyof typeof MEMORY_TYPES;

export const OBSERVATION_TYPES = Object.keys(MEMORY_TYPES) as [ObservationType, ...ObservationType[]];

/** `D decision, B bugfix, …` */
export const TYPE_LEGEND = OBSERVATION_TYPES.map((type) => `${MEMORY_TYPES[type].mark} ${type}`).join(', ');
