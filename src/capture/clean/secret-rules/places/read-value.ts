// Reads a value in place: in quotes, up to a delimiter, or as a block of lines.

import type { NameKind } from '../judge/names.ts';
import { isCode, isPhrase, isPlaceholder, isRandom, isSentence } from '../judge/value-shape.ts';
import type { ValueForm } from '../judge/values.ts';
import { lineEnd, lineStart } from '../lines.ts';
import type { Name } from './read-name.ts';

/** ValueForm much of a value is read. */
export const MOST_VALUE = 2048;
const MOST_UNQUOTED = 300;
const MOST_VAGUE = 120;
/** A value of this length may have been cut. */
const LEAST_CUT = MOST_VAGUE;

export interface Value {
  start: number;
  end: number;
}

export function at(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place;
  return pattern.exec(text);
}

export const lengthAt = (pattern: RegExp, text: string, place: number) => at(pattern, text, place)?.[0].length ?? 0;

const OPEN =
  /(?:(?:[brufBRUF@]|N|E|L)(?=\\{0,7}["']))?((\\{0,7})(["'`])|%22|%27|\\u0022|&quot;|&#39;|&#34;|\u001b\[[\d;]{0,12}m|\\(?:u001b|x1b|e|033)\[[\d;]{0,12}m)/y;

const MNEMONIC_AT = /^(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}\b/;

/** `passwords = ['one', 'two']`: from the first to the last value. */
export function readList(text: string, place: number): Value | null {
  const list = /^[[({]\s{0,40}((["'])[^"'\n]{4,100}\2(?:,?\s{0,40}(["'])[^"'\n]{4,100}\3){0,20})\s{0,40}[\])}]/.exec(
    text.slice(place, place + 1000),
  );
  if (!list || !/\d/.test(list[1] as string) || /[:=]/.test(list[1] as string)) return null;
  const start = place + list[0].indexOf(list[1] as string);
  return { start: start + 1, end: start + (list[1] as string).length - 1 };
}

/** The value up to the quote that was opened right before the name. */
export function readEnclosed(text: string, place: number, lead: string): Value | null {
  const quote = /["']$/.exec(lead)?.[0];
  if (!quote || /["'\\]/.test(text[place] ?? '') || (lead.split(quote).length & 1) === 1) return null;
  const value = /^[^"'\n\\]{4,100}/.exec(text.slice(place, place + 101))?.[0];
  return value && text[place + value.length] === quote ? { start: place, end: place + value.length } : null;
}

/** Whether the quote at this position closes a string that began before the name. */
export function endsString(text: string, place: number, lead: string): boolean {
  const quote = text[place];
  if (quote !== '"' && quote !== '`') return false;
  return ((lead.match(quote === '"' ? /(?<!\\)"/g : /`/g) ?? []).length & 1) === 1;
}

/** The content of a quoted text up to the matching quote, including escapes. */
export function readQuoted(text: string, place: number): Value | null {
  const open = at(OPEN, text, place);
  if (!open) return null;
  const start = OPEN.lastIndex;
  const limit = Math.min(text.length, start + MOST_VALUE);
  const quote = open[3];
  if (quote === undefined) {
    const rest = text.slice(start, limit);
    const close = /^(?:%2|&|\\u)/.test(open[1] as string)
      ? rest.indexOf(open[1] as string)
      : rest.search(/\u001b\[|\\(?:u001b|x1b|e|033)\[/);
    return close > 0 ? { start, end: start + close } : null;
  }
  const escapes = open[2] as string;
  if (text.startsWith(quote + quote, start)) {
    const close = text.slice(start + 2, limit).indexOf(quote.repeat(3));
    return close < 0 ? null : { start: start + 2, end: start + 2 + close };
  }
  for (let i = start; i < limit; i += 1) {
    const unit = text[i];
    if (unit === '\n' && quote !== '`') return { start, end: i };
    if (unit === '\\' && escapes === '' && quote !== "'") i += 1;
    else if (unit === quote) {
      if (escapes !== '') {
        if (text.slice(i - escapes.length, i) === escapes && text[i - escapes.length - 1] !== '\\')
          return { start, end: i - escapes.length };
        // A quote of the level above ends it too.
        if (text[i - 1] !== '\\') return { start, end: i };
      } else if (quote === "'" && text[i + 1] === "'") i += 1;
      else if (quote === "'" && text.startsWith("\\''", i + 1)) i += 3;
      else if (quote === "'" && text[i - 1] === '\\' && text[i - 2] !== '\\' && /['"]/.test(text.slice(i + 1, i + 80)))
        continue;
      else return { start, end: i };
    }
  }
  return { start, end: limit };
}

const IN_QUERY = /[\s"'`<>&#;,)\]}\\\u001b]|%22/;
const IN_ESCAPED_QUERY = /[\s"'`<>&#;,)\]}\\\u001b]|%26|%23|%22/i;
const IN_CONNECTION = /[;"'`\n\u001b]|\\[nr"]/;
const IN_PROSE = /[\s"'`<>，。；、]|[,;)](?=\s|$)|\\[nrt"'\\]/;
const IN_COMMAND = /(?<!\\)[\s"'`|<>\u001b]|;(?=\s|$)|&&|\)(?=\s|$)|\\[nr"'\\]/;
const ELSEWHERE = /(?<!\\)[\s"'`;,|<>&)}\]，。；、\u001b]|\\u001b|\\[nrt"'\\]/;
/** What may precede a name that has a line to itself: diff marks, line numbers, `export`. */
const ALONE =
  /^(?:\u001b\[[\d;]{0,12}m|[ \t+>-]){0,60}(?:\d{1,6}[ \t|:→]{1,4}[ \t+-]{0,40})?(?:(?:export|set|setx|ENV|ARG|declare -x|local|readonly|Environment=)[ \t]*|- )?["']?(?:[A-Za-z][\w.-]{0,40}[ \t]*:[ \t]*)?$/;

/**
 * In a line that consists only of `name = value`, the value extends to its end; elsewhere it ends at the usual
 * delimiter.
 */
export function readUnquoted(text: string, place: number, name: Name, how: ValueForm): Value {
  const limit = Math.min(text.length, place + (how.vague ? MOST_VAGUE : MOST_UNQUOTED));
  let end = place;
  while (end < limit && !ENDS_LINE.has(text.charCodeAt(end))) end += 1;
  const rest = text.slice(place, end);
  if (/^%3D/i.test(text.slice(name.end, name.end + 3))) return until(place, rest, IN_ESCAPED_QUERY);
  if (/[?&][\w.%~-]{0,40}$/.test(name.lead)) return until(place, rest, IN_QUERY);
  // A connection string: its parts end with semicolons, and may contain anything else.
  if (/\S;[ \t]*$/.test(name.lead) || /^[^;"'`\n]{1,100};[ \t]*[A-Za-z][\w ]{1,30}=/.test(rest)) {
    how.listed = true;
    const braced = /^\{([^\n]{1,100}?)\}(?=;|$|["'\s])/.exec(rest)?.[1];
    return braced === undefined
      ? until(place, rest, IN_CONNECTION)
      : { start: place + 1, end: place + 1 + braced.length };
  }
  if (how.element) {
    how.quoted = text.slice(place - 7, place) === '[CDATA[';
    return until(place, rest, how.quoted ? /\]\]>/ : /<|\]\]>/);
  }
  const phrase = /phrase|mnemonic|seed/i.test(name.text) ? MNEMONIC_AT.exec(rest)?.[0] : undefined;
  if (phrase) return { start: place, end: place + phrase.length };
  if (how.column) {
    how.last = !/\s\S/.test(rest.trim());
    return until(place, rest, /\s|["'`]|,(?=\s|$)/);
  }
  const alone = ALONE.test(name.lead);
  if (how.prose && how.spaced && (!alone || how.introduced)) return until(place, rest, IN_PROSE);
  if (!alone || how.flag) return until(place, rest, how.flag ? IN_COMMAND : ELSEWHERE);
  const comment = rest.search(/[ \t]#|[ \t]\/\//);
  if (rest.startsWith(';')) return { start: place, end: place };
  const line = (comment < 0 ? rest : rest.slice(0, comment)).trimEnd();
  const escaped = line.search(/\\[nr](?![\w])|\\n(?=[A-Z_]{2,}=)|\\["']|["'],?$/);
  const all = escaped < 0 ? line : line.slice(0, escaped);
  const environment = how.assigned && isEnvironment(text, name.start, end);
  how.settings =
    environment ||
    (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(name.text) && !/[,;]$/.test(line)) ||
    (/phrase$/i.test(name.text) && isPhrase(line)) ||
    (comment < 0 && escaped < 0 && isSettings(text, name, how, line, end));
  if (environment) return { start: place, end: place + all.length };
  // A command after a variable that is set for it.
  const first = /^(?:\\.|[^\s\\])+/.exec(all)?.[0] ?? '';
  // A line of a properties file: no command follows.
  const isProperty = !how.spaced && /\w\.\w*pass(?:word|phrase)$/i.test(name.text);
  if (isProperty) how.settings = true;
  const isCommand =
    !isProperty && !how.spaced && /^[ \t]+(?:[./~]|[a-z][a-z-]{1,20}(?:[ \t]|$))/.test(all.slice(first.length));
  const whole = isCommand ? first : all;
  const isOne = !/(?<!\\)[ \t]/.test(whole);
  if (how.vague && !isOne) return until(place, rest, ELSEWHERE);
  if (
    isOne ||
    (how.settings && isPhrase(whole)) ||
    (/\d/.test(whole) && whole.length <= 60 && !isSentence(whole) && !isCode(whole))
  )
    return { start: place, end: place + whole.replace(how.prose ? /[.,;]+$/ : /[,;]$/, '').length };
  return until(place, rest, ELSEWHERE);
}

/** A line break, or a terminal color. */
const ENDS_LINE = new Set([0x0a, 0x0d, 0x1b]);

/** A line among others of the form NAME=value. */
function isEnvironment(text: string, start: number, end: number): boolean {
  const line = lineStart(text, start, 200) - 1;
  const before = line > 0 ? text.slice(lineStart(text, line, 200), line) : '';
  const variable = /^[A-Z_][A-Z0-9_]{1,60}=(?!.*\\$)/;
  return variable.test(before) || variable.test(text.slice(end + 1, end + 80));
}

/** A line of a settings file: `name: value` or `name=value` near lines with a user, a host and the like. */
function isSettings(text: string, name: Name, how: ValueForm, line: string, end: number): boolean {
  if (/[,;({[]$/.test(line) || /[.$[({]/.test(name.lead.trim())) return false;
  const spacedEquals = how.spaced && !how.prose;
  const before = text.slice(Math.max(0, name.start - 300), name.start);
  if (spacedEquals) return /^\[[\w.: -]{1,60}\][ \t]*$/m.test(before);
  const lines = before.split('\n');
  const near = [
    ...lines.slice(-3, -1),
    ...text
      .slice(end + 1, end + 200)
      .split('\n')
      .slice(0, 2),
  ];
  return near.some((one) => COMPANION.test(one)) || (!how.spaced && /[._]/.test(name.text) && !how.assigned);
}

const COMPANION =
  /^[ \t+-]{0,20}["']?(?:[A-Za-z0-9]{1,20}[_.-]){0,4}(?:user(?:name)?|host(?:name)?|port|database|db|url|e?mail|login|server|domain|ssid|name|address|driver|adapter)["']?[ \t]{0,4}[:=][ \t]{0,4}[^\s,;({]/i;

/** Extends a secret that is longer than the part that was read. */
export function toItsEnd(text: string, { start, end }: Value): Value {
  let last = end;
  if (end - start >= LEAST_CUT) while (last < text.length && !ENDS_RUN.has(text.charCodeAt(last))) last += 1;
  return { start, end: last };
}

const ENDS_RUN = new Set(Array.from('\n\r\t "\'`<>,;&|\\\u001b)}]', (unit) => unit.charCodeAt(0)));

function until(place: number, rest: string, end: RegExp): Value {
  const stop = rest.search(end);
  const length = stop < 0 ? rest.length : stop;
  return { start: place, end: place + rest.slice(0, length).replace(/[.:?]+$/, '').length };
}

/** A YAML block: its lines are one value. */
export function readBlock(text: string, place: number, indent: string, kind: NameKind): Value | null {
  let end = place;
  for (let lines = 0; lines < 80; lines += 1) {
    const line = lineEnd(text, end, 500);
    end = line;
    if (text[line] !== '\n' || !text.startsWith(indent, line + 1)) break;
    end = line + 1;
  }
  const value = text.slice(place, end).trim();
  if (kind === 'key' || isPlaceholder(value) || value.length < 6) return null;
  if (isSentence(value) && !isRandom(value.replace(/\s+/g, ''), 24)) return null;
  return { start: place, end };
}
