// Ranks candidates for a title by a linear function of what they name and what they look like.

import { isCodeName } from '../../text/code-name.ts';
import { type Candidate, PHRASE_KINDS, SOURCES } from './candidate.ts';
import { endsOpen } from './demand.ts';
import { GENERIC, type SubjectWord } from './salience.ts';
import { ASK, baseOfThird, FINITE, VERB } from './verbs.ts';
import { READING_WEIGHTS, READING_WORDS, TITLE_WEIGHTS } from './weights.ts';
import { isEmptyWord, wordsIn } from './words.ts';

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
  'in a place',
  'told together with what was added',
  'told apart from what was added',
  'a scope that stands nearby',
  'an aside that stands nearby',
  'what a thing does, without the thing',
  'has a line number',
  'has a dash',
  'a heading in capitals',
  'begins with a bracket',
  'begins with a verb of asking',
  'specific words',
  'no specific word',
  'one specific word',
  'said in passing',
  'a list',
  'share of digits',
  'ends open',
  'a thing by its article',
  'begins with a small letter',
  'ends with code',
  'share of code',
  'scope shares no words with the request',
  'typed without a verb of change',
  'added from elsewhere',
  'tells a result',
  'an opinion',
  'begins with somebody',
  'begins with an auxiliary',
  'has a quotation',
  'does something to code',
  'prefix of a commit',
  'code does something',
  'many words',
  'a title with something added',
  'a place within something',
  'begins with an article',
  'first heading of an answer',
  'first sentence of an answer',
  'later in an answer',
  'a request that was answered',
  'a change without what it is',
  'what was looked at for an answer',
  'asks how to do it',
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

/** "Calls X after the checks": who does? */
const DOES =
  /^(?:adds|asserts|calls|changes|checks|creates|does|falls|fixes|gets|handles|has|is|keeps|loads|makes|moves|now|parses|passes|purges|reads|removes|renders|replaces|returns|runs|sets|shows|stores|takes|tests|updates|uses|verifies|was|works|writes)\b/i;

/** Words of somebody who talks. */
const PASSING_WORDS =
  /\b(?:also|again|as well|first|additionally|either way|too|just|really|actually|basically|exactly|some|something|somehow|probably|maybe|lets?|here|later|still|though|anyway|either|whoops|weird|already|simply|btw|fyi|atm)\b/i;

/** What somebody thinks of it. */
const OPINION =
  /\b(?:reasonable|cleaner|clear|clearer|concise|fine|simpler|straightforward|better|best|likely|unlikely|sense|honest|verbose|idiomatic|overkill|worth|risk|risky|tricky|safe|nice|odd|strange|probably|arguably|unfortunately|essentially|correct|right|wrong|important|useful|helpful)\b/i;

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
  const base = candidate.composed === 'scope' ? text.replace(/^[^:]*:\s/, '') : text;
  const isVerbal = VERB.test(base) || ASK.test(base) || FINITE.test(base);
  const tokens = base.replace(/\([^)]*\)$/, '').split(/\s+/);
  const specific = wordsIn(base).filter(
    (word) => !word.isEmpty && !word.isWhole && !GENERIC.has(word.text.toLowerCase()),
  ).length;
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
    flag(
      /[?？]/.test(text) || /^(?:what|how(?! to\b)|why|when|where|which|who|is|are|does|do|did|should)\b/i.test(text),
    ),
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
    flag(isVerbal),
    flag(plainWords < 3),
    flag(/^(?:\d+[.)]|[\p{L}\d .'-]{1,24}:\s)/u.test(text) && candidate.composed === 'none'),
    flag(/[→=<>{}|\\~]|:=|\*\*/.test(text)),
    flag(STATE.test(text)),
    flag(isCodeName((/^\S+/.exec(text)?.[0] ?? '').replace(/[:,]$/, ''))),
    flag(source.startsWith('request') && (VERB.test(base) || ASK.test(base))),
    flag(!source.startsWith('request') && isVerbal),
    Math.min(codes, 4) / 4,
    ...SOURCES.map((one) => flag(one === source)),
    ...PHRASE_KINDS.map((kind) => flag(candidate.composed === 'scope' && candidate.added === kind)),
    ...PHRASE_KINDS.map((kind) => flag(candidate.composed === 'aside' && candidate.added === kind)),
    flag(candidate.added !== undefined && codes > 1),
    flag(candidate.composed === 'place'),
    candidate.related ?? 0,
    flag(candidate.related !== undefined && candidate.related < 0.3),
    candidate.composed === 'scope' ? (candidate.related ?? 0) : 0,
    candidate.composed === 'aside' ? (candidate.related ?? 0) : 0,
    flag(DOES.test(base) || baseOfThird(tokens[0] ?? '') !== undefined),
    flag(/:\d+|\blines? ~?\d|\(~?\d+/i.test(text)),
    flag(/\s[—–-]\s/.test(text)),
    flag(/^(?:[A-Z][a-z]+ ){2,}[A-Z][a-z]+$/.test(base)),
    flag(/^[[({<]/.test(base)),
    flag(ASK.test(base)),
    Math.min(specific, 6) / 6,
    flag(specific === 0),
    flag(specific === 1),
    flag(PASSING_WORDS.test(base)),
    flag((text.match(/,\s/g)?.length ?? 0) > 1),
    (text.match(/\d/g)?.length ?? 0) / text.length,
    flag(endsOpen(text)),
    flag(
      /\b(?:the|both|all|each|these|those) [a-z]+(?: [a-z]+)?(?:$|[,.:;]| (?:is|are|was|were|has|have|will|now|and|to|with|as)\b)/i.test(
        base,
      ),
    ),
    flag(/^[a-z]/.test(base) && !isCodeName((/^\S+/.exec(base)?.[0] ?? '').replace(/[:,]$/, ''))),
    flag(isCodeName((/\S+$/.exec(text)?.[0] ?? '').replace(/[(),]/g, ''))),
    codes / Math.max(1, text.split(/\s+/).length),
    flag(candidate.composed !== 'none' && weights.length > 0 && Math.max(...weights) < 0.3),
    flag((source === 'request' || source === 'later request') && !VERB.test(base)),
    flag(candidate.added !== undefined && candidate.added !== 'reference' && !candidate.of.includes(addedTo(text))),
    flag(/\b(?:now|no longer|instead of|so that|because)\b/i.test(base)),
    flag(OPINION.test(base)),
    flag(/^(?:users?|session [A-Z]|someone|anyone|people|we|each|every|any|another|most|some|many)\b/i.test(base)),
    flag(
      /^(?:must|should|needs?|have|has|can|could|would|might|only|still|already|even|not|never|always|now|also|just)\b/i.test(
        base,
      ),
    ),
    flag(/["“”«»「」]/.test(text)),
    flag(VERB.test(base) && tokens.slice(1, 6).some((token) => isCodeName(token.replace(/[:,.]$/, '')))),
    flag(/^[a-z]{2,8}(?:\([^)]*\))?!?: /.test(text)),
    flag(isCodeName((tokens[0] ?? '').replace(/[:,]$/, '')) && FINITE.test(base)),
    flag(tokens.length > 11),
    flag(candidate.composed !== 'none' && (source === 'session title' || source === 'plan' || source === 'chosen')),
    flag(/\s(?:in|to|from|for|of|on) \S*(?:[a-z][A-Z]|[./_])\S*$/.test(base)),
    flag(/^(?:the|a|an) /i.test(base)),
    flag(candidate.isAnswer && source === 'heading' && order === 0),
    flag(candidate.isAnswer && source === 'lead' && order === 0),
    flag(candidate.isAnswer && (source === 'sentence' || source === 'point' || (source === 'heading' && order > 0))),
    flag(candidate.isAnswer && source.includes('request')),
    flag(/^(?:change|update) \S+(?: and \S+)? in \S+$/i.test(base)),
    flag(candidate.isAnswer && source === 'step'),
    flag(/^how to /i.test(base)),
  ];
}

/** What was put in front of a line, or behind it in brackets. */
function addedTo(text: string): string {
  return / \(([^()]*)\)$/.exec(text)?.[1] ?? /^([^:]*): /.exec(text)?.[1] ?? / in (\S+)$/.exec(text)?.[1] ?? text;
}

/** The plain words of a line, each once. */
export function readingWords(text: string): string[] {
  const words = text.toLowerCase().split(/\s+/);
  return [...new Set(words.map((word) => word.replace(/^[("“]+|[)"”,.:;!?]+$/g, '')))].filter((word) =>
    /^[a-z][a-z'’-]*$/.test(word),
  );
}

/** How much naming the subject may be given up for a line that reads well: more if the diff names it anyway. */
export const readingCounts = ({ isAnswer }: Candidate) => (isAnswer ? 2 : 2.4);

/** What changed is known by its name in the diff; what for is known by what somebody said. */
export const namesOnly = ({ source, isPartial }: Candidate) => (source !== 'diff' ? 0 : isPartial ? 1 : 0.3);

export interface Rating {
  /** About the share of its subject that it names, and how well it reads. */
  score: number;
  /** How likely a reader accepts it, from 0 to 1. */
  reads: number;
}

export function rate(candidate: Candidate, subject: Subject): Rating {
  const features = titleFeatures(candidate, subject);
  const weigh = (weights: readonly number[]) => {
    let sum = 0;
    for (let index = 0; index < features.length; index += 1)
      if (features[index] !== 0) sum += (features[index] as number) * (weights[index] ?? 0);
    return sum;
  };
  const words = readingWords(candidate.text).reduce((sum, word) => sum + (READING_WORDS.get(word) ?? 0), 0);
  const reads = 1 / (1 + Math.exp(-weigh(READING_WEIGHTS) - words));
  const score = weigh(TITLE_WEIGHTS) + readingCounts(candidate) * reads - namesOnly(candidate);
  return { score, reads };
}
