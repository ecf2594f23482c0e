// Memories as recall reads them back, with their provenance.

import type { FileTouch } from './event.ts';
import type { Observation, Summary } from './memory.ts';
import type { ObservationType } from './memory-types.ts';
import type { RuleFacts } from './rule.ts';

export interface Provenance {
  sessionId: string | null;
  projectId: number;
  promptNumber: number | null;
  branch: string | null;
  commit: string | null;
  /** What made it: a compressor, or a person. */
  provider: string | null;
  tokens: number;
  pinned: boolean;
  edited: boolean;
  /** The colleague who made it; null: the user. */
  author: string | null;
  /** When it happened. */
  at: number;
}

export interface ObservationRecord extends Omit<Observation, 'toolName' | 'eventIds'>, Provenance {
  id: number;
  supersededBy: number | null;
  /** Null unless it is a rule. */
  rule: RuleFacts | null;
  /** The files it refers to, each with its digest at the time. */
  touches: FileTouch[];
}

/** The parts of an observation needed for one line of a list, cheap to read in bulk. */
export interface ObservationBrief {
  id: number;
  type: ObservationType;
  /** Its title, else its first words. */
  title: string;
  /** The turn it belongs to. */
  sessionId: string | null;
  promptNumber: number | null;
  branch: string | null;
  pinned: boolean;
  tokens: number;
  author: string | null;
  at: number;
}

export interface SummaryRecord extends Summary, Provenance {
  id: number;
}

/** A turn without a summary yet: its prompt and the last message stand in for one. */
export interface OpenTurn {
  sessionId: string;
  promptNumber: number | null;
  prompt: string | null;
  lastMessage: string | null;
  branch: string | null;
  at: number;
}

export interface SessionRecord {
  id: string;
  host: string;
  projectId: number;
  title: string | null;
  subtitle: string | null;
  prompts: number;
  status: string;
  author: string | null;
  startedAt: number;
  lastEventAt: number;
}

/** What was shown to a session, and the newest memories at that time. */
export interface Injection {
  sessionId: string;
  occasion: 'session_start' | 'prompt' | 'tool';
  characters: number;
  /** Shown in full. */
  observations: number[];
  summaries: number[];
  /** The words of the prompt that matched, or what the agent searched for; empty if unknown. */
  terms: string[];
  /** Some work of the project was still waiting to be compressed. */
  pending: boolean;
  lastObservation: number;
  lastSummary: number;
  at: number;
}
