// What every rule works with: a text goes in, stretches of it that are secrets come out.
import type { Hits } from './hints.ts';

/** A stretch of a text that must not be kept, and what it is. */
export interface Found {
  start: number;
  end: number;
  kind: string;
}

/** Looks through a text; linear in its length, whatever the text. */
export type Rule = (text: string, hits: Hits, found: Found[]) => void;
