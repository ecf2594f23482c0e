// Ranks candidates for a title by a linear function of what they name and what they look like.

import type { Subject } from '../subject.ts';
import { VERB } from '../verbs.ts';
import { READING_WEIGHTS, READING_WORDS, TITLE_WEIGHTS } from '../weights.ts';
import type { Candidate } from './candidate.ts';
import { readingWords, titleFeatures } from './features.ts';

/** How much naming the subject may be given up for a line that reads well. */
export const READING_COUNTS = 3;
/** The table of naming was fitted with so strong a pull that its differences are too small. */
export const NAMING_COUNTS = 2.4;

/** What changed is known by its name in the diff; what for is known by what somebody said. */
export const namesOnly = ({ source, isPartial, isMade }: Candidate) =>
  (source !== 'diff' ? 0 : isPartial ? 1 : 0.3) + (isMade ? MADE : 0);

/** A title is in the language of the conversation. */
const MADE = 0.8;

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
  const words = readingWords(candidate.text).reduce((sum, word) => sum + (READING_WORDS.get(word) ?? 0), 0);
  const reads = 1 / (1 + Math.exp(-weigh(features, READING_WEIGHTS) - words));
  return { score: scoreOf(candidate, weigh(features, TITLE_WEIGHTS), reads), reads };
}

/** Of two lines that were joined: what they name together, and how well each of them reads. */
export function rateJoined(candidate: Candidate, subject: Subject, reads: number): Rating {
  const naming = weigh(titleFeatures(candidate, subject), TITLE_WEIGHTS);
  return { score: scoreOf(candidate, naming, reads), reads };
}

function scoreOf(candidate: Candidate, naming: number, reads: number): number {
  return (
    NAMING_COUNTS * naming +
    READING_COUNTS * reads +
    (isCommitted(candidate) ? COMMITTED : 0) -
    namesOnly(candidate) -
    (candidate.isLast ? NO_TITLE : 0) -
    howItWas(candidate, candidate.text)
  );
}

/** Whoever committed the work of this turn found words for it. */
const isCommitted = ({ source, order, isAnswer }: Candidate) => source === 'commit' && order === 0 && !isAnswer;
const COMMITTED = 1;

function weigh(features: number[], weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < features.length; index += 1)
    if (features[index] !== 0) sum += (features[index] as number) * (weights[index] ?? 0);
  return sum;
}
