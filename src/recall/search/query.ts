// Turns what was typed into search terms. Everything is text: nothing in it is an operator or an error.
import { stem } from '../../text/stem.ts';
import { formsOf, isStopWord } from '../../text/stop-words.ts';
import { characterPairs, codeParts, isPlain, isUnspaced, pairsBeginning, wordsOf } from '../../text/words.ts';

export interface QueryTerm {
  /** A word, or several in a row; any of these matches. */
  forms: string[];
  /** The last word is a prefix. */
  prefix: boolean;
  /** Below 1 for the parts of a code word: they match, but the whole word counts more. */
  weight: number;
  /** A quoted phrase: a memory without it is not a hit. */
  required: boolean;
  /** The stems of its first form, for matching titles. */
  stems: string[];
  /** The word as typed: one word may make several terms. */
  typed: string;
}

/** Of a longer query, only the beginning is used. */
const MOST_CHARACTERS = 8000;
const MOST_TERMS = 24;
const PART_WEIGHT = 0.6;

export function parseQuery(text: string): QueryTerm[] {
  const terms = new Terms();
  const beginning = text.slice(0, MOST_CHARACTERS);
  // Hooks run this: a plain query skips what it does not need.
  const rest = isPlain(beginning) && !beginning.includes('"') ? beginning : withoutPhrases(beginning, terms);
  const chunks = rest.split(/\s+/).filter(Boolean);
  for (const chunk of chunks) terms.addChunk(chunk, false);
  // Only stop words: then search for those.
  if (terms.list.length === 0) for (const chunk of chunks) terms.addChunk(chunk, true);
  return mostTelling(terms.list);
}

function withoutPhrases(text: string, terms: Terms): string {
  return text
    .normalize('NFC')
    .replace(/["\u201c\u201d\u201e]([^"\u201c\u201d\u201e]*)["\u201c\u201d]/g, (_, phrase: string) => {
      terms.addPhrase(phrase);
      return ' ';
    });
}

class Terms {
  readonly list: QueryTerm[] = [];
  private readonly known = new Map<string, QueryTerm>();

  addChunk(chunk: string, stopWordsToo: boolean): void {
    const plain = withoutEnding(chunk);
    for (const pair of characterPairs(plain)) this.add(exact(pair, chunk));
    const words = wordsOf(plain);
    if (words.length === 0) return;
    if (isBeginning(plain)) {
      this.add({ ...exact(words.join(' ').toLowerCase(), chunk), prefix: true });
      return;
    }
    for (const word of words) {
      if (isUnspaced(word) && [...word].length === 1)
        this.add({ ...exact(word, chunk), forms: [word, pairsBeginning(word)], prefix: true });
    }
    const spaced = words.filter((word) => !isUnspaced(word));
    const parts = spaced.flatMap(codeParts);
    if (parts.length > 1 && parts.length <= 12) this.addCodeWord(spaced, parts, chunk);
    else {
      for (const word of spaced) {
        if (stopWordsToo || (!isStopWord(word) && (word.length > 1 || isNumber(word)))) {
          this.addWord(word, 1, spaced.length === 1 ? chunk : word);
        }
      }
    }
  }

  addPhrase(phrase: string): void {
    const words = wordsOf(phrase).map((word) => word.toLowerCase());
    const [word] = words;
    if (word === undefined) return;
    if (words.some(isUnspaced)) {
      for (const pair of characterPairs(phrase)) this.add({ ...exact(pair, phrase), required: true });
    } else if (words.length === 1) this.add({ ...exact(word, phrase), required: true, stems: [stem(word)] });
    else this.add({ ...exact(words.join(' '), phrase), required: true, stems: words.map(stem) });
  }

  private addWord(word: string, weight: number, typed: string): void {
    const plain = word.toLowerCase();
    const stemmed = stem(plain);
    const forms = formsOf(plain, stemmed);
    const base = forms[0] as string;
    const stems = [base === plain ? stemmed : stem(base)];
    this.add({ forms, prefix: false, weight, required: false, stems, typed });
  }

  /** Found as a whole, however it is joined (`parse_config`, `parseConfig`, `parse-config`), and by its parts. */
  private addCodeWord(words: string[], parts: string[], typed: string): void {
    const forms = [...new Set([words.join(' ').toLowerCase(), parts.join(' '), parts.join('')])];
    this.add({ forms, prefix: false, weight: 1, required: false, stems: parts.map(stem), typed });
    for (const part of parts) if (!isStopWord(part) && part.length > 1) this.addWord(part, PART_WEIGHT, typed);
  }

  /** The same word again, in any form, is the same term; the greater weight wins. */
  private add(term: QueryTerm): void {
    const key = `${term.prefix ? '*' : ''}${term.stems.join(' ') || term.forms[0]}`;
    const same = this.known.get(key);
    if (same) {
      same.weight = Math.max(same.weight, term.weight);
      same.required ||= term.required;
      return;
    }
    this.known.set(key, term);
    this.list.push(term);
  }
}

/** `user's` -> user */
function withoutEnding(chunk: string): string {
  if (!chunk.includes("'") && !chunk.includes('\u2019')) return chunk;
  return chunk.replace(/(\p{L})['\u2019](?:s|t|re|ve|ll|d|m)(?!\p{L})/giu, '$1');
}

/** `migr*` */
function isBeginning(chunk: string): boolean {
  return chunk.includes('*') && /[\p{L}\p{N}]\*[^\p{L}\p{N}]*$/u.test(chunk);
}

const isNumber = (character: string) =>
  isPlain(character) ? character >= '0' && character <= '9' : /\p{N}/u.test(character);

const exact = (words: string, typed: string): QueryTerm => ({
  ...{ forms: [words], prefix: false, weight: 1, required: false, stems: [], typed },
});

/** The words that were searched for, as typed, without surrounding punctuation. */
export function typedWords(terms: QueryTerm[]): string[] {
  const bare = terms.map(({ typed }) => typed.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}*]+$/gu, ''));
  return [...new Set(bare)];
}

/** Of a long text: quoted phrases, code words, then long words, in the order in which they were typed. */
function mostTelling(terms: QueryTerm[]): QueryTerm[] {
  if (terms.length <= MOST_TERMS) return terms;
  const telling = (term: QueryTerm) =>
    (term.required ? 1000 : 0) + (term.forms.length > 1 ? 10 : 0) + term.weight * 5 + (term.forms[0]?.length ?? 0);
  const chosen = new Set([...terms].sort((a, b) => telling(b) - telling(a)).slice(0, MOST_TERMS));
  return terms.filter((term) => chosen.has(term));
}
