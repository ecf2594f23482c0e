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
  return {
    answer(text) {
      const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])];
      const counts = lower.map((document, index) => ({
        index,
        count: words.filter((word) => document.includes(word)).length,
      }));
      const best = counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count || a.index - b.index);
      return toRanking(best.slice(0, DEPTH).map(({ index }) => documents[index] as EvalDocument));
    },
    close() {},
  };
}

/** Without an index of titles, the text itself has to be read, up to one screen. */
function toRanking(found: EvalDocument[]): Ranking {
  return {
    ids: found.map((document) => document.id),
    tokens: found.reduce((sum, document) => sum + lineTokens(document.text.slice(0, 2000)), 0),
  };
}
