// The types of observations: one row each, from which everything else is derived. A style in viewer/src/styles sets the
// color of each type.

interface MemoryTypeRow {
  /** The letter that stands for the type in lists for agents. */
  mark: string;
  /** What belongs in this type, for models and readers. */
  meaning: string;
  /** Multiplies its score in search. */
  boost: number;
  /** Its value at session start, on a scale where being new is worth 1. */
  worth: number;
}

export const MEMORY_TYPES = {
  decision: { mark: 'D', meaning: 'one way was chosen over another, for a reason', boost: 1.05, worth: 0.3 },
  bugfix: { mark: 'B', meaning: 'something was broken or unsafe and now works', boost: 1.05, worth: 0.2 },
  feature: { mark: 'F', meaning: 'something can be done that could not be done before', boost: 1, worth: 0.15 },
  refactor: { mark: 'R', meaning: 'code was restructured and behaves as before', boost: 1, worth: 0.05 },
  discovery: {
    mark: 'I',
    meaning: 'it was found out how or why something is; also a review or research',
    boost: 1,
    worth: 0.2,
  },
  change: { mark: 'C', meaning: 'any other change: docs, settings, chores, tests alone', boost: 0.97, worth: 0 },
  rule: { mark: 'U', meaning: 'how the user wants the work to be done', boost: 1.05, worth: 0.3 },
} as const satisfies Record<string, MemoryTypeRow>;

export type ObservationType = keyof typeof MEMORY_TYPES;

export const OBSERVATION_TYPES = Object.keys(MEMORY_TYPES) as [ObservationType, ...ObservationType[]];

export type FindingType = Exclude<ObservationType, 'rule'>;

/** The types that a compressor, a person or an agent may choose. Rules are made only from what the user said, or as rules. */
export const FINDING_TYPES = OBSERVATION_TYPES.filter((type) => type !== 'rule') as [FindingType, ...FindingType[]];

/** A type that this version does not know, from a later one, counts as any other change. */
export function typeRow(type: string): MemoryTypeRow {
  return Object.hasOwn(MEMORY_TYPES, type) ? MEMORY_TYPES[type as ObservationType] : MEMORY_TYPES.change;
}

/** `D = decision, B = bugfix, …` */
export const TYPE_LEGEND = OBSERVATION_TYPES.map((type) => `${MEMORY_TYPES[type].mark} = ${type}`).join(', ');
