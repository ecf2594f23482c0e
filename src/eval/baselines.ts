// The baselines: plain full-text search, and counting words as grep does.
import { createPlainIndex } from '../store/index.ts';
import { lineTokens, type Ranking } from './measure.ts';

export interface EvalDocument {
  id: string;
  text: string;
}

const DEPTH = 10;

export interface Baseline {
  answer(text: string): Ranking;
  /** Does the work of an answer that is not prepared, to be timed; returns how often the words were found. */
  scan?(text: string): number;
  close(): void;
}

/** FTS5 with its defaults: its tokenizer, any of the words, its BM25. */
export function plainBm25(documents: EvalDocument[]): Baseline {
  const index = createPlainIndex(documents.map((document) => document.text));
  return {
    answer: (text) => toRanking(index.search(text, DEPTH).map((found) => documents[found] as EvalDocument)),
    close: () => index.close(),
  };
}

/** Counts how many of the words occur in it, ignoring case. */
export function grep(documents: EvalDocument[]): Baseline {
  const lower = documents.map((document) => document.text.toLowerCase());
  // A word occurs in a text if it occurs in one of the text's words: each of them is looked at once.
  const vocabularies = lower.map((text) => [...new Set(text.match(WORDS))].join(' '));
  const holders = new Map<string, number[]>();
  const holdersOf = (word: string) => {
    let known = holders.get(word);
    if (!known) {
      known = vocabularies.flatMap((vocabulary, index) => (vocabulary.includes(word) ? [index] : []));
      holders.set(word, known);
    }
    return known;
  };
  return {
    answer(text) {
      const counts = new Map<number, number>();
      for (const word of queryWords(text))
        for (const index of holdersOf(word)) counts.set(index, (counts.get(index) ?? 0) + 1);
      const best = [...counts].sort(([a, of], [b, ofOther]) => ofOther - of || a - b);
      return toRanking(best.slice(0, DEPTH).map(([index]) => documents[index] as EvalDocument));
    },
    scan(text) {
      let found = 0;
      for (const word of queryWords(text)) for (const document of lower) if (document.includes(word)) found += 1;
      return found;
    },
    close() {},
  };
}

const WORDS = /[\p{L}\p{N}_]+/gu;
const queryWords = (text: string) => new Set(text.toLowerCase().match(WORDS) ?? []);

/** Without an index of titles, the text itself has to be read, up to one screen. */
function toRanking(found: EvalDocument[]): Ranking {
  return {
    ids: found.map((document) => document.id),
    tokens: found.reduce((sum, document) => sum + lineTokens(document.text.slice(0, 2000)), 0),
  };
}
