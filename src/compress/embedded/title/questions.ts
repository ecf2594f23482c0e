// What an answer was about, in the words of who asked: "Why does the worker use X?" -> "Why the worker uses X".

import { isPlain } from '../../../text/words.ts';
import { questionIn, type Speech, shortenedIn, standsAsked } from '../speech/index.ts';
import { thirdOf, VERB } from '../verbs.ts';
import { hasAsciiLetters, namedKeys } from '../words.ts';
import { endsOpen, isBalanced } from './demand.ts';
import { capital, LONGEST_SENTENCE, LONGEST_TITLE, shortened, tidy, uncapital } from './headline.ts';
import { LOG_LINE } from './requests.ts';

/** The lines that a question gives, longest first. None if it only makes sense as a question. */
export function questionsIn(sentence: string): string[] {
  if (!hasAsciiLetters(sentence) || sentence.length > LONGEST_SENTENCE) return [];
  const asked = ofNobody(withoutOpening(tidy(sentence)));
  const [, verb, clause = ''] = TO_FIND_OUT.exec(asked) ?? [];
  if (verb) return forms(`${verbOf(verb)} ${clause.replace(/^if\b/i, 'whether')}`);
  if (!/[?？]\s*$/.test(sentence) && !ASKS.test(asked)) return [];
  // "X is the same as Y?"
  if (/[?？]\s*$/.test(sentence) && STATES.test(asked)) return forms(`whether ${uncapital(asked)}`);
  return forms(indirect(asked) ?? '');
}

/** Begins with what it is about. */
const STATES =
  /^(?!what|how|why|when|where|who|which|whose|is|are|was|were|do|does|did|can|could|will|would|should|have|has|if|there|isn't|aren't|don't|doesn't|i|we|you|not|any|please|must)(?:(?:the|an?|our|each|every) )?\S+(?: \S+){0,3} (?:is|are|has|have|can|will|does|must|should|needs?)\b (?!i\b|we\b|you\b)/i;

/** A question as it was asked, without its mark and what makes it polite, if it can be understood alone. */
export function askedIn(sentence: string, speech: Speech | null): string[] {
  if (sentence.length > LONGEST_SENTENCE) return [];
  const isSpoken = speech?.script.test(sentence) ?? false;
  const isAsked = /[?？]\W*$/.test(sentence) || (isSpoken ? speech?.asks.test(sentence) : ASKS.test(sentence));
  if (!isAsked || isPasted(sentence) || (!isSpoken && !hasAsciiLetters(sentence))) return [];
  const bare = speech && isSpoken ? questionIn(speech, sentence) : ofNobody(withoutOpening(tidy(sentence)));
  const whole = capital(tidy(bare.replace(/^[¿¡]|[?？!！]+$/gu, '')));
  const least = isPlain(whole) ? SHORTEST : SHORTEST_ASKED;
  const cuts = speech && isSpoken ? shortenedIn(speech, whole) : [];
  const lines = [whole, ...cuts, ...ENDS_OF_CLAUSES.flatMap((end) => whole.split(end).slice(0, 1))];
  return [...new Set(lines.map(tidy))].filter(
    (line) =>
      line.length <= LONGEST_TITLE &&
      line.length >= least &&
      namedKeys(line).size >= 2 &&
      isBalanced(line) &&
      !endsOpen(line) &&
      !SENTENCES.test(line) &&
      !RAMBLING.test(line) &&
      !NOBODY.test(line) &&
      (speech && isSpoken ? standsAsked(speech, line) : !ELSEWHERE.test(line) && !ANY.test(line)),
  );
}

/** A question that names what its answer is about needs no mark: "Cómo instalar X", "为什么 X 失败". */
export const isTopic = (line: string) => TOPIC.test(line);
const TOPIC =
  /^(?:cómo|como|comment|come) \p{L}*(?:[aeiou]r|re)(?!\p{L})|^(?:как|jak) \p{L}*(?:ть|ти|чь|ć)(?!\p{L})|^wie man |^(?:how|why|where|when|what|which)(?: \S+)+ (?:is|are|has|have)$|为什么|为何|怎么|如何|なぜ|方法$/iu;

const SHORTEST_ASKED = 8;
/** A prompt of a shell, a log, an address. */
const PASTED = /[➜✗❯]|^[~/([]|\.{3}|[=>]{2}|[{}|\\]/u;
/** A question with its whole story, where words are not separated. */
const RAMBLING = /(?=.*\p{sc=Han})(?:[^，、]*[，、]){2}|^(?=.*\p{sc=Han}).{48,}/u;
/** "Must be on the first line?": what must? */
const NOBODY =
  /^(?:must|may|might|should|would|could|can|will|is|are|was|were) (?:be|have|not|in|on|at|to|for|from|with)\b/i;
/** More than one. */
const SENTENCES = /[.!?][)"']?\s+\S|[。？！]\S/u;
export const isPasted = (sentence: string) => PASTED.test(sentence) || LOG_LINE.test(sentence);
const ENDS_OF_CLAUSES = [/\s?[（(]/, /[，、,;；]\s?/, /[.?!]\s|[。？！]/];

/** Many leave out the mark. */
const ASKS = /^(?:how|why|where|when)(?: to)? (?:do|does|is|are|should|[a-z]+) \S/i;

/** What a message says that it will tell: "Here's where to add X:" -> "Where to add X". */
export function announcedIn(sentence: string): string[] {
  if (sentence.length > LONGEST_SENTENCE) return [];
  const [, what = ''] = ANNOUNCED.exec(sentence.replace(/[`*]/g, '')) ?? [];
  return what === '' ? [] : forms(ofNobody(what));
}

const ANNOUNCED =
  /(?:^|[,.;:—–-] )(?:now )?here(?:'s|’s| is| are) (?:my |a |an |the |our )?(?:(?:quick|brief|short|full|complete|comprehensive|detailed) )?((?:how|where|why|when|which|whether) .{12,}|(?:overview|assessment|analysis|comparison|explanation|breakdown|review|audit|list|proposal|plan) (?:of|for|to) .{12,}?)[:.]?\s*$/i;

/** What is to be found out, and how. */
const TO_FIND_OUT =
  /^(?:.{3,40}? to )?(double[- ]check|check|verify|validate|confirm|find out|figure out|analy[sz]e|investigate|explain|explore|research|look into|understand|see) ((?:if|whether|that|what|how|where|when|why|which)\b.{10,})$/i;

const VERBS: Record<string, string> = { see: 'Check', understand: 'Find out', analyse: 'Analyze' };
const verbOf = (verb: string) => VERBS[verb.toLowerCase()] ?? capital(verb.toLowerCase());

/** Without what stands before a question: "ok, so …", "I was wondering …", "can you …". */
export function withoutOpening(text: string): string {
  return text
    .replace(
      /^(?:(?:ok|okay|so|and|also|hmm+|well|wait|but|now|then|first|yes|no|yeah|nope|hey|hi|great|cool|basically|actually|just)\b[,.!:—–-]*\s+)+/i,
      '',
    )
    .replace(
      /^(?:(?:can|could|would|will) (?:you|we|u)(?: also| please| just| now| first)*|please|i(?:'d| would) like (?:you )?to|i (?:also |just )?(?:want|need)(?: you)? to|let'?s|help me(?: to)?|you should)\s+/i,
      '',
    )
    .replace(/^(?:tell|show) me\s+(?=(?:what|how|where|when|why|which|if|whether)\b)/i, 'explain ')
    .replace(/^know\s+(?=(?:what|how|where|when|why|which|if|whether)\b)/i, 'find out ')
    .replace(/^(?:i was wondering|i wonder|do you know|any idea)\s+/i, 'find out ')
    .replace(
      /,?\s+(?:now|please|again|right|correct|then|anymore|at the moment|atm|in (?:this|the) (?:file|code|repo|project|codebase|branch|session|folder|directory|module|script))\s*[?？]*$/i,
      '',
    )
    .replace(/[?？]+$/, '')
    .replace(/\s+or\s*(?:\.{2,}|…)?\s*$/i, '')
    .trim();
}

/** "how we could do X" -> "how to do X", "my X" -> "the X". */
function ofNobody(text: string): string {
  return text
    .replace(/\b(?:my|our|your) (?=[\w.@/-])/gi, 'the ')
    .replace(
      /\b(how|where|when|what|which [a-z]+) (?:we|i|you|one) (?:can|could|should|would|might|must|need to|have to|want to) (?:also |best |actually |even )?(?=[a-z]+\b)/i,
      (_, word: string) => `${word} to `,
    )
    .replace(
      /^(how|where|when|what|which [a-z]+) (?:can|could|should|would|do|must) (?:we|i|you|one) (?:also |best |actually |even )?(?=[a-z]+\b)/i,
      (_, word: string) => `${word} to `,
    );
}

/** A question as a clause: its verb stands behind who does it. */
function indirect(asked: string): string | null {
  // "What are the options to do X" -> "Options to do X".
  const thing =
    /^what(?:'s|’s| is| are| was| were) (?:the|an?|our) ((?:[\w-]+ ){1,3}(?:of|to|for|between|behind|with|in|about) .+)$/i.exec(
      asked,
    )?.[1];
  if (thing) return thing;
  if (/^(?:how|where|when|what|which \w+) to /i.test(asked)) return asked;
  const [, word = '', aux = '', not = '', rest = ''] =
    /^(?:(how(?: come|(?: many| much) [\w-]+| [a-z]+)?|why|where|when|what(?: kinds? of)?(?: [\w-]+)?|which [\w-]+) )?(do|does|did|is|are|was|were|should|will|would|can|could)(n't|n’t)? (.+)$/i.exec(
      asked,
    ) ?? [];
  if (rest === '' || (word === '' && /^(?:what|how|why)/i.test(asked))) return null;
  const opening = word === '' ? 'whether' : word;
  const isWhether = word === '';
  if (/^should$/i.test(aux)) {
    const ours = not === '' ? /^(?:we|i|you) (?!not\b)(.+)$/i.exec(rest)?.[1] : undefined;
    if (ours) return `${opening} to ${ours}`;
  }
  if (/^there (?:an?|any|some) /i.test(rest))
    return `${opening} there ${aux.toLowerCase()} ${rest.replace(/^there (?:any )?/i, '')}`;
  if (/^it (?:possible|safe|worth) /i.test(rest) && not === '')
    return `${opening} it ${aux.toLowerCase()} ${rest.slice(3)}`;
  const isOf = /^(?:is|are|was|were)$/i.test(aux);
  // "Isn't X Y?" asks whether it is.
  const isNot = not !== '' && !isWhether;
  // "What was the problem with X" has no verb to move.
  if (isOf && /^what$/i.test(word)) return null;
  // "Which version is used in production?"
  if (isOf && !isNot && /\s/.test(word) && STATED.test(rest.split(' ')[0] ?? '')) return `${word} ${aux} ${rest}`;
  // "How generic is X?" -> "How generic X is".
  if (isOf && /^how [a-z]+$/i.test(word) && !isNot && rest.split(' ').length <= MOST_OF_A_NAME)
    return `${word} ${rest} ${aux.toLowerCase()}`;
  const told = isOf ? behindIt(rest, isNot ? `${aux} not` : aux) : conjugated(rest, aux, isNot);
  return told ? `${opening} ${told}` : null;
}

/** "the build failing on CI" of "is the build failing on CI" -> "the build is failing on CI". */
function behindIt(rest: string, aux: string): string | null {
  const words = rest.split(' ');
  const at = words.findIndex((word, index) => index > 0 && STATED.test(word));
  return at > 0 && at <= MOST_OF_A_NAME
    ? [...words.slice(0, at), aux.toLowerCase(), ...words.slice(at)].join(' ')
    : null;
}

const MOST_OF_A_NAME = 5;
const STATED =
  /^(?:\w{3,}(?:ing|ed)|not|still|always|never|so|too|only|built|made|set|done|sent|written|kept|found|shown|read|broken|null|empty|missing|called|slow|red|green|able|available|bad|compatible|correct|dead|different|enough|equal|fast|identical|invalid|large|necessary|possible|private|public|right|safe|small|true|unique|valid|worse|wrong)$/i;

/** "the worker use X" of "does the worker use X" -> "the worker uses X". None if it is not clear which word is the verb. */
function conjugated(rest: string, aux: string, isNot: boolean): string | null {
  if (/^did$/i.test(aux)) return null;
  const isModal = /^(?:will|would|can|could|should)$/i.test(aux);
  const words = rest.split(' ');
  const places = words.flatMap((word, index) => {
    const before = words[index - 1] ?? '';
    const isVerb =
      index > 0 &&
      index <= MOST_OF_A_NAME &&
      (VERB.test(word) || DOES.test(word) || (isModal && /^(?:be|help|hurt|restart|survive)$/.test(word))) &&
      /^[a-z]+$/.test(word);
    return isVerb && !/^(?:to|the|an?|our|its|and|or|of|for|in|on|with)$|,$/i.test(before) ? [index] : [];
  });
  const [at, next] = places;
  const verb = words[at ?? 0] as string;
  // "need test data" is clear, "cargo test pass" is not.
  if (at === undefined || (next !== undefined && (next !== at + 1 || !DOES.test(verb)))) return null;
  if (isNot || isModal)
    return [...words.slice(0, at), aux.toLowerCase() + (isNot ? ' not' : ''), ...words.slice(at)].join(' ');
  return [...words.slice(0, at), /^does$/i.test(aux) ? thirdOf(verb) : verb, ...words.slice(at + 1)].join(' ');
}

/** What things do, besides what is done to them. */
const DOES =
  /^(?:affect|appear|assume|become|behave|belong|break|call|carry|cause|close|come|connect|contain|cover|crash|decide|cost|count|depend|differ|do|end|execute|exist|expect|expire|fail|get|give|go|hang|happen|have|hold|inherit|know|last|leak|leave|live|look|lose|match|mean|need|occur|offer|open|own|pick|point|print|produce|put|read|refer|rely|require|respond|run|say|scale|see|seem|send|share|stay|take|tell|throw|try|use|wait|want|win|work)$/i;

/** All of it, and up to where it may end earlier. */
function forms(text: string): string[] {
  const whole = text.replace(ANSWERS, '');
  const lines = [whole, ...ENDS.flatMap((end) => whole.split(end).slice(0, 1)), ...shortened(whole, false)].map(
    (line) => capital(tidy(line)),
  );
  return [...new Set(lines)].filter(
    (line) => line.length <= LONGEST_TITLE && line.length >= SHORTEST && standsAlone(line) && !ANSWERS.test(line),
  );
}

/** "…, not the Go side": said to somebody who thought so. */
const ANSWERS = /,\s(?:not|and not|but not|rather than)\s[^,]*$/i;

const SHORTEST = 24;
const ENDS = [
  /\s\(/,
  /,\s/,
  /\s(?:because|since|so that|so|but|and (?:then|also|if|how|what|why|where))\s/i,
  /[.?!;:]\s/,
];

/** Names something, and points at nothing that stands elsewhere. */
function standsAlone(line: string): boolean {
  const bare = line.replace(/\bwhether (?:it|there) (?:is|are|was) /i, '');
  // The verb of such a clause may stand last.
  const ended = /^(?:how|what|which|where) /i.test(line)
    ? line.replace(/ (?:is|are|was|were|has|have|does|do)$/, '')
    : line;
  return namedKeys(line).size >= 3 && !ELSEWHERE.test(bare) && !ANY.test(line) && !endsOpen(ended) && isBalanced(line);
}

/** Asks for whatever there may be: what there was says more. */
const ANY =
  /\bthere (?:is|are|was|were|would be|could be|might be|may be|will be) (?:an?y? )?(?:other |more )?(?:issues?|problems?|bugs?|concerns?|gaps?|improvements?)\b/i;

export const ELSEWHERE =
  /\b(?:this|that(?! (?:is|are|was|were|has|have|can|will|does|do|the|an?|[a-z]+s)\b)|these|those|it|they|them|you|your|i|me|my|he|she|here|above|below|following|same|something|anything|other|others|both)\b/i;
