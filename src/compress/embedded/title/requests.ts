// Which sentences of a request could be a title.

import { isCodeName } from '../../../text/code-name.ts';
import { type Speech, statementIn } from '../speech/index.ts';
import { ASK, FINITE, VERB } from '../verbs.ts';
import { hasAsciiLetters } from '../words.ts';
import { headlines, isAskedFor, LONGEST_SENTENCE } from './headline.ts';

/** "server:dev: Error: P1001", "at f (a.ts:3:4)", "2026-01-01 12:00", "[ 1.09s] close", "File "a.py", line 3": pasted. */
export const LOG_LINE =
  /^[\w:./-]+: (?:fatal|error|warn(?:ing)?|info|debug)\b|^[\w.]*[a-z](?:Error|Exception|Warning): |^\[\s*[\d.:]+s?\]|\btraceback \(|^file "[^"]+"(?:, line \d|\s\(|$)|^at .*:\d+:\d+|^\[?\d{4}-\d\d-\d\d/i;

/** A request that tells what to do, or states something about a thing by its name; chat does neither. */
export function isTelling(sentence: string, said: string, speech: Speech | null): boolean {
  // The line of a log.
  if (/^\/|\s\/[\w.-]+.*\s\/[\w.-]+/.test(sentence)) return false;
  if (LOG_LINE.test(sentence)) return false;
  // Among letters of their own, lines in Latin ones were pasted.
  if (speech) return speech.script.test(sentence);
  if (!hasAsciiLetters(sentence)) return true;
  const bare = headlines(sentence, { isRequest: true })[0] ?? '';
  return (
    VERB.test(bare) ||
    ASK.test(bare) ||
    bare.startsWith('How to ') ||
    isAskedFor(sentence) ||
    (FINITE.test(bare) &&
      sentence.split(/[\s()]+/).some((word) => isCodeName(word.replace(/[.,:;]$/, ''))) &&
      isSaidToo(sentence, said))
  );
}

/** What the user states is worth a title if the agent uses the same words: typos and complaints are not taken up. */
function isSaidToo(sentence: string, said: string): boolean {
  if (said === '') return true;
  const words = sentence.match(/\b[a-z]{6,}\b/g) ?? [];
  return words.filter((word) => said.includes(word.slice(0, -1))).length >= words.length * 0.6;
}

/** Whether a sentence that comes later asks for something to be done. English tells it by its verb anyway. */
export const asksForDeed = (sentence: string, speech: Speech | null) =>
  speech === null || speech.deed.test(statementIn(speech, sentence.slice(0, LONGEST_SENTENCE), { isRequest: true }));
