// Reads one line as a claim: its content words, its values and labels, whether it says yes or no, and what it does.

import {
  type Action,
  actionOf,
  DIRECTED,
  FOREIGN,
  GRAMMAR,
  HAS_ONE,
  isSupport,
  LINK,
  MODAL,
  NO,
  NOW,
  OFF,
  ON,
  ORDINALS,
  SERIES,
  TELLING,
  UNSPACED_ACTIONS,
  UNSPACED_GRAMMAR,
  UNSPACED_NO,
  UNSPACED_NOW,
  UNSPACED_SERIES,
} from './claim-words.ts';
import { isCodeName } from './code-name.ts';
import { stem } from './stem.ts';
import { formsOf, isStopWord } from './stop-words.ts';
import { isPlain, isUnspaced } from './words.ts';

export interface ClaimWord {
  /** Equal for forms of the same English word. */
  key: string;
  /** As it stood in the line, in lower case. */
  text: string;
  kind: 'word' | 'code' | 'pair';
  /** Its place among all words of the line. */
  at: number;
  /** The word before it, in lower case. */
  before: string;
}

export interface ClaimNumber {
  value: string;
  at: number;
  /** It stands before the verb and directly after a noun, as in "Node 18 is …". */
  isInName: boolean;
}

export interface Claim {
  words: ClaimWord[];
  numbers: ClaimNumber[];
  /** What names an item of a series: #12, step 2, the first. */
  labels: string[];
  isNo: boolean;
  /** It says that something is different from before. */
  isNow: boolean;
  /** Null if no verb is known. */
  action: Action | null;
  /** The order of its words matters. */
  isDirected: boolean;
  isEnglish: boolean;
  /** It is about something of which there is one: a limit, a default, a port. */
  hasOne: boolean;
  /** Where a linking verb stands; -1 without one. */
  link: number;
  /** The old and the new thing of "replace X with Y" and "from X to Y". */
  exchange: { from: ClaimWord[]; to: ClaimWord[] } | null;
}

const TOKEN =
  /#\d+|→|->|==?|:(?=\s)|[\p{L}\p{N}\p{M}_@$](?:[\p{L}\p{N}\p{M}_.$/@\\:'’-]*[\p{L}\p{N}\p{M}_])?(?:\(\))?%?/gu;
const NUMBER = /^v?\d+(?:[.,:]\d+)*(?:%|[a-z]{1,3})?$/i;
const COMMIT_PREFIX = /^(feat|fix|docs?|chore|refactor|tests?|perf|style|build|ci)(?:\(([^)]*)\))?!?:\s*/i;

/** A new line is compared with many that were read before. */
const known = new Map<string, Claim>();
const MOST_KNOWN = 300;

/** The same object for the same line: not to be changed. */
export function readClaim(line: string): Claim {
  let claim = known.get(line);
  if (!claim) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(line, (claim = read(line)));
  }
  return claim;
}

function read(line: string): Claim {
  const text = line.normalize('NFKC').replaceAll('’', "'").trim();
  const prefix = COMMIT_PREFIX.exec(text);
  const claim: Claim = {
    words: [],
    numbers: [],
    labels: [],
    isNo: false,
    isNow: false,
    action: prefix ? prefixAction((prefix[1] as string).toLowerCase()) : null,
    isDirected: false,
    isEnglish: isEnglish(text),
    hasOne: false,
    link: -1,
    exchange: null,
  };
  const rest = prefix ? text.slice(prefix[0].length) : text;
  if (prefix?.[2]) readSpaced(claim, prefix[2], false);
  // What stands in parentheses at the end tells one turn from another.
  const tail = /\s\(([^()]+)\)$/.exec(rest);
  const sentence = tail ? rest.slice(0, tail.index) : rest;
  if (isUnspaced(sentence)) readUnspaced(claim, sentence);
  else readSpaced(claim, sentence, true);
  if (tail) {
    const own = claim.words.length;
    readSpaced(claim, tail[1] as string, false);
    for (const word of claim.words.slice(own)) word.kind = 'code';
  }
  return claim;
}

function isEnglish(text: string): boolean {
  const words = text.toLowerCase().split(/\s+/);
  return isPlain(text) && !words.some((word) => FOREIGN.has(word));
}

function prefixAction(name: string): Action {
  if (name === 'fix') return 'fix';
  if (name === 'feat') return 'exist';
  return /^(?:docs?|tests?|chore|ci|build)$/.test(name) ? 'activity' : 'change';
}

function readSpaced(claim: Claim, text: string, isSentence: boolean): void {
  const tokens = [
    ...text
      .replace(/https?:\/\/\S+/g, ' ')
      .replaceAll('`', ' ')
      .matchAll(TOKEN),
  ].map(([token]) => token);
  const lower = tokens.map((token) => token.toLowerCase().replace(/\(\)$/, ''));
  if (isSentence) claim.link = lower.findIndex((token) => LINK.has(token));
  const main = isSentence ? mainAction(lower, claim) : -1;
  if (main >= 0) {
    const { action, isNo } = actionOf(lower[main] as string) as { action: Action; isNo: boolean };
    const isSet =
      action === 'change' && lower.some((token, at) => at > main && token === 'to' && /^\d/.test(lower[at + 1] ?? ''));
    claim.action = isSet ? 'set' : action;
    if (isNo) claim.isNo = !claim.isNo;
  } else if (claim.action === null && claim.link >= 0) claim.action = 'state';
  claim.hasOne ||= lower.some((token) => HAS_ONE.has(token)) || (claim.link === 1 && isCodeName(tokens[0] as string));
  for (const [at, token] of lower.entries()) {
    if (DIRECTED.has(token)) claim.isDirected = true;
    if (NOW.has(token)) claim.isNow = true;
    if (at === main || (isSupport(token) && isSentence)) continue;
    readToken(claim, tokens, lower, at);
  }
  if (claim.action === 'switch' || lower.includes('→') || lower.includes('->'))
    claim.exchange = exchangeIn(claim, lower, main);
}

function readToken(claim: Claim, tokens: string[], lower: string[], at: number): void {
  const [raw, token, before] = [tokens[at] as string, lower[at] as string, lower[at - 1] ?? ''];
  if (NO.has(token)) {
    claim.isNo = !claim.isNo;
    return;
  }
  if (claim.link >= 0 && at > claim.link && (OFF.has(token) || ON.has(token)) && at - claim.link < 3) {
    const next = lower[at + 1] ?? '';
    // "is on in production", and not "is on the server".
    if (OFF.has(token) || next === '' || /^(?:in|by|for|at)$/.test(next)) {
      claim.action = 'on';
      if (OFF.has(token)) claim.isNo = !claim.isNo;
      return;
    }
  }
  if (NOW.has(token) || LINK.has(token) || GRAMMAR.has(token) || /^[:=→>-]+$/.test(token)) return;
  if (/^#\d+$/.test(token) || /^[A-Z]{2,}-\d+$/.test(raw) || ORDINALS.has(token)) {
    claim.labels.push(token);
    return;
  }
  const isLetter = /^[A-Z]$/.test(raw) && SERIES.has(before);
  if (NUMBER.test(token) || isLetter) {
    if (
      isLetter ||
      SERIES.has(before) ||
      SERIES.has(before.replace(/s$/, '')) ||
      claim.action === 'activity' ||
      at === 0
    )
      claim.labels.push(token);
    // The old value is not what holds now.
    else if (!/^(?:from|von|из)$/.test(before))
      claim.numbers.push({ value: token.replace(/^v/, ''), at, isInName: isInName(claim, tokens, at) });
    return;
  }
  const modal = MODAL.get(token);
  if (modal) claim.words.push({ key: modal, text: token, kind: 'word', at, before });
  else if (TELLING.has(token)) claim.words.push({ key: token, text: token, kind: 'word', at, before });
  else if (isCodeName(raw)) claim.words.push({ key: token, text: token, kind: 'code', at, before });
  else if (!isStopWord(token))
    for (const part of token.split(/[^\p{L}\p{N}\p{M}]+/u))
      if (part.length > 1 && !isStopWord(part))
        claim.words.push({ key: keyOf(part), text: part, kind: 'word', at, before });
}

/** After a capitalized name, or after any noun that begins the sentence. */
function isInName(claim: Claim, tokens: string[], at: number): boolean {
  const before = tokens[at - 1] ?? '';
  if (claim.link >= 0 && at > claim.link) return false;
  return /^[A-Z]/.test(before) || (claim.link >= 0 && !BEFORE_NUMBER.test(before));
}
const BEFORE_NUMBER = /^(?:to|of|after|every|within|at|than|with|on|in|=)$/i;

/** The verb of an English title comes first, after a colon, or as a participle; in other languages it may be anywhere. */
function mainAction(lower: string[], claim: Claim): number {
  const isAction = (at: number) => at >= 0 && at < lower.length && actionOf(lower[at] as string) !== null;
  // "Deleted rows are returned" deletes nothing.
  const isAdjective = claim.isEnglish && claim.link > 1 && (lower[0] as string).endsWith('ed');
  if (isAction(0) && !isAdjective) return 0;
  if (!claim.isEnglish) return lower.findIndex((_, at) => isAction(at));
  const colon = lower.indexOf(':');
  if (colon >= 0 && isAction(colon + 1)) return colon + 1;
  if (claim.link >= 0) {
    let at = claim.link + 1;
    while (at < lower.length && (NO.has(lower[at] as string) || NOW.has(lower[at] as string) || lower[at] === 'fully'))
      at += 1;
    if (isAction(at) && /(?:ed|t)$/.test(lower[at] as string)) return at;
    return -1;
  }
  const last = lower.length - 1;
  if (isAction(last) && (lower[last] as string).endsWith('ed')) return last;
  return lower.findIndex(
    (token, at) =>
      at > 0 && (/^(?:uses?|supports?)$/.test(token) || (isAction(at) && /^(?:from|to)$/.test(lower[at + 1] ?? ''))),
  );
}

function exchangeIn(claim: Claim, lower: string[], main: number): Claim['exchange'] {
  const find = (words: RegExp, after: number) => lower.findIndex((token, at) => at > after && words.test(token));
  const arrow = find(/^(?:→|->)$/, -1);
  const from = find(/^(?:from|von|de|из|с)$/, main);
  const to = arrow >= 0 ? arrow : find(/^(?:to|with|by|durch|zu|auf|a|por|на)$/, Math.max(main, from));
  if (to < 0) return null;
  const end = find(/^(?:for|in|on|when|because|from|für|para|для|от|из)$/, to);
  const old = claim.words.filter(({ at }) => (from >= 0 ? at > from : at > main) && at < to);
  const isReplaced = from >= 0 || arrow >= 0 || /^(?:replac|ersetz|reemplaz|remplac|замен)/u.test(lower[main] ?? '');
  return {
    from: isReplaced ? old : [],
    to: claim.words.filter(({ at }) => at > to && (end < 0 || at < end)),
  };
}

function readUnspaced(claim: Claim, text: string): void {
  const language = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text) ? 'ja' : 'zh';
  let rest = text;
  claim.isNow = UNSPACED_NOW.test(text);
  // The verb is first in Chinese, and last in Japanese.
  const found = UNSPACED_ACTIONS.flatMap(([sign, word]) =>
    [...rest.matchAll(new RegExp(sign, 'gu'))].map((match) => ({ at: match.index, length: match[0].length, word })),
  ).sort((a, b) => (language === 'zh' ? a.at - b.at : b.at - a.at));
  const [verb] = found;
  if (verb) {
    claim.action = verb.word.action;
    claim.isNo = verb.word.isNo;
    rest = `${rest.slice(0, verb.at)} ${rest.slice(verb.at + verb.length)}`;
  } else if (/是|为|等于|です|である/u.test(rest)) claim.action = 'state';
  for (const _ of rest.matchAll(UNSPACED_NO[language])) claim.isNo = !claim.isNo;
  rest = rest.replace(UNSPACED_NO[language], '').replace(UNSPACED_GRAMMAR[language], '');
  for (const match of rest.matchAll(/#?\d+(?:\.\d+)*/g)) {
    const isLabel =
      match[0].startsWith('#') || UNSPACED_SERIES.test(rest.slice(0, match.index)) || claim.action === 'activity';
    if (isLabel) claim.labels.push(match[0]);
    else claim.numbers.push({ value: match[0], at: match.index, isInName: false });
  }
  rest = rest.replace(/#?\d+(?:\.\d+)*/g, ' ');
  for (const run of rest.match(/[\x21-\x7e]+|[^\x00-\x7f\s]+/g) ?? []) {
    if (isPlain(run)) readSpaced(claim, run, false);
    else readPairs(claim, run);
  }
}

function readPairs(claim: Claim, run: string): void {
  const characters = [...run.replace(/[\p{P}\p{S}]/gu, '')];
  for (let i = 1; i < characters.length; i += 1) {
    const pair = `${characters[i - 1]}${characters[i]}`;
    claim.words.push({ key: pair, text: pair, kind: 'pair', at: claim.words.length, before: '' });
  }
}

function keyOf(word: string): string {
  if (!isPlain(word)) return word.normalize('NFD').replace(/\p{Mn}/gu, '');
  const stemmed = stem(word);
  const [base = word] = formsOf(word, stemmed);
  return base === word ? stemmed : stem(base);
}

/** The words of a longer text, without its structure. */
export function contentOf(text: string): Set<string> {
  const claim: Claim = { ...read(''), isEnglish: true };
  const short = text.slice(0, 4000);
  if (isUnspaced(short)) readUnspaced(claim, short);
  else readSpaced(claim, short, false);
  return new Set(claim.words.map(({ key }) => key));
}
