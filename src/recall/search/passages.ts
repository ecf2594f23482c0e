// The second look at the best memories: how often and how close together their own words answer the query, and which of
// their sentences does it best.
import type { FoundMemory, MemoryKey } from '../../store/index.ts';
import { splitSentences } from '../../text/message.ts';
import { stem } from '../../text/stem.ts';
import { charactersOf, codeParts, isPlain } from '../../text/words.ts';
import type { QueryTerm } from './query.ts';
import type { Weights } from './rank.ts';

/** How soon repeating a word adds little, and how much a long memory must repeat it more often. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** A sentence beyond this many characters is a list or a log: words in it are less close together. */
const LONG = 160;
const FADES = 400;
/** With this many passages beside its title, a memory is judged by its own words. */
const ENOUGH_TO_TELL = 2;

export interface PassageMatch {
  /** How often it holds the words of the query, weighted; about 1 for every word once. */
  often: number;
  /** The share of the query, by weight, in its best passage. */
  together: number;
  /** That passage; null if no passage holds any of the words. */
  passage: string | null;
  /** From 0 to 1: how much there is to judge it by. */
  told: number;
}

/** Title first. */
export type Passages = string[];

/** Reads the texts of memories for the words of one query. */
export function matchPassages(
  texts: Map<MemoryKey, Passages>,
  terms: QueryTerm[],
  weights: Weights,
): Map<MemoryKey, PassageMatch> {
  const readers = terms.map(readerOf);
  const total = weights.total || 1;
  const lengths = [...texts.values()].map((passages) => passages.reduce((sum, text) => sum + text.length, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const found = new Map<MemoryKey, PassageMatch>();
  for (const [key, passages] of texts) {
    const times = readers.map(() => 0);
    let together = 0;
    let passage: string | null = null;
    let length = 0;
    for (const text of passages.flatMap(sentencesOf)) {
      length += text.length;
      const read: ReadText = { lower: text.toLowerCase(), words: text.match(/[A-Za-z0-9]+/g) ?? [] };
      let share = 0;
      for (const [index, count] of readers.entries()) {
        const held = count(read);
        if (held === 0) continue;
        times[index] = (times[index] as number) + held;
        share += (weights.terms[index] as number) / total;
      }
      const close = share / (1 + Math.max(0, text.length - LONG) / FADES);
      if (close > together) [together, passage] = [close, text];
    }
    const long = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / Math.max(1, average));
    const often = times.reduce(
      (sum, held, index) => sum + ((weights.terms[index] as number) * held * (SATURATION + 1)) / (held + long || 1),
      0,
    );
    const told = Math.min(1, (passages.length - 1) / ENOUGH_TO_TELL);
    found.set(key, { often: often / total, together, passage, told });
  }
  return found;
}

const sentencesOf = (text: string) => (text.length > LONG ? splitSentences(text) : [text]);

interface ReadText {
  lower: string;
  words: string[];
}

type Count = (text: ReadText) => number;

/** Counts a term in a text. Stemming is expensive: only words that hold the beginning of the stem are stemmed. */
function readerOf({ stems, forms }: QueryTerm): Count {
  if (stems.length === 0 || !stems.every(isPlain)) {
    const form = charactersOf(forms[0] ?? '') ?? forms[0] ?? '';
    return ({ lower }) => (form === '' ? 0 : lower.split(form).length - 1);
  }
  const counts = stems.map((stemmed): Count => {
    const beginning = stemmed.slice(0, Math.max(2, stemmed.length - 1));
    return ({ lower, words }) => {
      if (!lower.includes(beginning)) return 0;
      return words.filter((word) => word.toLowerCase().includes(beginning) && isForm(word, stemmed)).length;
    };
  });
  return (text) =>
    counts.reduce((least, count) => (least === 0 ? 0 : Math.min(least, count(text))), Number.MAX_SAFE_INTEGER);
}

const known = new Map<string, string[]>();
const MOST_KNOWN = 2000;

/** Longer ones are data. */
const LONGEST_WORD = 100;

/** Whether a word, or a part of it if it is a name of code, is a form of the stem. */
function isForm(word: string, stemmed: string): boolean {
  if (word.length > LONGEST_WORD) return false;
  let stems = known.get(word);
  if (!stems) {
    if (known.size >= MOST_KNOWN) known.clear();
    stems = [stem(word.toLowerCase()), ...codeParts(word).map(stem)];
    known.set(word, stems);
  }
  return stems.includes(stemmed);
}

const OFTEN_SHARE = 0.8;
const TOGETHER_SHARE = 0.6;
const FINDING_SHARE = 0.35;
/** Of one line alone, its neighbors in the session tell more than how often it holds a word: its score counts double. */
const LINE_SHARE = 1;

/** A score after the second look; `top` is the best score before it. */
export function lookAgain(score: number, top: number, memory: FoundMemory, match: PassageMatch): number {
  const { often, together, told } = match;
  const own = top * (OFTEN_SHARE * often + TOGETHER_SHARE * together);
  // A summary repeats what the findings of its turn say in more detail.
  const ofKind = memory.kind === 'observation' ? top * FINDING_SHARE : 0;
  return score + told * own + (1 - told) * LINE_SHARE * score + ofKind;
}
