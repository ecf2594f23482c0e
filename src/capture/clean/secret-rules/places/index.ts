// Finds secrets by place: a value next to a name that holds secrets, in any notation. Finds each word that may end such
// a name, then reads the name around it, the separator and the value. Everything read after a word is bounded, so that
// a text costs linear time.
import { registerHint } from '../hints.ts';
import { kindOfName, type NameKind } from '../judge/names.ts';
import { isInvented, isMade, isPlainWord } from '../judge/value-shape.ts';
import { isSecretValue, PLAIN, type ValueForm } from '../judge/values.ts';
import type { Rule } from '../rule.ts';
import {
  ABOUT,
  BLANK,
  BLOCK,
  CLOSE,
  CONTINUED,
  DECLARED,
  ELEMENT,
  EMPHASIS,
  INTRODUCES,
  IS,
  LINE_BELOW,
  NESTED,
  NEXT_VALUE,
  OF_CALL,
  PLIST,
  SAID,
  SCHEME,
  SEPARATOR,
  TYPED,
  WORD_DIFF,
  WORDS_BETWEEN,
  WRAPPED,
} from './notations.ts';
import { type Name, readName } from './read-name.ts';
import {
  at,
  endsString,
  lengthAt,
  MOST_VALUE,
  readBlock,
  readEnclosed,
  readList,
  readQuoted,
  readUnquoted,
  toItsEnd,
  type Value,
} from './read-value.ts';

/** The ends of names that need a closer look. */
const CORE =
  /pass(?:word|wd|wort|phrase|code|key|ord|e)?s?|lösenord|clave|adgangskode|salasana|heslo|jelszó|[şs]ifre|parola|lozinka|geslo|pwd|pw(?![A-Za-z])|mot de passe|kennwort|wachtwoord|contrase(?:ñ|n)a|senha|пароль|密码|密碼|口令|パスワード|비밀번호|secret|token|jwt|bearer|key|cred(?:ential)?s?|auth|login|otp|mnemonic|phrase|psk|salt|pepper|sig(?:nature)?|dsn|sid|pat(?![A-Za-z])|sas(?![A-Za-z])|sess(?:ion)?id|session|mdp|masterauth|has(?:ł|l)o|honeycomb-team/iy;
const CORE_WORDS =
  'pass|pwd|pw=|pw:|pw"|pw\'|pw |mot de passe|kennwort|wachtwoord|contrase|senha|lösenord|clave|adgangskode|salasana|heslo|jelszó|şifre|sifre|parola|lozinka|geslo|пароль|パスワード|비밀번호|secret|token|jwt|bearer|key|cred|auth|login|otp|mnemonic|phrase|psk|salt|pepper|sig|dsn|sid|pat|sas|sessid|session|mdp|haslo|hasł|honeycomb-team';
for (const word of CORE_WORDS.split('|')) registerHint(word, true);
/** Too short for the index. */
const CHINESE = /密码|密碼|口令/g;

export const findPlaces: Rule = (text, hits, found) => {
  const places = text.search(CHINESE) >= 0 ? withChinese(text, hits.places) : hits.places;
  let done = 0;
  for (const place of places) {
    if (place < done) continue;
    CORE.lastIndex = place;
    if (!CORE.test(text)) continue;
    const name = readName(text, place, CORE.lastIndex);
    // The rest of the name may contain another such word: `token_secret` is read only once.
    done = Math.max(CORE.lastIndex, name.end);
    const kind = kindOfName(name.text);
    if (kind === null) continue;
    const value = readValue(text, name, kind);
    if (!value) continue;
    found.push({ start: value.start, end: value.end, kind: kind === 'password' ? 'password' : 'secret' });
    done = Math.max(done, value.end);
  }
};

function withChinese(text: string, places: number[]): number[] {
  return [...places, ...Array.from(text.matchAll(CHINESE), (match) => match.index)].sort((a, b) => a - b);
}

function readValue(text: string, name: Name, kind: NameKind): Value | null {
  const { lead, tail } = name;
  // The name of a cloud secret, or a reference to a variable.
  if (/\bpub(?:lic)?[ _-]$/i.test(tail) || /(?:[:/@]|%3A)<$/.test(tail)) return null;
  if (isSealed(text, name.start)) return null;
  if (/arn:[\w-]+:[^\s"']*$/.test(tail)) return null;
  if (/\$\{$/.test(tail)) return readDefault(text, name, kind);
  let place = name.end;
  const closed = lengthAt(CLOSE, text, place);
  const quotedName = /^(?:\\{0,7}["'`]|%22|&quot;|&#3[49];)/.test(text.slice(place, place + 9));
  const how: ValueForm = {
    ...PLAIN,
    vague: /(?:^|\.)(?:pass|pwd|pw|key|auth|sig|sid|phrase|salt|login|cookie|otp|dsn)$/i.test(name.text),
  };
  how.flag = /(?<!-)--?$/.test(tail) || /^-{1,2}[A-Za-z]/.test(name.text) || /(?:^|\s)\/$/.test(tail);
  how.secret = /secret(?:[_-]?(?:hash|key|base|value|text|string))?$/i.test(name.text);
  how.listed = /[?&][\w.%~-]{0,40}$|\S;[ \t]*$/.test(tail) || /%26$/i.test(tail);
  place += closed;
  const typed = quotedName || /<[\w:.-]*$/.test(tail) ? null : at(TYPED, text, place);
  const blank = lengthAt(BLANK, text, place);
  const separator = at(SEPARATOR, text, place + blank);
  if (typed && !separator?.[0].startsWith('=')) place = TYPED.lastIndex;
  else if (separator) {
    place = SEPARATOR.lastIndex;
    const after = lengthAt(BLANK, text, place);
    place += after;
    // `**Password:** value`
    if (separator[0] === ':' && /\*$|_$/.test(tail)) place += lengthAt(EMPHASIS, text, place);
    how.spaced = after > 0 || separator[0] === '：' || separator[0] === '＝';
    // A Ruby symbol.
    if (separator[0] === ':' && blank > 0 && after === 0 && /[A-Za-z_]/.test(text[place] ?? '')) return null;
    how.prose = how.spaced && /^[:：|｜]$/.test(separator[0]);
    // In a table within prose, a word next to another.
    if (/^[|｜]$/.test(separator[0])) return null;
    if (/sig(?:nature)?$/i.test(name.text) && !how.listed && !/x-|amz|hub|oauth/i.test(name.text)) return null;
    const list = kind === 'password' ? readList(text, place) : null;
    if (list) return list;
    const matched = separator[0].startsWith(':') || separator[0].includes('=') ? at(LINE_BELOW, text, place) : null;
    if (matched) {
      how.column = true;
      place = LINE_BELOW.lastIndex;
    }
    for (const wrapping of [NESTED, WRAPPED, WRAPPED]) if (at(wrapping, text, place)) place = wrapping.lastIndex;
    how.assigned = separator[0] === '=' && !how.spaced && /^[A-Z][A-Z0-9_]+$/.test(name.text);
    const words = at(WORD_DIFF, text, place);
    if (words) return { start: place + 2, end: place + words[0].length - 2 };
  } else {
    const found = readLoosely(text, name, place, blank, quotedName, how);
    if (found === null) return null;
    place = found;
  }
  const block = (separator ? /[:=]$/.test(separator[0]) : how.listed) ? at(BLOCK, text, place) : null;
  if (block) return readBlock(text, BLOCK.lastIndex, block[1] as string, kind);
  // `"NAME=some value"`: the quotes enclose the pair.
  if (separator?.[0] === '=' && !quotedName) {
    const enclosed = readEnclosed(text, place, lead);
    if (enclosed) return judge(text, enclosed, kind, { ...how, quoted: true });
  }
  // A string ends here: the name was inside it, and what follows is appended to it.
  if (!quotedName && endsString(text, place, lead)) return null;
  const quoted = readQuoted(text, place);
  if (quoted) {
    const inner = at(SCHEME, text, quoted.start);
    const start = inner && SCHEME.lastIndex < quoted.end ? SCHEME.lastIndex : quoted.start;
    // In prose, text in quotes is often code.
    how.quoted =
      text[quoted.start - 1] !== '`' || !how.prose || (!how.vague && isPlainWord(text.slice(quoted.start, quoted.end)));
    how.compound = /^[A-Z]+$|[a-z][A-Z]|_/.test(name.text);
    const value = judge(text, { start, end: quoted.end }, kind, how);
    // The same value continues: its new content, or its next piece.
    const next = value ? at(CONTINUED, text, quoted.end) : null;
    if (value && next) return { start, end: CONTINUED.lastIndex - 1 };
    return value && value.end - value.start >= MOST_VALUE - 1 ? toItsEnd(text, value) : value;
  }
  if (at(SCHEME, text, place)) place = SCHEME.lastIndex;
  const value = judge(text, readUnquoted(text, place, name, how), kind, how);
  return value && toItsEnd(text, value);
}

/**
 * For names without a separator: an argument, an element, a flag, a sentence, a column. Returns where the value begins.
 */
function readLoosely(
  text: string,
  name: Name,
  place: number,
  blank: number,
  quotedName: boolean,
  how: ValueForm,
): number | null {
  if (/\$$/.test(name.tail) || name.text.startsWith('$')) return null;
  const call = at(OF_CALL, text, place + blank);
  if (
    /^[({]/.test(call?.[0] ?? '') &&
    /^(?:get|fetch|read|load|find|check|verify|validate|has|is|compare|hash|encrypt|decrypt|generate|reset|forgot|prompt|ask|mask|test|describe|it)/i.test(
      name.text.split('.').at(-1) as string,
    )
  )
    return null;
  if (
    call &&
    (!how.vague || (quotedName && /^[A-Z]+$/.test(name.text))) &&
    (/^[({]/.test(call[0]) ||
      (quotedName && !/[\]`]/.test(text[place - 1] as string) && !/[:=]\s*\\{0,7}["'`]$/.test(name.tail)))
  ) {
    // One of a list of names, unless what follows is not a name.
    if (!how.flag && /["'],\s{0,20}["']$/.test(name.tail) && !isMadeAt(text, OF_CALL.lastIndex)) return null;
    how.call = true;
    return OF_CALL.lastIndex;
  }
  if (at(PLIST, text, place)) {
    how.call = true;
    how.element = true;
    return PLIST.lastIndex;
  }
  if (
    /(?:\bname|\bkey|\bParameterKey|-[ \t]*name)\\{0,7}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,7}["']?$/i.test(name.tail) &&
    at(NEXT_VALUE, text, name.end)
  ) {
    how.listed = true;
    return NEXT_VALUE.lastIndex;
  }
  const attribute = quotedName && /<\w[^<>]{0,120}\b(?:name|key|id)=["'][\w.-]*$/.test(name.lead);
  if (attribute && text[place] === '>') {
    how.call = true;
    how.element = true;
    return place + 1 + lengthAt(BLANK, text, place + 1);
  }
  if (quotedName && at(DECLARED, text, place)) return DECLARED.lastIndex;
  if (/(?:^|\n|\s)(?:setx|ENV|ARG)[ \t]{1,4}$/.test(name.tail) && blank > 0) {
    how.assigned = true;
    return place + blank;
  }
  if (/<[\w:.-]*$/.test(name.tail) && at(ELEMENT, text, name.end)) {
    how.call = true;
    how.element = true;
    return ELEMENT.lastIndex;
  }
  if (/<\/[\w:.-]*$/.test(name.tail)) return null;
  if (ABOUT.test(text.slice(place, place + 24))) return null;
  if (how.flag && blank > 0 && place === name.end) return place + blank;
  if ((!how.vague || /(?:^|\.)(?:pass|pw|pwd)$/i.test(name.text)) && at(how.vague ? IS : SAID, text, place)) {
    how.prose = true;
    how.spaced = true;
    how.introduced = true;
    return (how.vague ? IS : SAID).lastIndex;
  }
  if (how.vague || blank === 0) return null;
  // `password 'x'` in a statement or command, or columns of a table: only if it cannot be anything else.
  how.prose = true;
  how.column = true;
  how.introduced = INTRODUCES.test(name.tail);
  return skipWords(text, place + blank);
}

function isMadeAt(text: string, place: number): boolean {
  const quoted = readQuoted(text, place);
  return quoted !== null && isMade(text.slice(quoted.start, quoted.end));
}

/** Encrypted for a cluster: values below `encryptedData`. */
const isSealed = (text: string, place: number) =>
  text.slice(Math.max(0, place - 400), place).lastIndexOf('encryptedData:') >= 0;

/** `пароль от админки Zima-Blizko17`: skips up to three words between the name and an obvious password. */
function skipWords(text: string, place: number): number {
  const match = at(WORDS_BETWEEN, text, place);
  return match && isInvented(match[1] as string) ? WORDS_BETWEEN.lastIndex - (match[1] as string).length : place;
}

/** `${DB_PASSWORD:-the default}` */
function readDefault(text: string, name: Name, kind: NameKind): Value | null {
  const mark = /^(?::-|-|:(?![?=+]))/.exec(text.slice(name.end, name.end + 2))?.[0];
  if (mark === undefined) return null;
  const start = name.end + mark.length;
  const length = text.slice(start, start + 200).indexOf('}');
  return length < 0 ? null : judge(text, { start, end: start + length }, kind, { ...PLAIN, listed: true });
}

/** The value, if it is a secret. */
function judge(text: string, { start, end }: Value, kind: NameKind, how: ValueForm): Value | null {
  const value = text.slice(start, end);
  if (!how.quoted && /^[([]/.test(text[end] ?? '')) return null;
  return isSecretValue(kind, value, how) ? { start, end } : null;
}
