// Titles that a person would write: what was done, in under 80 characters.
import { isFiller, isQuestion, plain, readProse, shorten, splitSentences } from './words.ts';

const LIMIT = 80;

const DONE_VERB =
  /^(?:added|fixed|updated|changed|removed|replaced|moved|created|implemented|refactored|renamed|rewrote|modified|extracted|introduced|converted|simplified|switched|made|set|wired|built|restored|reverted|merged|rebased|split|consolidated|deleted|dropped|adjusted|improved|corrected|resolved|migrated|upgraded|bumped|documented|tested|enabled|disabled|handled|addressed|configured|cleaned|wrapped|exposed|hardened|picked up)\b/i;

export interface TitleCandidate {
  text: string;
  /** From 0; what is below WEAK is worth less than a clear request. */
  score: number;
}

/** Below this, the words of a clear request make the better title. */
export const WEAK = 7;

/** The best title for what an agent said it did or found; null where it said nothing of the kind. */
export function titleFromMessage(message: string): TitleCandidate | null {
  const { sentences, points } = readProse(message);
  const candidates = [
    ...sentences.slice(0, 8).map((raw, order) => ({ raw, order })),
    ...points.slice(0, 3).map((raw, order) => ({ raw, order: order + 3 })),
  ]
    .filter(({ raw }) => !isFiller(raw) && !isQuestion(raw))
    .map(({ raw, order }) => ({ text: toHeadline(raw), order }))
    .filter(({ text }) => text.length >= 12 && !isFiller(text))
    .map(({ text, order }) => ({ text: asTitle(text), score: score(text, order) }))
    .sort((a, b) => b.score - a.score);
  const best = candidates[0];
  return best && best.score > 0 ? best : null;
}

function score(text: string, order: number): number {
  let points = 6 - order;
  if (DONE_VERB.test(text)) points += 4;
  if (/\b(?:now|no longer|only|never|always)\b/i.test(text)) points += 1;
  if (/[a-z][A-Z]|\w\.\w|_|\(\)/.test(text)) points += 1;
  if (text.length > 140) points -= 1;
  if (text.length < 24) points -= 2;
  if (/:$/.test(text)) points -= 4;
  if (
    /^(?:i|you|we|it|this|that|these|those|there|they|but|however|before|after|when|if|with(?:out)?|for|from|currently)\b/i.test(
      text,
    )
  )
    points -= 3;
  if (/^\S*[/.]\S*$/.test(text)) points -= 8;
  return points;
}

/** "I've added X to Y." -> "Added X to Y"; "`a.go` — Replaced Z" -> "Replaced Z". */
function toHeadline(sentence: string): string {
  const bare = sentence
    .replace(/^(?:done|perfect|great|good|fixed|yes|no|ok|okay|correct|exactly)[.!,:—–-]*\s+[—–-]?\s*(?=\S)/i, '')
    .replace(
      /^(?:now|also|finally|then|so|and|first|next|summary|problem|solution|fix|result|note|before|root cause)[,:]?\s+/i,
      '',
    )
    .replace(/^[A-Z]\w+ \([^)]{1,40}\):\s+/, '')
    .replace(/^[\w./-]+\.\w{1,5}(?::[\d-]+)?(?: \((?:new|\w+)\))?\s*(?:[—–:-])\s+(?=\S{3})/, '')
    .replace(
      /^(?:i|we)(?:'ve| have| just|'d)?(?: now| also| then| completely)?\s+(?=\w+ed\b|made|set|wrote|rewrote|built|split|put|found)/i,
      '',
    )
    .replace(
      /^(?:the|this) (?:fix|change|solution|update|edit)s? (?:is to |was to |here |simply |just |at \S+ )?(?=\w)/i,
      '',
    )
    .trim();
  return capital(bare || sentence);
}

/** What the user asked for, said as a title. */
export function titleFromPrompt(prompt: string): string | null {
  const lines = prompt.split('\n').map((line) => line.trim());
  const heading = lines.find((line) => /^#{1,3}\s+\S/.test(line));
  if (heading)
    return asTitle(capital(plain(heading.replace(/^#+\s+/, '').replace(/^(?:plan|fix|task|goal):\s*/i, ''))));
  const line = lines.find((text) => text !== '' && !/^(?:https?:\/\/\S+|[`>|{[].*|❯.*)$/.test(text)) ?? lines[0] ?? '';
  const first = splitSentences(plain(line))[0] ?? '';
  const bare = first
    .replace(/^(?:[❯>$#-]+\s*)/, '')
    .replace(
      /^(?:ok(?:ay)?|alright|great|perfect|yes|yeah|yep|now|so|and|then|also|hm+|ah|well|almost there)[,.!]*\s+/i,
      '',
    )
    .replace(/^(?:ok(?:ay)?|now|then|also|finally)[,.]*\s+/i, '')
    .replace(/^(?:please|pls)\s+/i, '')
    .replace(/^(?:can|could|would|will) (?:you|we)(?: also| please| just)?\s+/i, '')
    .replace(
      /^(?:i(?:'d| would) (?:like|love)(?: us| you)? to|i want(?: you)? to|i need(?: you)? to|let'?s|we (?:should|need to|have to|must|want to|could)|you should|help me(?: to)?)\s+/i,
      '',
    )
    .replace(/\s+(?:please|thanks?)[.!]*$/i, '')
    .trim();
  return bare.length >= 4 ? asTitle(capital(bare)) : null;
}

/** A plan that was handed over has a heading, and that is the title. */
export function hasHeading(prompt: string): boolean {
  return /^#{1,3}\s+\S/m.test(prompt);
}

/** Prompts that name no subject of their own. */
export function isWeakPrompt(prompt: string): boolean {
  const bare = prompt
    .trim()
    .toLowerCase()
    .replace(/[.!?]+$/, '');
  return (
    bare.length < 12 ||
    /^(?:yes|yep|yeah|no|ok|okay|sure|continue|go on|go ahead|do it|proceed|commit|push|more|next|again|run|fix|thanks|great|perfect|update|rebase|merge)\b.{0,28}$/.test(
      bare,
    )
  );
}

function asTitle(text: string): string {
  const whole = text.replace(/[\s.:;,!?]+$/, '');
  if (whole.length <= LIMIT) return whole;
  // A clause that stands for itself is better than half a sentence.
  const clause = /^(.{24,79}?)(?:\s[—–-]\s|;\s|\s\((?=[^)]*$)|,\s(?=(?:which|so|but|and|because|since)\b)|\.\s)/.exec(
    whole,
  )?.[1];
  return shorten(clause ?? whole, LIMIT);
}

/** With a capital, unless it begins with a name of code or a path. */
function capital(text: string): string {
  const [first = ''] = text.split(/\s/);
  if (text === '' || /[/._()]|[a-z][A-Z]/.test(first)) return text;
  return (text[0] as string).toUpperCase() + text.slice(1);
}
