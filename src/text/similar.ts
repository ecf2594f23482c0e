// Detects whether two texts say the same, sentence by sentence: what is forgotten in one place must not remain in
// another.

import { isPlain } from './words.ts';

/** The share of the shorter sentence's words that must be shared. */
const SAME = 0.6;

/** The text without the sentences that repeat one of `others`; null if nothing is left. */
export function withoutSame(text: string | null, others: string[]): string | null {
  if (text === null) return null;
  const known = others.flatMap(sentences).map(read);
  const own = sentences(text);
  const kept = own.filter((sentence) => {
    const one = read(sentence);
    return !known.some((other) => isSame(one, other));
  });
  if (kept.length === own.length) return text;
  return kept.length > 0 ? kept.join(' ') : null;
}

export function saysSame(text: string, others: string[]): boolean {
  return withoutSame(text, others) !== text;
}

interface Sentence {
  text: string;
  words: Set<string>;
}

function read(sentence: string): Sentence {
  const text = sentence.toLowerCase();
  return { text, words: new Set(text.match(isPlain(text) ? /[a-z0-9_]{3,}/g : /[\p{L}\p{N}_]{3,}/gu) ?? []) };
}

function isSame(a: Sentence, b: Sentence): boolean {
  if (a.text.includes(b.text) || b.text.includes(a.text)) return true;
  let common = 0;
  for (const word of a.words) if (b.words.has(word)) common += 1;
  return common >= 2 && common / Math.min(a.words.size, b.words.size) >= SAME;
}

export function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?;。！？])\s*(?=\s|[^\x00-\x7f])|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
