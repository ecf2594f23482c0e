// Two lines in one title, if there is room for both and together they name more: "Fix A; add B".

import type { Subject } from '../subject.ts';
import { baseOfThird, FINITE, VERB } from '../verbs.ts';
import { hasAsciiLetters, namedKeys } from '../words.ts';
import type { Candidate, Source } from './candidate.ts';
import { LONGEST_TITLE, uncapital } from './headline.ts';
import type { Rating } from './rank.ts';

interface Rated extends Rating {
  title: string;
  candidate: Candidate;
}

interface Part extends Rated {
  keys: Set<string>;
}

/** `lines`: best first. `rate`: of what both say, given how well they read. `said`: in the turn, by anybody. */
export function joined(
  lines: Rated[],
  rate: (candidate: Candidate, reads: number) => Rating,
  said: string,
  subject: Subject,
): Rated[] {
  const parts = partsOf(lines, said, subject);
  const pairs = parts.slice(0, MOST_FIRST).flatMap((first) =>
    parts.flatMap((second) => {
      const title = fits(first, second) ? together(first, second) : '';
      const gain = title === '' || title.length > LONGEST_TITLE ? 0 : gainOf(first, second, subject);
      return gain >= LEAST_GAIN ? [{ first, second, title, value: first.score + gain }] : [];
    }),
  );
  pairs.sort((a, b) => b.value - a.value);
  return pairs.slice(0, MOST_PAIRS).map(({ first, second, title }) => {
    const candidate: Candidate = { ...first.candidate, text: title };
    return { title, candidate, ...rate(candidate, (first.reads + second.reads) / 2) };
  });
}

const MOST_FIRST = 12;
const MOST_SECOND = 40;
const MOST_PAIRS = 16;
/** The share of the subject that the second line adds. */
const LEAST_GAIN = 0.05;
const LEAST_NEW = 0.5;

function partsOf(lines: Rated[], said: string, subject: Subject): Part[] {
  const spoken = said.toLowerCase();
  const foremost = subject.top.slice(0, FOREMOST);
  const parts: Part[] = [];
  for (const line of lines) {
    if (parts.length === MOST_SECOND) break;
    if (!isPart(line)) continue;
    const keys = namedKeys(line.title);
    const isDetail = line.candidate.source === 'diff' && !isTold(line.title, spoken);
    if (!isDetail || foremost.some((key) => keys.has(key))) parts.push({ ...line, keys });
  }
  return parts;
}

/** Whether the second line may follow the first: it is another statement, in the same language and form. */
function fits(first: Part, second: Part): boolean {
  if (second === first || second.candidate.composed !== 'none' || second.title.includes(': ')) return false;
  if (first.title.length + second.title.length >= LONGEST_TITLE) return false;
  const { of, speech = null } = first.candidate;
  if (of === second.candidate.of || of.includes(second.title)) return false;
  if (speech !== (second.candidate.speech ?? null)) return false;
  return !(VERB.test(first.title) && baseOfThird(second.title.split(' ')[0] ?? ''));
}

const together = (first: Part, { title, candidate }: Part) =>
  `${first.title}${jointOf(first.title)}${candidate.speech?.hasNounCapitals ? title : uncapital(title)}`;

/** How much of the subject only the second line names; nothing if it mostly repeats the first. */
function gainOf(first: Part, second: Part, { words, mass }: Subject): number {
  const others = [...second.keys].filter((key) => !first.keys.has(key));
  if (others.length < second.keys.size * LEAST_NEW) return 0;
  return others.reduce((sum, key) => sum + (words.get(key)?.weight ?? 0), 0) / mass;
}

/** A statement that stands for itself. */
function isPart({ title, reads, candidate }: Rated): boolean {
  const { source, composed, isTyped, isPosed, isLast } = candidate;
  return (
    reads >= (candidate.speech ? LEAST_READABLE_OTHER : LEAST_READABLE) &&
    !WHOLE.has(source) &&
    isStatement(candidate) &&
    !(TYPED.has(source) && !isDeed(candidate)) &&
    composed !== 'aside' &&
    !isTyped &&
    !isPosed &&
    !isLast &&
    !/[;；?？]/.test(title) &&
    !/[:：]\s*$/.test(candidate.of) &&
    !FILES_ONLY.test(title)
  );
}

/** Of the names in a change, those that nobody mentions are details. */
const isTold = (title: string, spoken: string) =>
  title
    .toLowerCase()
    .split(/[\s,()]+/)
    .slice(1)
    .every((word) => /^(?:to|in|and|of|from|")/.test(word) || spoken.includes(word));

/** The words that the title needs most. */
const FOREMOST = 4;
const LEAST_READABLE = 0.35;
/** How lines of other languages read is known less well. */
const LEAST_READABLE_OTHER = 0.25;
/** Covers more than one statement. */
const WHOLE = new Set<Source>([
  ...(['question', 'before', 'session title', 'reviewed', 'task', 'plan', 'request heading'] as const),
  // Said on the way.
  ...(['earlier message', 'step'] as const),
]);

/** Says what was done, or what is so: two topics side by side say nothing. */
function isStatement({ text, source, speech }: Candidate): boolean {
  if (/^[~\d]/.test(text) || text.split(/\s+/).length < LEAST_WORDS) return speech !== null && speech !== undefined;
  if (!hasAsciiLetters(text) || speech?.script.test(text)) return source !== 'heading' && source !== 'bold';
  return VERB.test(text) || FINITE.test(text.replace(/"[^"]*"/g, ''));
}

const LEAST_WORDS = 4;
/** "Change a.ts and b.ts", "run the tests": says nothing beside another line. */
const FILES_ONLY = /^(?:change \S+\.\w+(?: and \S+\.\w+)?$|(?:run|rerun|test|verify|check) )/i;

/** As somebody typed it: only what tells what to do is a part of a title. */
const TYPED = new Set<Source>(['request', 'later request']);
const isDeed = ({ text, speech }: Candidate) =>
  !/[.。!！]\s?\S/.test(text) && (speech ? speech.deed.test(text) : VERB.test(text));

const jointOf = (text: string) =>
  /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text) ? '。' : /\p{sc=Han}/u.test(text) ? '；' : '; ';
