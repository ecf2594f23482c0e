// The title of a turn: the best of all candidates, composed if no single one names the subject.
import type { Candidate } from './candidate.ts';
import { candidatesOf } from './candidates.ts';
import { compose, phrasesOf } from './compose.ts';
import { type Rating, rate, type Subject, subjectOf } from './rank.ts';
import { weighWords } from './salience.ts';
import type { Turn } from './turn.ts';

export interface ChosenTitle extends Rating {
  title: string;
  candidate: Candidate;
}

/** Only the best lines are tried in combination. */
const MOST_BASES = 6;

export function rankTitles(turn: Turn, subject: Subject): ChosenTitle[] {
  const rated = (candidate: Candidate) => ({ title: candidate.text, candidate, ...rate(candidate, subject) });
  const singles = candidatesOf(turn).map(rated);
  const bases = [...singles].sort((a, b) => b.score - a.score).slice(0, MOST_BASES);
  const composed = compose(
    bases.map(({ candidate }) => candidate),
    phrasesOf(turn, subject),
    singles.map(({ candidate }) => candidate),
  ).map(rated);
  return [...singles, ...composed].sort((a, b) => b.score - a.score);
}

export function subjectOfTurn(turn: Turn): Subject {
  return subjectOf(weighWords(turn));
}
