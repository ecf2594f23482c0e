// Reads a name in place, around the word that ends it.
import { lineStart } from '../lines.ts';

const MOST_NAME = 64;
/** ValueForm much of the line before a name is read. */
const MOST_LEAD = 200;
const MOST_TAIL = 48;

export interface Name {
  text: string;
  start: number;
  end: number;
  /** What precedes it on its line. */
  lead: string;
  /** The end of `lead`. */
  tail: string;
}

export function readName(text: string, from: number, to: number): Name {
  let start = from;
  while (start > 0 && from - start < MOST_NAME && isNamePart(text, start - 1)) start -= 1;
  let end = to;
  while (end < text.length && end - to < MOST_NAME && isNamePart(text, end)) end += 1;
  // `%26client_secret`, `
  // PASSWORD`: an escape before a name is not part of it.
  const raw = text.slice(start, end);
  const before = text[start - 1];
  if (before === '%') start += /^[0-9A-Fa-f]{2}/.exec(raw)?.[0].length ?? 0;
  else if (before === '\\' && /^[nrt]/.test(raw)) start += 1;
  // `API key`, `seed phrase`: names of two words.
  if (text[start - 1] === ' ' && /^(?:key|phrase|token)/i.test(raw))
    start -= OF_TWO.exec(text.slice(Math.max(0, start - 14), start))?.[0].length ?? 0;
  // The end of a sentence.
  while (end > to && /[.@-]/.test(text[end - 1] as string)) end -= 1;
  const lead = text.slice(lineStart(text, start, MOST_LEAD), start);
  return { text: text.slice(start, end), start, end, lead, tail: lead.slice(-MOST_TAIL) };
}

const OF_TWO =
  /(?<![\p{L}\d_])(?:api|access|secret|private|auth|licen[cs]e|encryption|signing|admin|master|app|service|client|session|deploy|account|seed|recovery|backup|wallet) $/iu;

const LETTER = /[\p{L}\p{N}]/u;

function isNamePart(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if ((unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57)) return true;
  if (unit === 95 || unit === 45 || unit === 46 || unit === 36 || unit === 64) return true;
  return unit > 127 && LETTER.test(text[at] as string) && !/[はがをのに는은]/.test(text[at] as string);
}
