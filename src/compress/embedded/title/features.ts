// What is known of a line that could be a title: what it names and what it looks like.

import { isCodeName } from '../../../text/code-name.ts';
import { isPlain } from '../../../text/words.ts';
import { GENERIC, WORD_FEATURES } from '../salience.ts';
import type { Subject } from '../subject.ts';
import { ASK, baseOfThird, FINITE, VERB } from '../verbs.ts';
import { namedKeys, wordsIn } from '../words.ts';
import { type Candidate, PHRASE_KINDS, SOURCES } from './candidate.ts';
import { endsOpen } from './demand.ts';
import { LONGEST_TITLE } from './headline.ts';

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
  'this or that thing',
  'a new or other thing',
  'counted things',
  'ends with what was said',
  'a review or a report by its article',
  'shortened though there is room',
  'under its heading',
  'the session, for an answer',
  'begins in the past',
  'what would be',
  'a plan',
  'tightened',
  'said as the conclusion',
  'ends with a verb',
  'a list that breaks off',
  'something done to a thing without a name',
  'says what for',
  'says when',
  'plain words',
  'plain words of a deed',
  'only what is there',
  'what is not, or wrong',
  'a deed in an answer',
  'specific words of a deed',
  'joins two deeds',
  'a proposal',
  'names the fourth',
  'names the fifth',
  'names the sixth',
  'how many of the first six',
  'words of the request',
  'names what was asked and changed',
  'in another language',
  'a deed in another language',
  'length in another language',
  'what was said first, in another language',
  'as it was typed, in another language',
  'points at something, beside a name',
] as const;

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

const RESULT =
  /\b(?:because|so|but|instead|not|never|only|missing|without|when|if|now|no longer|already|still|both)\b|n't\b/i;
const WRONG =
  /\b(?:not|no|never|without|cannot|missing|lacks?|fails?|failed|wrong|broken|unused|dead|stale|duplicated?|ignored|empty|crash\w*|leak\w*|hang\w*)\b|n't\b/i;
/** "…, so tool calls render", "a panel that opens or updates": what is missing? */
function ends(base: string): boolean {
  const [, last = ''] = /\b(?:and|or|to|that|which|now|so|it|they|calls|[a-z]+s) ([a-z]+)$/.exec(base) ?? [];
  return (
    last !== '' &&
    (VERB.test(last) ||
      baseOfThird(last) !== undefined ||
      /^(?:uses|runs|opens|fires|renders?|immediately|first|only)$/.test(last))
  );
}
/** "Remove the function from paths.go": which? */
const NAMELESS =
  /^[A-Z]?[a-z]+ (?:the |an? |all |both |some )?(?:new |single |simple |old |whole |existing |second |first |remaining |failing )*(?:functions?|tests?|methods?|files?|structs?|types?|fields?|sections?|lines?|comments?|guards?|rules?|entr(?:y|ies)|hooks?|coverage|logic|code|docs?|values?|options?|steps?|items?|cases?|checks?|errors?|issues?|bugs?|changes?)\b(?! (?:for|of|that|which|named|called)\b| [`"]?\w*[A-Z_.]\w*)/;
/** What all of it comes to. */
const CONCLUSION =
  /^(?:\W*)(?:summary|conclusion|verdict|result|root cause|cause|answer|bottom line|tl;dr|in short|overall|key finding|finding|fix|recommendation|problem|proposed change)\b[^:]{0,20}[:：]\s?\S/i;
/** "That behavior", "those fields": which? */
const THIS_THING =
  /\b(?:for|of|to|in|with|on|from|by|about|fix|add|test|address|handle|update|remove|use|when|after|before) (?:that|those|these|this|such) [a-z]+/i;
/** "The new model", "the overlapping fields": known only to who was there. */
const OTHER_THING =
  /\b(?:the|an?|all|its|their) (?:\d+ )?(?:new|old|manual|overlapping|other|remaining|same|original|existing|current|previous|next|second|first|last|affected|related|relevant|corresponding|matching|appropriate|proper|actual|real|correct|necessary|required|missing|additional|extra|whole|entire|full) [a-z]+(?:\s[a-z]+)?(?:$|[,.;:)]|\s(?:and|to|in|for|with|on|from|when|so|is|are|has|have)\b)/i;

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
  const base = candidate.composed === 'scope' || text.startsWith('Proposal: ') ? text.replace(/^[^:]*:\s/, '') : text;
  const isDeed = VERB.test(base) || isDeedIn(candidate, base);
  const isAsk = ASK.test(base);
  // A sentence of another language has a verb somewhere.
  const hasVerb = FINITE.test(base) || (isForeign(candidate, base) && SENTENCES.has(source));
  const isVerbal = isDeed || isAsk || hasVerb;
  const tokens = base
    .replace(/\([^)]*\)$/, '')
    .split(/\s+/)
    .flatMap(wordsOfToken);
  const width = widthOf(text);
  const specific = wordsIn(base).filter(
    (word) => !word.isEmpty && !word.isWhole && !GENERIC.has(word.text.toLowerCase()),
  ).length;
  const codes = text.split(/[\s()]+/).filter((token) => isCodeName(token.replace(/[:,.]$/, ''))).length;
  const plainWords = tokens.filter(
    (token) => /\p{L}{2}/u.test(token) && !isCodeName(token.replace(/[:,.]$/, '')),
  ).length;
  const isProposal = text.startsWith('Proposal: ');
  const isOther = isForeign(candidate, text);
  return [
    1,
    named / subject.mass,
    has(0),
    has(1),
    has(2),
    missing,
    weights.length === 0 ? 0 : weights.reduce((sum, one) => sum + one, 0) / weights.length,
    Math.min(keys.size, 12) / 12,
    width / LONGEST_TITLE,
    flag(width < 24),
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
    flag(VERB.test(text) || isDeedIn(candidate, text)),
    flag(candidate.isShortened),
    flag(candidate.composed === 'scope'),
    flag(candidate.composed === 'aside'),
    flag(isVerbal),
    flag(plainWords < 3),
    flag(/^(?:\d+[.)]|[\p{L}\d .'-]{1,24}:\s)/u.test(text) && candidate.composed === 'none'),
    flag(/[→=<>{}|\\~]|:=|\*\*/.test(text)),
    flag(STATE.test(text)),
    flag(isCodeName((/^\S+/.exec(text)?.[0] ?? '').replace(/[:,]$/, ''))),
    flag(source.startsWith('request') && (isDeed || isAsk)),
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
    flag(isAsk),
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
    flag((source === 'request' || source === 'later request') && !isDeed),
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
    flag(isDeed && tokens.slice(1, 6).some((token) => isCodeName(token.replace(/[:,.]$/, '')))),
    flag(/^[a-z]{2,8}(?:\([^)]*\))?!?: /.test(text)),
    flag(isCodeName((tokens[0] ?? '').replace(/[:,]$/, '')) && hasVerb),
    flag(tokens.length > 11),
    flag(candidate.composed !== 'none' && (source === 'session title' || source === 'plan' || source === 'chosen')),
    flag(/\s(?:in|to|from|for|of|on) \S*(?:[a-z][A-Z]|[./_])\S*$/.test(base)),
    flag(/^(?:the|a|an) /i.test(base)),
    flag(candidate.isAnswer && source === 'heading' && order === 0),
    flag(candidate.isAnswer && source === 'lead' && order === 0),
    flag(candidate.isAnswer && (source === 'sentence' || source === 'point' || (source === 'heading' && order > 0))),
    flag(candidate.isAnswer && source.includes('request')),
    flag(/^(?:change|update) \S+(?: and \S+)?(?: in \S+)?$/i.test(base)),
    flag(candidate.isAnswer && source === 'step'),
    flag(/^how to /i.test(base)),
    flag(
      /\b(?:that|those|these|this|such) (?!are\b|is\b|can\b|was\b|were\b|has\b|have\b|will\b)[a-z]+(?:$|[\s,)])/i.test(
        base,
      ) && THIS_THING.test(base),
    ),
    flag(OTHER_THING.test(base)),
    flag(/\b(?:all|both|the|in|to|these|those)(?: the)? (?:\d+|two|three|four|five|six|several)\b/i.test(base)),
    flag(
      /\b(?:identified|mentioned|generated|requested|discussed|proposed|suggested|described|reported|noted|listed)$/i.test(
        base.replace(/\s(?:in|\()\S+$/, ''),
      ),
    ),
    flag(
      /\b(?:the|this|that|code|a) (?:\w+ )?(?:reviews?|report|plan|findings?|feedback|discussion|ticket|spec)\b/i.test(
        base,
      ) && !/#\d/.test(text),
    ),
    flag(candidate.isCut === true),
    flag(candidate.isUnder === true),
    flag(candidate.isAnswer && source === 'session title'),
    flag(/^[A-Z]?[a-z]+ed\s/.test(base) && !isDeed),
    flag(/\b(?:would|could|might|may)\b/i.test(base)),
    flag(/^plan (?:to|for) /i.test(base)),
    flag(candidate.isTight === true),
    flag(CONCLUSION.test(candidate.of)),
    flag(ends(base)),
    flag(
      candidate.isShortened &&
        /, (?!(?:not|but|so|and|or|which|with|without|no)\b)[^,]+$/.test(base) &&
        !/\b(?:and|or)\b[^,]*$/.test(base),
    ),
    flag(NAMELESS.test(base)),
    flag(/\s(?:to|so that|so|for) [a-z]+(?:\s\S|$)/.test(base)),
    flag(/\b(?:when|if|unless|after|before|until|while|whenever)\b/i.test(base)),
    Math.min(plainWords, 10) / 10,
    isDeed ? Math.min(plainWords, 10) / 10 : 0,
    flag(
      /^\S+(?: \S+){0,3} (?:is|has|are|have|was|were|sets?|uses?|comes?|contains?|exists?) /.test(base) &&
        !RESULT.test(base),
    ),
    flag(WRONG.test(base)),
    flag(
      candidate.isAnswer &&
        isDeed &&
        (source === 'sentence' || source === 'point' || source === 'bold' || source === 'lead'),
    ),
    isDeed ? Math.min(specific, 6) / 6 : 0,
    flag(
      /^[A-Z]?[a-z]+ .*\b(?:and|,) [a-z]+ /.test(base) &&
        isDeed &&
        VERB.test(/\b(?:and|,) ([a-z]+ .*)$/.exec(base)?.[1] ?? ''),
    ),
    flag(isProposal),
    has(3),
    has(4),
    has(5),
    (has(0) + has(1) + has(2) + has(3) + has(4) + has(5)) ** 2 / 36,
    Math.min(
      countOf(keys, subject, (word) => word[ASKED_FOR] === 1),
      6,
    ) / 6,
    flag(countOf(keys, subject, (word) => word[ASKED_FOR] === 1 && (word[IN_FILE] === 1 || word[IN_SYMBOL] === 1)) > 0),
    flag(isOther),
    flag(isOther && isDeed),
    isOther ? width / LONGEST_TITLE : 0,
    flag(isOther && source === 'lead'),
    flag(isOther && (source.includes('request') || source === 'question')),
    flag(/\b(?:this|that|these|those|it|them|both|above|below|following|same)\b/i.test(text) && codes > 0),
  ];
}

const ASKED_FOR = WORD_FEATURES.indexOf('in the request');
const IN_FILE = WORD_FEATURES.indexOf('in the name of a changed file');
const IN_SYMBOL = WORD_FEATURES.indexOf('in a changed symbol');
const countOf = (keys: Set<string>, { words }: Subject, is: (features: number[]) => boolean) =>
  [...keys].filter((key) => is(words.get(key)?.features ?? [])).length;

/** As wide as it is shown: a Chinese character takes the room of two letters, and says as much. */
function widthOf(text: string): number {
  if (isPlain(text)) return text.length;
  return Math.min(LONGEST_TITLE, text.length + (text.match(WIDE)?.length ?? 0));
}

const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;

/** Where words are not separated, two signs make one. */
const wordsOfToken = (token: string): string[] =>
  isPlain(token) ? [token] : token.replace(UNSPACED, ' $& ').trim().split(/\s+/);

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{2}/gu;

/** Said in another language: its own verbs are looked for. */
const isForeign = ({ speech }: Candidate, text: string) => Boolean(speech?.script.test(text));
const isDeedIn = (candidate: Candidate, text: string) =>
  isForeign(candidate, text) && Boolean(candidate.speech?.deed.test(text));

const SENTENCES = new Set<Candidate['source']>([
  'lead',
  'sentence',
  'request',
  'later request',
  'earlier message',
  'step',
]);

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
