// What a plan or a document is called, by what was done of it.

import { ASK, FINITE, VERB } from '../verbs.ts';
import { hasAsciiLetters } from '../words.ts';
import { uncapital } from './headline.ts';

/** A plan that was handed over and carried out: "Database evolution protocol" -> "Implement database evolution protocol". */
export function implemented(heading: string, asked: string): string {
  const name = nameOf(heading);
  return IMPLEMENT.test(asked) && isName(name) ? `Implement ${name}` : heading;
}

/** A plan that nothing was done of yet: "Fix the login" -> "Plan to fix the login". */
export function planned(heading: string): string {
  const name = nameOf(heading);
  if (!hasAsciiLetters(name)) return heading;
  if (VERB.test(name) && !/:/.test(name)) return `Plan to ${uncapital(name)}`;
  return isName(name) ? `Plan for ${name}` : heading;
}

/** Without what says that it is a plan. */
const nameOf = (heading: string) =>
  heading.replace(/^plan\s*[:：]\s*/i, '').replace(/\s(?:implementation(?: plan)?|plan)$/i, '');

const IMPLEMENT = /^(?:please )?(?:implement|execute|carry out)\b[^.\n]{0,30}\bplan\b/i;

/** A document that was written, if its heading does not say what was done. */
export const written = (heading: string) => (isName(heading) && /\s/.test(heading) ? `Write "${heading}"` : heading);

/** Words that name something, without a verb or a label. */
const isName = (text: string) =>
  hasAsciiLetters(text) && !/[:"]/.test(text) && !VERB.test(text) && !ASK.test(text) && !FINITE.test(text);
