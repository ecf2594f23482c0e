// Headlines of sentences that are too long to be one: without adverbs, articles and places, or without their end.

import { standsIn, tightenedIn } from '../speech/index.ts';
import { FINITE, VERB } from '../verbs.ts';
import { hasAsciiLetters } from '../words.ts';
import { endsOpen, isBalanced, meets, NOT_DONE } from './demand.ts';
import {
  capital,
  ITALIAN_ARTICLE,
  LONGEST_SENTENCE,
  LONGEST_TITLE,
  type Reading,
  shortened,
  statementOf,
  tidy,
  withShortPaths,
} from './headline.ts';

/** What is left of a sentence that is too long, without words that a headline can do without. */
export function tightened(sentence: string, reading: Reading = {}): string[] {
  const { demand = 'title', isDone = false, speech } = reading;
  if (sentence.length <= LONGEST_TITLE || sentence.length > LONGEST_SENTENCE) return [];
  const full = withShortPaths(statementOf(sentence, reading));
  if (demand === 'title' && NOT_DONE.test(full)) return [];
  if (full.length <= LONGEST_TITLE || full.length > LONGEST_TIGHTENED) return [];
  if (speech?.script.test(full))
    return tightenedIn(speech, full, LONGEST_TITLE)
      .map((one) => capital(tidy(one)))
      .filter((one) => isBalanced(one) && meets(one.replace(ITALIAN_ARTICLE, ''), demand) && standsIn(speech, one))
      .slice(0, MOST_TIGHTENED);
  if (!hasAsciiLetters(full)) return [];
  const found = new Map<string, string>();
  const add = (text: string) => {
    const line = capital(tidy(text));
    const isWhole = !endsOpen(line) && isBalanced(line) && (VERB.test(line) || FINITE.test(line));
    const key = withoutArticles(line);
    if (line.length >= LEAST_TIGHTENED && line.length <= LONGEST_TITLE && isWhole && meets(line, demand))
      if (!found.has(key)) found.set(key, line);
  };
  const bare = full
    .replace(/\s\([^()]*\)/g, '')
    .replace(COMPARED.test(full) ? /(?!)/ : LITERAL, (code) => (/[{"=]/.test(code) ? '' : code))
    .replace(ADVERBS, '')
    .replace(/\ba (?=[aeio]\w)/g, 'an ')
    .replace(/\ban (?=[^aeiouhAEIOUH\W])/g, 'a ');
  const placeless = bare.replace(MID_PLACE, ' ');
  const forms = [...new Set([bare, placeless, bare.replace(ARTICLES, ' '), placeless.replace(ARTICLES, ' ')])];
  for (const form of forms) if (found.size === 0) add(form.replace(/^(?:the|an?) (?=\S+ \S)/i, ''));
  if (found.size === 0) for (const form of forms) for (const one of shortened(form, isDone)) add(one);
  if (found.size === 0)
    for (const form of forms)
      for (const { index } of [...form.matchAll(BEFORE_PLACE)].reverse()) add(form.slice(0, index));
  if (found.size === 0)
    for (const form of forms) {
      const [added] = ADDED_TO.exec(form) ?? [];
      if (added) add(added);
    }
  return [...found.values()].sort((one, other) => other.length - one.length).slice(0, MOST_TIGHTENED);
}

/** But for the articles, for comparison. */
export const withoutArticles = (text: string) => text.toLowerCase().replace(/\b(?:the|an?) /g, '');

const MOST_TIGHTENED = 2;
const LEAST_TIGHTENED = 40;
const LONGEST_TIGHTENED = 260;
/** What was added says more than where to. */
const ADDED_TO = /^(?:Add|Insert|Append|Introduce|Attach) .{20,}? (?=(?:to|into) )/;
const ADVERBS =
  / (?:also|actually|successfully|completely|explicitly|properly|simply|just|currently|already|directly|fully|really|unconditionally)(?= [a-z])/gi;
/** "against [][2]string{{key, "x"}}": code that is too long for a headline. */
const LITERAL = / (?:against|with|to|from|as|like|for|via) [\w.[\]]*[[({][^\n]{6,100}?[\])}]+(?=[\s,.]|$)/g;
/** "X is compared against Y" says nothing without Y. */
const COMPARED = /\b(?:is|are|was|were) [a-z]+ed (?:against|with|to|from)\b/;
const ARTICLES = / (?:the|an?) (?=[\w`"])/g;
/** "in logger_test.go", where more follows. */
const MID_PLACE = / (?:in|from|at|of) [\w./-]+\.[a-z]{1,5} (?=\S)/g;
const BEFORE_PLACE =
  / (?=(?:for|across|through (?=(?:the|an?|all|each|every) )|during|within|along with|in|after|under|inside|via|or (?:an?|the|any|existing|other)|on the) (?!which|that)\S)/g;
