// What every rule has in common: it takes a text and returns the ranges that are secrets.
import type { Hits } from './hints.ts';

/** A range of the text that must be redacted, and its kind. */
export interface SecretRange {
  start: number;
  end: number;
  kind: string;
}

/** Searches a text in linear time, whatever its content. */
export type Rule = (text: string, hits: Hits, found: SecretRange[]) => void;
