// Search: what is asked of the memories, and what is found.
import type { MemoryKind, SearchFilter } from './filter.ts';
import type { ObservationType } from './memory-types.ts';

export interface SearchRequest extends SearchFilter {
  /** As a person or an agent typed it: words, "a phrase", the beginning of a word*. Never an error. */
  text: string;
  limit: number;
  offset: number;
}

export interface SearchHit {
  kind: MemoryKind;
  id: number;
  sessionId: string | null;
  projectId: number;
  /** When it happened. */
  at: number;
  /** Null for summaries and prompts. */
  type: ObservationType | null;
  title: string;
  /** About what it costs to read it in full. */
  tokens: number;
  promptNumber: number | null;
  score: number;
  /** 0 to 1: how much of the query, by the weight of its words, this memory itself contains (not its neighbors). */
  coverage: number;
  /** How many of the question's words this memory itself holds. */
  matchedTerms: number;
  /** A newer memory has taken its place. */
  superseded: boolean;
}

export interface SearchAnswer {
  hits: SearchHit[];
  /** Whether there is another page. */
  more: boolean;
  /** The words that were looked for, as they were typed; stop words are not among them. */
  terms: string[];
}

/** Sessions by what they hold of the question, each with its best memories. */
export interface SessionHit {
  sessionId: string;
  projectId: number;
  score: number;
  at: number;
  hits: SearchHit[];
}
