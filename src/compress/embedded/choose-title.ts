// The title of a turn: the best of all candidates, composed if no single one names the subject.
import type { Candidate } from './candidate.ts';
import { candidatesOf } from './candidates.ts';
import { compose, phrasesOf } from './compose.ts';
import { type Subject, score, subjectOf } from './rank.ts';
import { weighWords } from './salience.ts';
import type { Turn } from './turn.ts';

export interface ChosenTitle {
  title: string;
  candidate: Candidate;
  /** About the share of its subject that it names, from 0 to 1. */
  score: number;
}

/** Only the best lines are tried in combination. */
const MOST_BASES = 6;

export function rankTitles(turn: Turn, subject: Subject): ChosenTitle[] {
  const rate = (candidate: Candidate) => ({ title: candidate.text, candidate, score: score(candidate, subject) });
  const singles = candidatesOf(turn).map(rate);
  const bases = [...singles].sort((a, b) => b.score - a.score).slice(0, MOST_BASES);
  const composed = compose(
    bases.map(({ candidate }) => candidate),
    phrasesOf(turn, subject),
    singles.map(({ candidate }) => candidate),
  ).map(rate);
  return [...singles, ...composed].sort((a, b) => b.score - a.score);
}

export function subjectOfTurn(turn: Turn): Subject {
  return subjectOf(weighWords(turn));
}
