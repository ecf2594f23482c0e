// The words of a text as the compressor compares them: stems, identifiers with their parts, character pairs of scripts
// without spaces. Works for any language: nothing here knows a vocabulary except a list of English words without meaning.
import { isCodeName } from '../../text/code-name.ts';
import { createKnown } from '../../text/known.ts';
import { stem } from '../../text/stem.ts';
import { isStopWord } from '../../text/stop-words.ts';
import { codeParts, isPlain } from '../../text/words.ts';

export interface Word {
  /** Equal for forms of the same word. */
  key: string;
  /** As it stood in the text. */
  text: string;
  /** An identifier, a path, a flag, a number with a sign: something that a person looks up by its exact name. */
  isCode: boolean;
  /** An identifier whose parts are listed as words after it. */
  isWhole: boolean;
  /** A part of an identifier, not a word of its own. */
  isPart: boolean;
  /** Names nothing by itself. */
  isEmpty: boolean;
}

const TOKEN = /#\d+|--?[a-z][\w-]+|[\p{L}\p{N}\p{M}_@$](?:[\p{L}\p{N}\p{M}_.$/@\\:-]*[\p{L}\p{N}\p{M}_])?(?:\(\))?/gu;
/** The same for text without other letters: several times as fast. */
const PLAIN_TOKEN = /#\d+|--?[a-z][\w-]+|[A-Za-z0-9_@$](?:[A-Za-z0-9_.$/@\\:-]*[A-Za-z0-9_])?(?:\(\))?/g;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\u30fc]+/gu;

/** Words come again and again within a turn, and stemming them is most of the work. */
const token = createKnown<Word[]>(8000);

/** The passages of a turn are read by several parts of the compressor. */
const passage = createKnown<Word[]>(1000);
const LONGEST_PASSAGE = 600;

export function wordsIn(text: string): Word[] {
  return text.length <= LONGEST_PASSAGE ? passage(text, readWords) : readWords(text);
}

function readWords(text: string): Word[] {
  const words: Word[] = [];
  const bare = text.includes('://') ? text.replace(/https?:\/\/\S+/g, ' ') : text;
  for (const one of bare.match(isPlain(bare) ? PLAIN_TOKEN : TOKEN) ?? [])
    for (const word of token(one, readToken)) words.push(word);
  return words;
}

function readToken(text: string): Word[] {
  const isMixed = !isPlain(text) && text.search(UNSPACED) >= 0;
  return (isMixed ? unspacedWords(text) : wordsOfToken(text)).map((word) => ({
    ...word,
    isEmpty: saysNothing(word),
  }));
}

function wordsOfToken(text: string): Omit<Word, 'isEmpty'>[] {
  const bare = text.replace(/\(\)$/, '').replace(/[.:/\\-]+$/, '');
  const parts = bare
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .flatMap((part) => {
      const ones = codeParts(part);
      return ones.length === 1 ? ones : ones.filter((one) => one.length > 1);
    });
  if (!isCodeName(text))
    return parts.map((part) => ({ key: keyOf(part), text: part, isCode: false, isWhole: false, isPart: false }));
  const whole = { key: bare.toLowerCase(), text: bare, isCode: true, isWhole: parts.length > 1, isPart: false };
  if (parts.length < 2) return [{ ...whole, key: keyOf(parts[0] ?? bare) }];
  return [
    whole,
    ...parts.map((part) => ({ key: keyOf(part), text: part, isCode: false, isWhole: false, isPart: true })),
  ];
}

function keyOf(word: string): string {
  const lower = word.toLowerCase();
  if (isPlain(lower)) return stem(lower);
  // Other languages inflect at the end: long words are compared by their beginning.
  const bare = lower.normalize('NFD').replace(/\p{Mn}/gu, '');
  return bare.length > 7 ? bare.slice(0, Math.max(6, bare.length - 3)) : bare.length > 5 ? bare.slice(0, 5) : bare;
}

/** Pairs of characters; a token may mix scripts, as in `配置config`. */
function unspacedWords(text: string): Omit<Word, 'isEmpty'>[] {
  const words: Omit<Word, 'isEmpty'>[] = [];
  let at = 0;
  for (const match of text.matchAll(UNSPACED)) {
    if (match.index > at) words.push(...wordsOfToken(text.slice(at, match.index)));
    const characters = [...match[0]];
    for (let i = 1; i < characters.length; i += 1) {
      const pair = `${characters[i - 1]}${characters[i]}`;
      words.push({ key: pair, text: pair, isCode: false, isWhole: false, isPart: false });
    }
    if (characters.length === 1)
      words.push({ key: match[0], text: match[0], isCode: false, isWhole: false, isPart: false });
    at = match.index + match[0].length;
  }
  if (at < text.length) words.push(...wordsOfToken(text.slice(at)));
  return words;
}

/** A word that names nothing by itself. Pairs of Japanese syllables are grammar as a rule. */
function saysNothing({ key, text, isCode }: Omit<Word, 'isEmpty'>): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  if (isCode) return false;
  return key.length < 2 || isStopWord(text) || /^\d$/.test(text) || /^[\p{sc=Hiragana}]+$/u.test(text);
}

/** Without letters of other scripts, and without accents: dashes, arrows and images belong to every language. */
export const hasAsciiLetters = (text: string) => ASCII_LETTERS.test(text);

const ASCII_LETTERS = /^(?:[\x00-\x7f\u00a0\u00b7\u00d7\u2000-\u2bff\u{1f000}-\u{1faff}]|\ufe0f)*$/u;

export const isEmptyWord = ({ isEmpty }: Word) => isEmpty;

/** The words of a text that name something, by their keys. */
export function namedKeys(text: string): Set<string> {
  return new Set(
    wordsIn(text)
      .filter((word) => !isEmptyWord(word))
      .map(({ key }) => key),
  );
}
