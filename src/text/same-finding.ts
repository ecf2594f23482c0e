// Whether two findings say the same, or the newer one replaces the older one: by the content words of their titles, by
// yes and no, values and labels, and by their narratives and facts if the titles alone do not prove it. Doubt means
// different: two findings that are merged by mistake are worse than a duplicate.

import { lineOf, whatItIsAChoiceOf } from './alternatives.ts';
import { type Claim, type ClaimWord, contentOf, readClaim } from './claim.ts';
import { type Action, BEFORE_VALUE, GENERIC, HAS_ONE, IN_ONE_WAY, TELLING } from './claim-words.ts';

export interface Finding {
  title: string;
  narrative: string | null;
  facts: string[];
  /** Modified files. */
  files: string[];
}

export type FindingRelation = 'same' | 'replaces' | 'different';

/** `isCommon`: words that stand in many findings of the project; they prove less. */
export function compareFindings(
  older: Finding,
  newer: Finding,
  isCommon: (word: string) => boolean = () => false,
): FindingRelation {
  const [x, y] = [readClaim(older.title), readClaim(newer.title)];
  if (x.labels.length > 0 && y.labels.length > 0 && !isEqual(x.labels, y.labels)) return 'different';
  const difference = differenceOf(x, y);
  if (isReplaced(x, y, difference)) return 'replaces';
  return isSame(older, newer, x, y, difference, isCommon) ? 'same' : 'different';
}

interface Difference {
  common: ClaimWord[];
  older: ClaimWord[];
  newer: ClaimWord[];
}

function differenceOf(x: Claim, y: Claim, without: ClaimWord[] = []): Difference {
  const isTolerant = !(x.isEnglish && y.isEnglish);
  const left = y.words.filter((word) => !without.includes(word));
  const difference: Difference = { common: [], older: [], newer: left };
  for (const word of x.words.filter((each) => !without.includes(each))) {
    const at = difference.newer.findIndex((other) => isSameWord(word, other, isTolerant));
    if (at < 0) difference.older.push(word);
    else {
      difference.common.push(word);
      difference.newer = difference.newer.filter((_, index) => index !== at);
    }
  }
  // Said twice in one of the two lines.
  const isNew = (list: ClaimWord[]) => list.filter((word) => !difference.common.some((each) => each.key === word.key));
  return { common: difference.common, older: isNew(difference.older), newer: isNew(difference.newer) };
}

/** Other languages than English inflect in ways that no stemmer here knows: long words are compared by their beginning. */
function isSameWord(a: ClaimWord, b: ClaimWord, isTolerant: boolean): boolean {
  if (a.key === b.key) return true;
  if (!isTolerant || a.kind !== 'word' || b.kind !== 'word') return false;
  const longer = Math.max(a.key.length, b.key.length);
  let shared = 0;
  while (shared < longer && a.key[shared] === b.key[shared]) shared += 1;
  return shared >= Math.max(4, Math.ceil(longer * 0.7));
}

/** Actions of which a later one can undo or outdate an earlier one. */
const HOLDS = new Set<Action | null>(['state', 'use', 'set', 'exist', 'on', 'allow', null]);
/** Actions that name a value. */
const NAMES_VALUE = new Set<Action | null>(['state', 'use', 'set', null]);

/** What two claims about the same subject must share at least: two ordinary words, or one identifier. */
const SUBJECT = 2;
/** What proves that two titles are not the same by chance. */
const SPECIFIC = 2.5;

function isReplaced(x: Claim, y: Claim, difference: Difference): boolean {
  if (x.labels.length + y.labels.length > 0 && !isEqual(x.labels, y.labels)) return false;
  if (isExchanged(x, y)) return true;
  if (isOtherChoice(x, y)) return true;
  if (weigh(difference.common) < SUBJECT) return false;
  const isOpposite = x.isNo !== y.isNo;
  const numbers = [x, y].map((claim) => claim.numbers.map(({ value }) => value));
  const hasOtherNumbers = !isEqual(numbers[0] as string[], numbers[1] as string[]);
  const extra = [...difference.older, ...difference.newer];
  if (isOpposite)
    return (
      HOLDS.has(x.action) && HOLDS.has(y.action) && !hasOtherNumbers && extra.length <= 1 && isAfterAll(x, y, extra)
    );
  if (hasOtherNumbers) {
    if (!isOneOther(numbers[0] as string[], numbers[1] as string[])) return false;
    if (!NAMES_VALUE.has(x.action) || !NAMES_VALUE.has(y.action)) return false;
    const isInName = [...x.numbers, ...y.numbers].some((number) => number.isInName);
    if (isInName && !(x.hasOne && y.hasOne && x.action === 'state' && y.action === 'state')) return false;
    return extra.length <= 1 && isAfterAll(x, y, extra);
  }
  return isOtherWord(x, y, difference);
}

/** A word more may stand after everything that both say: it explains, and does not name another subject. */
function isAfterAll(x: Claim, y: Claim, extra: ClaimWord[]): boolean {
  return extra.every((word) => {
    const claim = x.words.includes(word) ? x : y;
    const last = Math.max(...claim.words.filter((other) => other !== word).map(({ at }) => at));
    return word.kind === 'word' && word.at > last && !LIMITS.test(word.before);
  });
}

/** What follows holds only there: "works" and "does not work on Windows" are both true. */
const LIMITS = /^(?:on|for|in|at|when|if|unless|during|with|under|bei|auf|unter|en|si|при|на|для|если)$/u;

/** The same number of values, one of them another. */
function isOneOther(a: string[], b: string[]): boolean {
  return a.length > 0 && a.length === b.length && a.filter((value) => !b.includes(value)).length === 1;
}

/** "Use Redis for the queue", then "Move the queue from Redis to Postgres". */
function isExchanged(x: Claim, y: Claim): boolean {
  const { from = [], to = [] } = y.exchange ?? {};
  if (from.length === 0 || to.length === 0 || x.exchange || x.isNo || !HOLDS.has(x.action)) return false;
  const isTolerant = !(x.isEnglish && y.isEnglish);
  const old = from.map((word) => x.words.find((other) => isSameWord(word, other, isTolerant)));
  if (old.some((word) => word === undefined)) return false;
  if (to.some((word) => x.words.some(({ key }) => key === word.key))) return false;
  const rest = differenceOf(x, y, [...(old as ClaimWord[]), ...from, ...to]);
  return rest.common.length > 0 && rest.older.length === 0 && rest.newer.length <= 1;
}

/** "Use npm", then "Switched to pnpm": names that exclude each other, for the same purpose. */
function isOtherChoice(x: Claim, y: Claim): boolean {
  const isChoice = (claim: Claim) => claim.action === 'use' || claim.action === 'switch' || claim.action === 'state';
  if (!isChoice(x) || !isChoice(y) || x.isNo || y.isNo || y.exchange?.from.length) return false;
  for (const word of x.words) {
    const line = lineOf(word.text);
    const other = line < 0 ? undefined : y.words.find(({ text }) => lineOf(text) === line && text !== word.text);
    if (!other || x.words.some(({ text }) => text === other.text) || y.words.some(({ text }) => text === word.text))
      continue;
    const isSaid = (each: ClaimWord) =>
      whatItIsAChoiceOf(line).includes(each.text) || each.text === 'project' || each.text === 'repo';
    const said = [...x.words, ...y.words].filter(isSaid);
    const rest = differenceOf(x, y, [word, other, ...said]);
    if (rest.older.length + rest.newer.length === 0) return true;
  }
  return false;
}

/**
 * The same sentence with another word as its value: only if the newer one says that something changed, or if there can be
 * only one such value.
 */
function isOtherWord(x: Claim, y: Claim, { common, older, newer }: Difference): boolean {
  if (!NAMES_VALUE.has(x.action) || !NAMES_VALUE.has(y.action) || x.action === null || y.action === null) return false;
  if (older.length === 0 || newer.length === 0 || older.length > 2 || newer.length > 2) return false;
  const isLast = (claim: Claim, words: ClaimWord[]) => {
    const rest = claim.words.filter((word) => !words.includes(word));
    const from = Math.max(claim.link, ...rest.map(({ at }) => at));
    return words.every(({ at }) => at > from);
  };
  if (!isLast(x, older) || !isLast(y, newer)) return false;
  const isValue = ([word]: ClaimWord[]) =>
    word !== undefined && (BEFORE_VALUE.has(word.before) || /^(?:now|the|an?)$/.test(word.before));
  if (!isValue(older) || !isValue(newer)) return false;
  if (y.isNow) return true;
  // Nothing but the value stands after the verb.
  const isPlainValue = common.every(({ at }) => at < x.link);
  if (isPlainValue) return common.some(({ text, kind }) => kind === 'code' || HAS_ONE.has(text));
  return common.some(({ text, at }) => at > x.link && IN_ONE_WAY.test(text));
}

function isSame(
  older: Finding,
  newer: Finding,
  x: Claim,
  y: Claim,
  { common, older: onlyOlder, newer: onlyNewer }: Difference,
  isCommon: (word: string) => boolean,
): boolean {
  if (x.isNo !== y.isNo || !isSameAction(x.action, y.action)) return false;
  const [p, q] = [x, y].map((claim) => claim.numbers.map(({ value }) => value)) as [string[], string[]];
  if (!isEqual(p, q) && p.length > 0 && q.length > 0) return false;
  if (isTurnedAround(x, y)) return false;
  const weight = weigh(common, isCommon) + x.labels.length;
  const isExact = onlyOlder.length + onlyNewer.length === 0 && isEqual(p, q) && isEqual(x.labels, y.labels);
  const extra = [...onlyOlder, ...onlyNewer];
  // An identifier that only one of them names tells them apart.
  if (weight === 0 || extra.some(({ kind }) => kind === 'code') || weigh(extra, isCommon) > weight) return false;
  const evidence = evidenceOf(older, newer);
  if (isExact && evidence !== 'other') return weight >= SPECIFIC || evidence === 'same';
  if (evidence !== 'same' || weight < SUBJECT / 2) return false;
  // What only one title says must be said by the other finding as well.
  const [a, b] = [contentOf(textOf(older)), contentOf(textOf(newer))];
  return (
    onlyOlder.every(({ key }) => b.has(key)) &&
    onlyNewer.every(({ key }) => a.has(key) || (onlyOlder.length === 0 && onlyNewer.length === 1 && !TELLING.has(key)))
  );
}

function isSameAction(a: Action | null, b: Action | null): boolean {
  const plain = (action: Action | null) =>
    action === 'state' || action === 'use' || action === null ? 'state' : action;
  return plain(a) === plain(b);
}

/** "A depends on B" and "B depends on A"; "move from A to B" and back. */
function isTurnedAround(x: Claim, y: Claim): boolean {
  if (!x.isDirected || !y.isDirected) return false;
  const keys = y.words.map(({ key }) => key);
  const places = x.words.map(({ key }) => keys.indexOf(key)).filter((place) => place >= 0);
  return places.some((place, index) => index > 0 && place < (places[index - 1] as number));
}

const textOf = ({ title, narrative, facts }: Finding) => [title, narrative ?? '', ...facts].join('\n');

/** Fewer words prove nothing. */
const FEWEST_WORDS = 5;

/** What narratives, facts and files say about two findings with similar titles. */
function evidenceOf(older: Finding, newer: Finding): 'same' | 'other' | 'none' {
  const shared = older.files.some((file) => newer.files.includes(file));
  const isApart = older.files.length > 0 && newer.files.length > 0 && !shared;
  const [a, b] = [older, newer].map((each) => contentOf([each.narrative ?? '', ...each.facts].join('\n'))) as [
    Set<string>,
    Set<string>,
  ];
  const smaller = Math.min(a.size, b.size);
  const common = [...a].filter((key) => b.has(key)).length;
  if (smaller < FEWEST_WORDS) return isApart ? 'other' : shared && smaller > 0 && common === smaller ? 'same' : 'none';
  const share = common / smaller;
  if (share >= 0.6 && !isApart) return 'same';
  return share < 0.2 || isApart ? 'other' : 'none';
}

/** Identifiers count double; words that stand everywhere count half. */
function weigh(words: ClaimWord[], isCommon: (word: string) => boolean = () => false): number {
  return words.reduce((sum, { key, text, kind }) => {
    if (kind === 'pair') return sum + 0.7;
    if (kind === 'code') return sum + 2;
    if (TELLING.has(text)) return sum + 0.3;
    return sum + (GENERIC.has(text) || isCommon(key) ? 0.5 : 1);
  }, 0);
}

function isEqual(a: string[], b: string[]): boolean {
  return a.length === b.length && [...a].sort().join(' ') === [...b].sort().join(' ');
}
