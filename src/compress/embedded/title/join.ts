// Two lines in one title, if there is room for both and together they name more: "Fix A; add B".

import { namedKeys } from '../subject.ts';
import { VERB } from '../verbs.ts';
import { hasAsciiLetters } from '../words.ts';
import type { Candidate, Source } from './candidate.ts';
import { LONGEST_TITLE, uncapital } from './headline.ts';
import type { Rating } from './rank.ts';

interface Rated extends Rating {
  title: string;
  candidate: Candidate;
}

/** `lines`: best first. `rate`: of what both say, given how well they read. */
export function joined(lines: Rated[], rate: (candidate: Candidate, reads: number) => Rating): Rated[] {
  const parts = lines.filter(isPart);
  return parts.slice(0, MOST_FIRST).flatMap((first) => {
    const { of } = first.candidate;
    const keys = namedKeys(first.title);
    return parts.slice(0, MOST_SECOND).flatMap((second): Rated[] => {
      if (second === first || second.candidate.composed !== 'none' || second.title.includes(': ')) return [];
      if (of === second.candidate.of || of.includes(second.title)) return [];
      if (hasAsciiLetters(first.title) !== hasAsciiLetters(second.title)) return [];
      const title = `${first.title}${jointOf(first.title)}${uncapital(second.title)}`;
      if (title.length > LONGEST_TITLE) return [];
      const others = [...namedKeys(second.title)];
      if (others.filter((key) => !keys.has(key)).length < others.length * LEAST_NEW) return [];
      const candidate: Candidate = { ...first.candidate, text: title };
      return [{ title, candidate, ...rate(candidate, (first.reads + second.reads) / 2) }];
    });
  });
}

const MOST_FIRST = 12;
const MOST_SECOND = 24;
const LEAST_NEW = 0.5;

/** A statement that stands for itself. */
function isPart({ title, reads, candidate }: Rated): boolean {
  const { source, composed, isTyped, isPosed, isLast, isOutline } = candidate;
  return (
    reads >= LEAST_READABLE &&
    !WHOLE.has(source) &&
    !(TYPED.has(source) && !isDeed(candidate)) &&
    !isOutline &&
    composed !== 'aside' &&
    !isTyped &&
    !isPosed &&
    !isLast &&
    !/[;；?？]/.test(title)
  );
}

const LEAST_READABLE = 0.2;
/** Covers more than one statement. */
const WHOLE = new Set<Source>([
  ...(['question', 'before', 'session title', 'reviewed', 'task', 'plan', 'request heading'] as const),
  // Said on the way.
  ...(['earlier message', 'step'] as const),
]);

/** As somebody typed it: only what tells what to do is a part of a title. */
const TYPED = new Set<Source>(['request', 'later request']);
const isDeed = ({ text, speech }: Candidate) =>
  !/[.。!！]\s?\S/.test(text) && (speech ? speech.deed.test(text) : VERB.test(text));

const jointOf = (text: string) =>
  /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text) ? '。' : /\p{sc=Han}/u.test(text) ? '；' : '; ';
