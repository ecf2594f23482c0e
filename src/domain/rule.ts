// Rules: what the user said that should hold from now on. Each is stored as an observation of type `rule`.

/** Only a person confirms a rule or switches it off. */
export const RULE_STATES = ['said', 'confirmed', 'off'] as const;
export type RuleState = (typeof RULE_STATES)[number];

export const RULE_SCOPES = ['project', 'everywhere'] as const;
export type RuleScope = (typeof RULE_SCOPES)[number];

/**
 * Where the words come from: a prompt, the words of a rejection, a person who wrote the rule as such, an agent that
 * proposed it, the export of another store, or a colleague.
 */
export const RULE_SOURCES = ['prompt', 'rejection', 'person', 'agent', 'import', 'team'] as const;
export type RuleSource = (typeof RULE_SOURCES)[number];

/** The columns that an observation has only if it is a rule. */
export interface RuleFacts {
  state: RuleState;
  scope: RuleScope;
  source: RuleSource;
  timesSaid: number;
  lastSaidAt: number;
}

/** A rule as it was found in an event. */
export interface SaidRule {
  /** One sentence, at most 160 characters. */
  text: string;
  /** The user's words, verbatim. */
  quote: string;
  scope: RuleScope;
  source: Extract<RuleSource, 'prompt' | 'rejection'>;
  eventId: number;
  at: number;
}

export interface RuleRecord extends RuleFacts {
  id: number;
  text: string;
  quote: string | null;
  projectId: number;
  sessionId: string | null;
  promptNumber: number | null;
  edited: boolean;
  /** The colleague whose rule it is; null: the user's own. */
  author: string | null;
  /** When it was first said. */
  at: number;
  supersededBy: number | null;
  /** Rules that hold here and say the opposite. */
  conflictsWith: number[];
}
