// Ranks candidates for a title by a linear function of what they name and what they look like.

import type { Subject } from '../subject.ts';
import { VERB } from '../verbs.ts';
import { READING_WEIGHTS, READING_WORDS, TITLE_WEIGHTS } from '../weights.ts';
import type { Candidate } from './candidate.ts';
import { readingWords, titleFeatures } from './features.ts';

/** How much naming the subject may be given up for a line that reads well. */
export const READING_COUNTS = 2.6;

/** What changed is known by its name in the diff; what for is known by what somebody said. */
export const namesOnly = ({ source, isPartial }: Candidate) => (source !== 'diff' ? 0 : isPartial ? 1 : 0.3);

/** What breaks a rule for titles is better than nothing. */
const NO_TITLE = 0.8;

/** What was said before the work was done, and does not tell what to do, is how things were. */
const howItWas = ({ source, isAnswer, speech }: Candidate, text: string) =>
  source === 'earlier message' && !isAnswer && !speech && !VERB.test(text.replace(/^[^:]*: /, '')) ? 0.35 : 0;

export interface Rating {
  /** About the share of its subject that it names, and how well it reads. */
  score: number;
  /** How likely a reader accepts it, from 0 to 1. */
  reads: number;
}

export function rate(candidate: Candidate, subject: Subject): Rating {
  const features = titleFeatures(candidate, subject);
  const weigh = (weights: readonly number[]) => {
    let sum = 0;
    for (let index = 0; index < features.length; index += 1)
      if (features[index] !== 0) sum += (features[index] as number) * (weights[index] ?? 0);
    return sum;
  };
  const words = readingWords(candidate.text).reduce((sum, word) => sum + (READING_WORDS.get(word) ?? 0), 0);
  const reads = 1 / (1 + Math.exp(-weigh(READING_WEIGHTS) - words));
  const score =
    weigh(TITLE_WEIGHTS) +
    READING_COUNTS * reads -
    namesOnly(candidate) -
    (candidate.isLast ? NO_TITLE : 0) -
    howItWas(candidate, candidate.text);
  return { score, reads };
}
