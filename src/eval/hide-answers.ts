// Hides the answer from the search: a commit must not be found by its own command, subject or git output.
import { isObject, type Json } from '../domain/json.ts';

/** A subject with fewer words ("comment", "fix test") occurs in any text, so it is masked only as a complete line. */
const TELLING_WORDS = 3;

/** For a record of a transcript. */
export function createMask(subjects: string[]): (record: Json) => Json {
  const hide = createTextMask(subjects);
  const mask = (value: Json): Json => {
    if (typeof value === 'string') return hide(value);
    if (Array.isArray(value)) return value.map(mask);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === 'command' && typeof inner === 'string' ? hide(inner.replace(COMMIT, 'git commit')) : mask(inner),
      ]),
    );
  };
  return mask;
}

/** Includes everything that follows: the message may be in quotes or a here-document, over many lines. */
const COMMIT = /\bgit\b[^\n&|;]*?\bcommit\b[\s\S]*$/;
/** `[main 1a2b3c4] The subject` */
const GIT_ANSWER = /^\[[^\]\n]+ (?:\([^)\n]*\) )?[0-9a-f]{7,40}\] .*$/gm;

interface Subject {
  pattern: RegExp;
  /** Longer subjects are masked first: one may contain another. */
  length: number;
}

/**
 * Hides whole subjects. One expression with hundreds of alternatives would try each of them at every character; so each
 * subject is filed under one of its words, and only the subjects whose word is in the text are searched for.
 */
function createTextMask(subjects: string[]): (text: string) => string {
  const byWord = new Map<string, Subject[]>();
  const byLine = new Map<string, Subject[]>();
  for (const subject of new Set(subjects.map((each) => each.trim()).filter((each) => each.length > 0))) {
    const words = subject.split(/\s+/);
    const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+');
    if (words.length >= TELLING_WORDS) {
      // Only the words inside are between spaces wherever the subject occurs.
      const [inside = ''] = words.slice(1, -1).sort((a, b) => b.length - a.length);
      file(byWord, inside.toLowerCase(), { pattern: new RegExp(escaped, 'gi'), length: subject.length });
    } else {
      const pattern = new RegExp(`^[\\W_]*${escaped}[\\W_]*$`, 'gim');
      file(byLine, bare(words[0] as string), { pattern, length: subject.length });
    }
  }
  return (text) => {
    const plain = text.includes('] ') ? text.replace(GIT_ANSWER, '') : text;
    const near = new Set<Subject>();
    for (const token of plain.toLowerCase().split(/\s+/)) {
      for (const subject of byWord.get(token) ?? []) near.add(subject);
      if (byLine.size > 0) for (const subject of byLine.get(bare(token)) ?? []) near.add(subject);
    }
    const longestFirst = [...near].sort((a, b) => b.length - a.length);
    return longestFirst.reduce((rest, { pattern }) => rest.replace(pattern, ' '), plain);
  };
}

function file(into: Map<string, Subject[]>, word: string, subject: Subject): void {
  const known = into.get(word);
  if (known) known.push(subject);
  else into.set(word, [subject]);
}

/** Without what may surround it on its line. */
function bare(word: string): string {
  const isBare = /^[a-z0-9]/i.test(word) && /[a-z0-9]$/i.test(word);
  return (isBare ? word : word.replace(/^[\W_]+|[\W_]+$/g, '')).toLowerCase();
}

/**
 * For memories, which may repeat a subject shortened or inside another sentence: hides whole subjects, and each run of
 * their words that has at least half of them, and no fewer than three.
 */
export function createMemoryMask(subjects: string[]): (text: string) => string {
  const hide = createTextMask(subjects);
  const known = subjects.map((subject) => wordsOf(subject).map(({ word }) => word));
  const starts = new Map<string, { words: string[]; at: number }[]>();
  for (const words of known) {
    for (let at = 0; at + TELLING_WORDS <= words.length; at += 1) {
      const key = words.slice(at, at + TELLING_WORDS).join(' ');
      const same = starts.get(key);
      if (same) same.push({ words, at });
      else starts.set(key, [{ words, at }]);
    }
  }
  return (text) => {
    const whole = hide(text);
    const found = wordsOf(whole);
    let masked = '';
    let done = 0;
    for (let index = 0; index < found.length; ) {
      const length = runAt(found, index, starts);
      if (length > 0) {
        masked += `${whole.slice(done, found[index]?.start)} `;
        done = found[index + length - 1]?.end as number;
      }
      index += Math.max(1, length);
    }
    return done === 0 ? whole : masked + whole.slice(done);
  };
}

interface Word {
  word: string;
  start: number;
  end: number;
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));

/** How many words from here on repeat a subject; 0 if too few do. */
function runAt(found: Word[], index: number, starts: Map<string, { words: string[]; at: number }[]>): number {
  if (index + TELLING_WORDS > found.length) return 0;
  const key = `${found[index]?.word} ${found[index + 1]?.word} ${found[index + 2]?.word}`;
  let longest = 0;
  for (const { words, at } of starts.get(key) ?? []) {
    let length = TELLING_WORDS;
    while (at + length < words.length && found[index + length]?.word === words[at + length]) length += 1;
    if (length >= Math.max(TELLING_WORDS, words.length / 2)) longest = Math.max(longest, length);
  }
  return longest;
}
