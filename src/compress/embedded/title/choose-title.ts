// The title of a turn: the best of all candidates, composed if no single one names the subject.

import { weighWords } from '../salience.ts';
import { type Subject, subjectOf } from '../subject.ts';
import type { Turn } from '../turn/turn.ts';
import { VERB } from '../verbs.ts';
import { namedKeys } from '../words.ts';
import type { Candidate } from './candidate.ts';
import { candidatesOf } from './candidates.ts';
import { addedComments } from './comments.ts';
import { compose, phrasesOf } from './compose.ts';
import { LONGEST_TITLE } from './headline.ts';
import { joined } from './join.ts';
import { namesOnly, type Rating, rate, rateJoined } from './rank.ts';
import { typedIn } from './typed.ts';

export interface ChosenTitle extends Rating {
  title: string;
  candidate: Candidate;
}

/** Only the best lines are tried in combination. */
const MOST_BASES = 6;

export function rankTitles(turn: Turn, subject: Subject): ChosenTitle[] {
  const rated = (candidate: Candidate) => ({ title: titleOf(candidate), candidate, ...rate(candidate, subject) });
  const singles = candidatesOf(turn).map(rated);
  const bases = [...singles].sort((a, b) => b.score - a.score).slice(0, MOST_BASES);
  const composed = compose(
    bases.map(({ candidate }) => candidate),
    phrasesOf(turn, subject),
  ).map(rated);
  const lines = [...singles, ...composed].sort((a, b) => b.score - a.score);
  const rateBoth = (candidate: Candidate, reads: number) => rateJoined(candidate, subject, reads);
  const all = [...lines, ...joined(lines, rateBoth, saidIn(turn), subject)].sort((a, b) => b.score - a.score);
  const ranked = foundFirst(readableFirst(all));
  const [first] = ranked;
  const isUnderstood = first && (first.reads >= UNREADABLE || first.candidate.source === 'question');
  if (isUnderstood) return ranked;
  if (turn.evidence.changes.length > 0) return commentFirst(ranked, addedComments(turn).map(rated));
  const known = new Set(ranked.map(({ title }) => title.toLowerCase()));
  const typed = typedIn(turn).filter(({ text }) => !known.has(text.toLowerCase()));
  return typedFirst(ranked, typed.map(rated), subject);
}

/** By the user, and in the end by the agent. */
export const saidIn = ({ prompt, messages }: Turn) => `${prompt ?? ''}\n${messages.at(-1) ?? ''}`;

/** A question ends as one, in the marks of its script. */
function titleOf({ text, isPosed }: Candidate): string {
  if (!isPosed || text.length >= LONGEST_TITLE) return text;
  return `${text}${/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text.slice(-3)) ? '？' : '?'}`;
}

/** The comment of a change says more than a line that nobody understands, if it reads much better. */
function commentFirst(ranked: ChosenTitle[], comments: ChosenTitle[]): ChosenTitle[] {
  const [first] = ranked;
  const better = [...comments]
    .sort((a, b) => b.score - a.score)
    .find((one) => one.reads >= (first?.reads ?? 0) + MUCH_BETTER && one.score >= (first?.score ?? 0) - LESS_NAMED);
  return better ? [better, ...ranked] : ranked;
}

const MUCH_BETTER = 0.15;

/** What was asked, as it was typed, says more than a line of the answer that nobody understands alone. */
function typedFirst(ranked: ChosenTitle[], typed: ChosenTitle[], subject: Subject): ChosenTitle[] {
  const [first] = ranked;
  const least = first?.candidate.isLast ? LEAST_TYPED_ANYWAY : LEAST_TYPED;
  const named = ({ title }: ChosenTitle) =>
    [...namedKeys(title)].reduce((sum, key) => sum + (subject.words.get(key)?.weight ?? 0), 0);
  const better = [...typed]
    .sort((a, b) => b.score - a.score)
    .find(
      (one) =>
        one.reads >= Math.min(least, (first?.reads ?? 0) + MUCH_BETTER) && (!first || named(one) >= named(first)),
    );
  return better ? [better, ...ranked] : [...ranked, ...typed];
}

const UNREADABLE = 0.45;
const LEAST_TYPED = 0.42;
/** If all that was said breaks a rule for titles. */
const LEAST_TYPED_ANYWAY = 0.25;

/** How likely a title must read well to stay first, and to take its place. */
const BARELY_READABLE = 0.65;
const READABLE = 0.75;
/** How much less it may name. */
const LESS_NAMED = 0.5;

/** What the diff says is better than a line that nobody understands. */
function readableFirst(ranked: ChosenTitle[]): ChosenTitle[] {
  const [first] = ranked;
  if (!first || first.reads >= BARELY_READABLE) return ranked;
  // A name of the diff that is the smaller part of it stays what it is.
  const isPart = ({ candidate }: ChosenTitle) =>
    candidate.source === 'diff' && (candidate.isPartial || candidate.isMade);
  const worth = ({ score, candidate }: ChosenTitle) => score + namesOnly(candidate);
  const better = ranked.find((one) => one.reads >= READABLE && !isPart(one) && worth(one) >= first.score - LESS_NAMED);
  return better ? [better, ...ranked.filter((one) => one !== better)] : ranked;
}

/** What was looked at says less than what was found. */
function foundFirst(ranked: ChosenTitle[]): ChosenTitle[] {
  const isLook = ({ candidate }: ChosenTitle) => candidate.isAnswer && candidate.source === 'step';
  const [first] = ranked;
  if (!first || !isLook(first)) return ranked;
  // What was asked for and not done yet is not found either.
  const isTask = ({ candidate }: ChosenTitle) => candidate.source.includes('request') && VERB.test(candidate.text);
  const found = ranked.find(
    (one) => !isLook(one) && !isTask(one) && one.reads >= HARDLY_READABLE && one.score >= first.score - LESS_TOLD,
  );
  return found ? [found, ...ranked.filter((one) => one !== found)] : ranked;
}

const HARDLY_READABLE = 0.4;
const LESS_TOLD = 0.7;

export function subjectOfTurn(turn: Turn): Subject {
  return subjectOf(weighWords(turn));
}
