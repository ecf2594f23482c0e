// Ranks candidates for a title by a linear function of what they name and what they look like.
import { type Candidate, PHRASE_KINDS, SOURCES } from './candidate.ts';
import type { SubjectWord } from './salience.ts';
import { FINITE, VERB } from './verbs.ts';
import { READING_WEIGHTS, TITLE_WEIGHTS } from './weights.ts';
import { isCodeName, isEmptyWord, wordsIn } from './words.ts';

export const TITLE_FEATURES = [
  'bias',
  'share of the subject named',
  'names the first word of the subject',
  'names the second',
  'names the third',
  'weight of what is missing',
  'weight per word',
  'words',
  'length',
  'very short',
  'has code',
  'place',
  'question',
  'in the first or second person',
  'begins with a pronoun',
  'points at something unnamed',
  'a thing without its name',
  'introduces a list',
  'begins with a verb of change',
  'shortened',
  'with a scope',
  'with an aside',
  'a pair',
  'has a verb',
  'few words but code',
  'begins with a label',
  'odd characters',
  'tells a state of the work',
  'begins with code',
  'a request that tells what to do',
  'a finding with a verb',
  'code names',
  ...SOURCES.map((source) => `from: ${source}`),
  ...PHRASE_KINDS.map((kind) => `scope: ${kind}`),
  ...PHRASE_KINDS.map((kind) => `aside: ${kind}`),
  'added to code',
] as const;

export interface Subject {
  words: Map<string, SubjectWord>;
  /** Keys by weight, heaviest first. */
  top: string[];
  /** Sum of the weights of the top ones. */
  mass: number;
}

const TOP = 10;

export function subjectOf(words: Map<string, SubjectWord>): Subject {
  // An identifier counts by its parts: a title that says "log the agent" names what `logging.WithAgent` is about.
  const ranked = [...words.values()].filter(({ isWhole }) => !isWhole).sort((a, b) => b.weight - a.weight);
  const top = ranked.slice(0, TOP).map(({ key }) => key);
  return { words, top, mass: ranked.slice(0, TOP).reduce((sum, word) => sum + word.weight, 0) || 1 };
}

export function namedKeys(text: string): Set<string> {
  return new Set(
    wordsIn(text)
      .filter((word) => !isEmptyWord(word))
      .map(({ key }) => key),
  );
}

/** "The function", "the two issues": which ones? */
const UNNAMED =
  /\b(?:the|this|these|those|both|all|two|three|several) (?:\w+ )?(?:functions?|methods?|files?|tests?|issues?|bugs?|changes?|fix(?:es)?|comments?|sections?|entr(?:y|ies)|items?|commands?|errors?|problems?|rules?|places?|spots?|cases?|steps?|points?|options?|approach(?:es)?|findings?|suggestions?|feedback)\b(?! (?:in|of|for|from|to|on|with|by|that|when|which) )/i;

/** How the work stands, which says nothing of what it was. */
const STATE =
  /\b(?:all (?:\d+ )?(?:tests?|checks?)|tests? (?:now )?(?:pass|passing|passed)|(?:is|are|looks?) (?:green|clean|good|done|complete|ready|satisfied)|pushed|committed|full picture|absolutely right|good (?:catch|question|point)|as requested|working as expected|up to date)\b/i;

export function titleFeatures(candidate: Candidate, subject: Subject): number[] {
  const { text, source, order } = candidate;
  const keys = namedKeys(text);
  let named = 0;
  let missing = 0;
  for (const [index, key] of subject.top.entries()) {
    const weight = subject.words.get(key)?.weight ?? 0;
    if (keys.has(key)) named += weight;
    else if (index < 4) missing = Math.max(missing, weight);
  }
  const weights = [...keys].map((key) => subject.words.get(key)?.weight ?? 0);
  const has = (index: number) => (subject.top[index] !== undefined && keys.has(subject.top[index] as string) ? 1 : 0);
  const flag = (is: boolean) => (is ? 1 : 0);
  const base = candidate.composed === 'scope' || candidate.composed === 'pair' ? text.replace(/^[^:]*:\s/, '') : text;
  const isVerbal = VERB.test(base) || FINITE.test(base);
  const tokens = base.replace(/\([^)]*\)$/, '').split(/\s+/);
  const codes = text.split(/[\s()]+/).filter((token) => isCodeName(token.replace(/[:,.]$/, ''))).length;
  const plainWords = tokens.filter(
    (token) => /\p{L}{2}/u.test(token) && !isCodeName(token.replace(/[:,.]$/, '')),
  ).length;
  return [
    1,
    named / subject.mass,
    has(0),
    has(1),
    has(2),
    missing,
    weights.length === 0 ? 0 : weights.reduce((sum, one) => sum + one, 0) / weights.length,
    Math.min(keys.size, 12) / 12,
    text.length / 80,
    flag(text.length < 24),
    flag(/[a-z][A-Z]|\w[._/]\w|\(\)|--\w|#\d/.test(text)),
    Math.min(order, 10) / 10,
    flag(/[?？]/.test(text) || /^(?:what|how|why|when|where|which|who|is|are|does|do|did|should)\b/i.test(text)),
    flag(/\b(?:i|i'll|i'm|i've|you|your|me|my|we|let me)\b/i.test(text)),
    flag(
      /^(?:it|this|that|these|those|they|there|he|she|both|all|here|everything|nothing|one|two|three)\b/i.test(text),
    ),
    flag(/\b(?:this|that|these|those|it|them|both|above|below|following|same)\b/i.test(text)),
    flag(UNNAMED.test(text)),
    flag(/[:：]$/.test(candidate.of.trim())),
    flag(VERB.test(text)),
    flag(candidate.isShortened),
    flag(candidate.composed === 'scope'),
    flag(candidate.composed === 'aside'),
    flag(candidate.composed === 'pair'),
    flag(isVerbal),
    flag(plainWords < 3),
    flag(/^(?:\d+[.)]|[\p{L}\d .'-]{1,24}:\s)/u.test(text) && candidate.composed === 'none'),
    flag(/[→=<>{}|\\~]|:=|\*\*/.test(text)),
    flag(STATE.test(text)),
    flag(isCodeName((/^\S+/.exec(text)?.[0] ?? '').replace(/[:,]$/, ''))),
    flag(source.startsWith('request') && VERB.test(base)),
    flag(!source.startsWith('request') && isVerbal),
    Math.min(codes, 4) / 4,
    ...SOURCES.map((one) => flag(one === source)),
    ...PHRASE_KINDS.map((kind) => flag(candidate.composed === 'scope' && candidate.added === kind)),
    ...PHRASE_KINDS.map((kind) => flag(candidate.composed === 'aside' && candidate.added === kind)),
    flag(candidate.added !== undefined && codes > 1),
  ];
}

/** Beyond this, a line reads well enough: then it counts how much of its subject it names. */
export const READS_WELL = 0.55;
/** How much a line that reads badly must name more to be chosen. */
export const READING_COUNTS = 1.2;

export function score(candidate: Candidate, subject: Subject): number {
  const features = titleFeatures(candidate, subject);
  const weigh = (weights: readonly number[]) =>
    features.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
  return weigh(TITLE_WEIGHTS) + READING_COUNTS * Math.min(weigh(READING_WEIGHTS), READS_WELL);
}
