// Search requests and results.
import type { MemoryKind, SearchFilter } from './filter.ts';
import type { ObservationType } from './memory-types.ts';

export interface SearchRequest extends SearchFilter {
  /** As typed by a person or an agent: words, "a phrase", a prefix*. No text is an error. */
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
  /** Approximate tokens needed to read it in full. */
  tokens: number;
  promptNumber: number | null;
  score: number;
  /** 0 to 1: the share of the query, by term weight, that this memory itself contains (excluding its neighbors). */
  coverage: number;
  /** How many terms of the query this memory itself contains. */
  matchedTerms: number;
  /** A newer memory has replaced it. */
  superseded: boolean;
  /** The colleague who made it; null: the user. */
  author: string | null;
  /** The sentence of it that answers the query best; null if that is its title, or unknown. */
  passage: string | null;
}

export interface SearchAnswer {
  hits: SearchHit[];
  /** Whether there is another page. */
  more: boolean;
  /** The terms that were searched for, as typed, without stop words. */
  terms: string[];
}

/** A session ranked by how well it matches the query, with its best memories. */
export interface SessionHit {
  sessionId: string;
  projectId: number;
  score: number;
  at: number;
  hits: SearchHit[];
}
