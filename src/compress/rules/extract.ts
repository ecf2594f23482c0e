// Finds standing rules in what the user typed: prompts, and the words written when rejecting a call. Nothing else is
// read: no results of tools, no messages, no notes of the host, no subagents.

import { text } from '../../domain/json.ts';
import type { SaidRule } from '../../domain/rule.ts';
import { type RuleSigns, signsFor } from '../../text/rule-signs/index.ts';
import { compareRules } from '../../text/same-rule.ts';
import { truncate } from '../../text/truncate.ts';
import type { MaterialEvent } from '../material.ts';
import { ENOUGH, type Judgment, judge } from './score.ts';
import { typedSentences } from './typed-words.ts';

const MOST_CHARACTERS = 160;
/** Who says more at once is writing a document. */
const MOST_OF_ONE = 8;
/** Fewer letters cannot name both a subject and what to do about it; a Chinese character is worth two. */
const FEWEST_LETTERS = 8;

export interface FoundRule {
  text: string;
  quote: string;
  everywhere: boolean;
  judgment: Judgment;
}

export function rulesIn(events: MaterialEvent[], isMachinePrompt: (text: string) => boolean): SaidRule[] {
  return events.flatMap((event) => {
    const said = saidBy(event, isMachinePrompt);
    if (said === null) return [];
    const { words, source } = said;
    return findRules(words, source === 'rejection').map(
      ({ text: rule, quote, everywhere }): SaidRule => ({
        ...{ text: rule, quote, source, eventId: event.id, at: event.at },
        scope: everywhere ? 'everywhere' : 'project',
      }),
    );
  });
}

function saidBy(
  event: MaterialEvent,
  isMachinePrompt: (text: string) => boolean,
): { words: string; source: SaidRule['source'] } | null {
  if (event.agentId !== null || event.body === null) return null;
  if (event.kind === 'prompt') {
    const words = text(event.body, 'text');
    return words === null || isMachinePrompt(words) ? null : { words, source: 'prompt' };
  }
  // A tool of somebody else's could fail with words that look like a rejection.
  if (event.kind !== 'tool_failure' || event.toolName?.startsWith('mcp__')) return null;
  const words = text(event.body, 'rejection');
  return words === null ? null : { words, source: 'rejection' };
}

/** The rules in one text, in order, each once. */
export function findRules(words: string, rejected = false): FoundRule[] {
  const { sentences, total } = typedSentences(words);
  const found: FoundRule[] = [];
  let complained = false;
  for (const typed of sentences) {
    const language = signsFor(typed);
    if (!language) continue;
    const complaint = complaintIn(typed, language);
    const sentence = withoutLead(typed.slice(complaint), language);
    const again = complained || complaint > 0;
    const judgment = judge(sentence, language, { rejected, beside: total > 1, again });
    complained = language.again.test(typed);
    if (judgment.ruledOut !== null || judgment.score < ENOUGH) continue;
    if (letters(sentence) < FEWEST_LETTERS) continue;
    const rule = truncate(upper(withoutTail(sentence, language)), MOST_CHARACTERS);
    if (found.some((other) => compareRules(other.text, rule) === 'same')) continue;
    found.push({ text: rule, quote: verbatim(typed, words), everywhere: language.everywhere.test(sentence), judgment });
  }
  return found.length > MOST_OF_ONE ? [] : found;
}

/** The sentence as it stands in the text, with its code marks and quotation marks. */
function verbatim(sentence: string, text: string): string {
  const pieces = sentence.match(/[\p{L}\p{N}]+/gu) ?? [];
  const loose = new RegExp(`${pieces.join('[^\\p{L}\\p{N}]{1,8}?')}[^\\p{L}\\p{N}\\s]*`, 'u');
  return loose.exec(text)?.[0] ?? sentence;
}

/** Where the rule begins in "I told you: never …"; 0 if nothing of the kind comes first. */
function complaintIn(sentence: string, language: RuleSigns): number {
  const end = /[:：,，、—–]\s*/u.exec(sentence);
  return end && language.again.test(sentence.slice(0, end.index)) ? end.index + end[0].length : 0;
}

/** Without please, ok and the like at the beginning. */
function withoutLead(sentence: string, language: RuleSigns): string {
  let rest = sentence;
  for (let before = ''; rest !== before; ) {
    before = rest;
    rest = rest.replace(language.lead, '').replace(/^[\s,;:.!、，。！-]+/u, '');
  }
  return rest;
}

/** Without thanks and the like, and the punctuation, at the end. */
function withoutTail(sentence: string, language: RuleSigns): string {
  let rest = sentence;
  for (let before = ''; rest !== before; ) {
    before = rest;
    rest = rest.replace(language.tail, '').replace(/[\s,;:.!、，。！-]+$/u, '');
  }
  return rest;
}

const letters = (text: string) =>
  (text.match(/[\p{L}\p{N}]/gu) ?? []).length + (text.match(/[^\x00-\u04ff]/g) ?? []).length;
const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
