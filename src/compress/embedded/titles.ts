// Titles that a person would write: what was done, in under 80 characters.

import { isFiller, isQuestion, plain, readProse, splitSentences } from '../../text/sentences.ts';
import { truncate } from '../../text/truncate.ts';

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

/** The best title for what an agent said it did or found; null if it said nothing of the kind. */
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
    .filter(({ text, score }) => score > 1 && text.includes(' '))
    .sort((a, b) => b.score - a.score);
  return candidates[0] ?? null;
}

function score(text: string, order: number): number {
  let points = 6 - order;
  if (DONE_VERB.test(text)) points += 4;
  if (/\b(?:now|no longer|only|never|always)\b/i.test(text)) points += 1;
  if (/[a-z][A-Z]|\w\.\w|_|\(\)/.test(text)) points += 1;
  if (text.length > 140) points -= 1;
  if (text.length < 24) points -= 2;
  if (/:$/.test(text)) points -= text.length >= 40 ? 2 : 4;
  if (/\b(?:as well|too|also)[.!]?$|^(?:also|note|warning|one|two)\b/i.test(text)) points -= 4;
  if (
    /^(?:i|you|we|it|this|that|these|those|they|but|however|before|after|when|if|with(?:out)?|for|from|currently)\b/i.test(
      text,
    )
  )
    points -= 3;
  // A name alone, or a verb without its object.
  if (/^\S+$/.test(text)) points -= 8;
  if (/^\w+ed (?:from|to|in|at)\b/i.test(text)) points -= 5;
  return points;
}

/** "I've added X to Y." -> "Added X to Y"; "`a.go` — Replaced Z" -> "Replaced Z". */
export function toHeadline(sentence: string): string {
  const bare = sentence
    .replace(
      /^(?:updated|changed|fixed|edited|corrected)(?: (?:both|all|two|three|the|these|\d+))*(?: (?:places?|files?|spots?|of them|issues?))?:\s+(?=\S)/i,
      '',
    )
    // Only with punctuation after it: "No duplicates" does not mean "no".
    .replace(/^(?:done|perfect|great|good|fixed|yes|no|ok|okay|correct|exactly)\s*[.!,:—–-]+\s*(?=\S)/i, '')
    .replace(/^\([^)]{1,20}\):?\s*(?=\S)/, '')
    .replace(
      /^(?:now|also|finally|then|so|and|first|next|summary|problem|solution|fix|result|note|before|root cause)[,:]?\s+/i,
      '',
    )
    .replace(/^[A-Z]\w+ \([^)]{1,40}\):\s+/, '')
    .replace(/^[\w./-]+\.\w{1,5}(?::[\d-]+)?(?: \((?:new|\w+)\))?\s*(?:[—–:-])\s+(?=\S{3})/, '')
    .replace(
      /^(?:i|we)(?:'ve| have| just|'d)?(?: now| also| then| completely)?\s+(?=\w+ed\b|made|set|wrote|rewrote|built|split|put|found|went|chose)/i,
      '',
    )
    .replace(
      /^(?:the|this) (?:fix|change|solution|update|edit)s? (?:(?:is to |was to |here |simply |just |at \S+ )(?=\w)|(?=(?!is\b|was\b|has\b)\w{3,}s\b))/i,
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
  const bare = bareRequest(lines);
  return bare.length >= 4 ? asTitle(capital(asRequest(bare))) : null;
}

/** The first thing that was asked, without the courtesies. */
function bareRequest(lines: string[]): string {
  const line = lines.find((text) => text !== '' && !/^(?:https?:\/\/\S+|[`>|{[].*|❯.*)$/.test(text)) ?? lines[0] ?? '';
  const first = splitSentences(plain(line))[0]?.replace(/([?!])\s+\S.*$/, '$1') ?? '';
  return first
    .replace(/^(?:[❯>$#-]+\s*)/, '')
    .replace(
      /^(?:ok(?:ay)?|alright|great|perfect|yes|yeah|yep|now|so|and|then|also|hm+|ah|well|almost there)[,.!]*\s+/i,
      '',
    )
    .replace(/^(?:ok(?:ay)?|now|then|also|first|finally)[,.]*\s+/i, '')
    .replace(/^(?:please|pls)\s+/i, '')
    .replace(/^(?:can|could|would|will) (?:you|we)(?: also| please| just| now)?\s+/i, '')
    .replace(
      /^(?:i(?:'d| would) (?:like|love)(?: us| you)? to|i want(?: you)? to|i need(?: you)? to|let'?s|we (?:should|need to|have to|must|want to|could)|you should|help me(?: to)?)\s+/i,
      '',
    )
    .replace(/^(?:first|also|just|please|be)\s+(?=\w+)/i, '')
    .replace(/(\S.{19,}?),?\s+(?:please|can you|could you|can we)\s.{2,40}$/i, '$1')
    .replace(/\s+(?:please|thanks?|now|again)[.!?]*$/i, '')
    .trim();
}

/** "The importer should skip empty lines" -> "Make the importer skip empty lines". */
function asRequest(bare: string): string {
  const should =
    /^((?:the |our |all )?[\w./`-]+(?: [\w./-]+){0,3}?) (?:should|must|needs? to|has to|have to) (?:be )?(?!not\b|also\b|it\b|i\b|we\b)(\S.*)$/i.exec(
      bare,
    );
  if (!should || /^(?:what|how|why|when|where|which|who|i|we|you|it|this|that|there|nobody)\b/i.test(bare)) return bare;
  const [, what = '', how = ''] = should;
  return `Make ${/^[A-Z][a-z]+\b/.test(what) ? (what[0] as string).toLowerCase() + what.slice(1) : what} ${how}`;
}

const IMPERATIVE =
  /^(?:add|adjust|allow|apply|avoid|build|bump|cache|change|clean|configure|convert|copy|create|cut|delete|disable|document|drop|enable|ensure|expose|extend|extract|fix|generate|give|handle|hide|implement|improve|increase|inline|introduce|keep|let|limit|lower|make|merge|migrate|move|name|optimi[sz]e|parse|pass|pin|print|pull|put|raise|reduce|refactor|remove|rename|replace|restore|return|reuse|revert|rewrite|save|send|set|simplify|skip|sort|speed|split|stop|store|strip|support|switch|tidy|tighten|trim|turn|unify|update|upgrade|use|validate|walk|wire|wrap|write)\b/i;

/** Whether a request, said as a title, tells what to do; a question or a complaint tells only why. */
export function isInstruction(title: string): boolean {
  return IMPERATIVE.test(title);
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

export function asTitle(text: string): string {
  const whole = text.replace(/[\s.:;,!?]+$/, '').replace(/\s+(?:to|with|as|for|by|in|from|and|like)$/i, '');
  if (whole.length <= LIMIT) return whole;
  // What a call is given matters less than the rest of the sentence.
  // So does what stands in parentheses.
  const calls = whole.replace(/(\w)\([^()]{8,}\)/g, '$1()');
  const short = calls.length <= LIMIT ? calls : calls.replace(/\s\([^()]*\)/g, '');
  if (short.length <= LIMIT) return short;
  // A clause that stands for itself is better than half a sentence.
  const ends =
    /\s[—–-]\s|;\s|\s\(|,\s(?=(?:which|so|but|and|because|since|with)\b)|(?<=.{36}):\s|\s(?=(?:because|since|so that)\b)/g;
  const clause = [...short.slice(0, LIMIT).matchAll(ends)]
    .map((end) => short.slice(0, end.index))
    .find((text) => text.length >= 24 && isBalanced(text) && !SUBORDINATE.test(text));
  return truncate(clause ?? short, LIMIT);
}

/** Half of such a sentence says nothing. */
const SUBORDINATE = /^(?:when|if|based|looking|after|before|since|with|for|in|while|although)\b/i;

const isBalanced = (text: string) => (text.match(/[([]/g)?.length ?? 0) === (text.match(/[)\]]/g)?.length ?? 0);

/** With a capital, unless it begins with a name of code or a path. */
function capital(text: string): string {
  const [first = ''] = text.split(/\s/);
  if (text === '' || /[/._()]|[a-z][A-Z]/.test(first)) return text;
  return (text[0] as string).toUpperCase() + text.slice(1);
}
