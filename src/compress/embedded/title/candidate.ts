// A line that could be the title of a turn, and where it comes from.

import type { Speech } from '../speech/index.ts';

/** What a phrase is: where it comes from decides how natural it is as a scope or an aside. */
export const PHRASE_KINDS = ['reference', 'file', 'symbol', 'name', 'words'] as const;
export type PhraseKind = (typeof PHRASE_KINDS)[number];

/** Where a candidate comes from, in the order of the table of weights. */
export const SOURCES = [
  'request heading',
  'request',
  'later request',
  'chosen',
  'commit',
  'pull request',
  'lead',
  'sentence',
  'heading',
  'point',
  'bold',
  'earlier message',
  'plan',
  'task',
  'diff',
  'reviewed',
  'offered',
  'session title',
  'before',
  'step',
  'question',
] as const;
export type Source = (typeof SOURCES)[number];

export interface Candidate {
  text: string;
  source: Source;
  /** Its place among those of the same source, from 0. */
  order: number;
  /** Whether something of the sentence was left out. */
  isShortened: boolean;
  /** How it was put together, if it was. */
  composed: 'none' | 'scope' | 'aside' | 'place';
  /** What was added to it. */
  added?: PhraseKind;
  /** How much of the line stands near what was added, from 0 to 1. */
  related?: number;
  /** Whether nothing was changed: the turn asked and answered. */
  isAnswer: boolean;
  /** Whether a name from the diff is the smaller part of it: something was wrong, or many files changed. */
  isPartial: boolean;
  /** The sentence it was made of. */
  of: string;
  /** Whether what stands before it is the heading that it stood under. */
  isUnder?: boolean;
  /** Whether words were left out that a headline can do without. */
  isTight?: boolean;
  /** Whether it was shortened though all of it has room. */
  isCut?: boolean;
  /** Whether nothing better was there: it breaks a rule for titles. */
  isLast?: boolean;
  /** Whether it asks: its title ends with the mark of a question. */
  isPosed?: boolean;
  /** Whether it is what the user typed, for want of a line that was said. */
  isTyped?: boolean;
  /** Whether it was made in English, of a conversation in another language. */
  isMade?: boolean;
  /** The language it was said in, if it is not English. */
  speech?: Speech | null;
}
