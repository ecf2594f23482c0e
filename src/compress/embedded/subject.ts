// What a turn is about: its words by how likely they belong into its title.

import type { SubjectWord } from './salience.ts';

export interface Subject {
  words: Map<string, SubjectWord>;
  /** Keys by weight, heaviest first. */
  top: string[];
  /** Sum of the weights of the top ones. */
  mass: number;
}

const TOP = 10;

export function subjectOf(words: Map<string, SubjectWord>): Subject {
  // An identifier counts by its parts: a title that says "log the agent" names what `logging.WithAgent` is about.
  const ranked = [...words.values()].filter(({ isWhole }) => !isWhole).sort((a, b) => b.weight - a.weight);
  const top = ranked.slice(0, TOP).map(({ key }) => key);
  return { words, top, mass: ranked.slice(0, TOP).reduce((sum, word) => sum + word.weight, 0) || 1 };
}
