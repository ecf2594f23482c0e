// Secrets by their place: a value beside a name that holds secrets, in whatever notation. Finds each word that may end
// such a name, reads the name around it, then what separates it from a value, then the value. Everything that is looked
// at behind a word is bounded, so that a text costs linear time.
import { registerHint } from './hints.ts';
import { isCode, isPath, isPlaceholder, isRandom, isSentence, isWordy } from './looks.ts';
import { kindOfName, type NameKind } from './names.ts';
import type { Rule } from './rule.ts';

/** The ends of names that are worth a closer look. */
const CORE =
  /pass(?:word|wd|wort|phrase|code|key)?s?|pwd|pw(?![A-Za-z])|mot de passe|kennwort|wachtwoord|contrase(?:ñ|n)a|senha|пароль|密码|密碼|口令|パスワード|비밀번호|secret|token|jwt|bearer|key|cred(?:ential)?s?|auth|login|otp|mnemonic|phrase|psk|salt|pepper|sig(?:nature)?|dsn|sid|pat(?![A-Za-z])|sas(?![A-Za-z])|sess(?:ion)?id|session|mdp|masterauth|has(?:ł|l)o|honeycomb-team/iy;
for (const word of [
  ...['pass', 'pwd', 'pw=', 'pw:', 'pw"', "pw'", 'pw ', 'mot de passe', 'kennwort', 'wachtwoord', 'contrase', 'senha'],
  ...[
    'пароль',
    'パスワード',
    '비밀번호',
    'secret',
    'token',
    'jwt',
    'bearer',
    'key',
    'cred',
    'auth',
    'login',
    'otp',
    'mnemonic',
  ],
  ...[
    'phrase',
    'psk',
    'salt',
    'pepper',
    'sig',
    'dsn',
    'sid',
    'pat',
    'sas',
    'sessid',
    'session',
    'mdp',
    'haslo',
    'hasł',
  ],
  'honeycomb-team',
])
  registerHint(word, true);
/** Too short for the index. */
const CHINESE = /密码|密碼|口令/g;

const MOST_NAME = 64;
/** So much of a value is looked at. */
const MOST_VALUE = 2048;
const MOST_UNQUOTED = 400;
/** So much of a line before a name is looked at. */
const MOST_LEAD = 200;

export const findPlaces: Rule = (text, hits, found) => {
  const places = CHINESE.test(text) ? withChinese(text, hits.places) : hits.places;
  let done = 0;
  for (const place of places) {
    if (place < done) continue;
    CORE.lastIndex = place;
    if (!CORE.test(text)) continue;
    const name = readName(text, place, CORE.lastIndex);
    // The rest of the name may hold another such word: `token_secret` is looked at once.
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

interface Name {
  text: string;
  start: number;
  end: number;
  /** What stands before it on its line. */
  lead: string;
}

function readName(text: string, from: number, to: number): Name {
  let start = from;
  while (start > 0 && from - start < MOST_NAME && isNamePart(text, start - 1)) start -= 1;
  let end = to;
  while (end < text.length && end - to < MOST_NAME && isNamePart(text, end)) end += 1;
  // `%26client_secret`, `\nPASSWORD`: what is escaped before a name is none of it.
  const raw = text.slice(start, end);
  const before = text[start - 1];
  if (before === '%') start += /^[0-9A-Fa-f]{2}/.exec(raw)?.[0].length ?? 0;
  else if (before === '\\' && /^[nrt]/.test(raw)) start += 1;
  // `API key`, `seed phrase`: names of two words.
  if (text[start - 1] === ' ' && /^(?:key|phrase|token)/i.test(raw))
    start -= OF_TWO.exec(text.slice(Math.max(0, start - 14), start))?.[0].length ?? 0;
  // A sentence's end.
  while (end > to && /[.@-]/.test(text[end - 1] as string)) end -= 1;
  const line = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - MOST_LEAD);
  return { text: text.slice(start, end), start, end, lead: text.slice(line, start) };
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

interface Value {
  start: number;
  end: number;
}

/** How a value stands there. */
interface How {
  quoted: boolean;
  /** Behind a flag of a command. */
  flag: boolean;
  /** Blanks behind the separator. */
  spaced: boolean;
  /** May be part of a sentence. */
  prose: boolean;
  /** An argument, or the content of an element. */
  call: boolean;
  /** Between other pairs of the same kind: a query, a form, a connection string. */
  listed: boolean;
  /** The whole name was only `pass`, `pwd` and the like. */
  vague: boolean;
  /** Beside the name with nothing but blanks between them. */
  column: boolean;
  /** To a variable of the environment. */
  assigned: boolean;
  /** Nothing follows on the line. */
  last: boolean;
  /** The content of an element. */
  element: boolean;
  /** The name says `secret`: somebody may have thought it up. */
  secret: boolean;
  /** A whole line of a file of settings. */
  line: boolean;
}

const PLAIN: How = {
  quoted: false,
  flag: false,
  spaced: false,
  prose: false,
  call: false,
  listed: false,
  vague: false,
  column: false,
  assigned: false,
  last: false,
  element: false,
  secret: false,
  line: false,
};

/** What closes a name: quotes however escaped, brackets, emphasis, colors of a terminal. */
const CLOSE =
  /(?:-\]|\+\}|\\{0,7}["'`]|%22|%27|&quot;|&#39;|&#34;|[\])*]|\u001b\[[\d;]{0,12}m|\\(?:u001b|x1b|e|033)\[[\d;]{0,12}m){0,8}/y;
const BLANK = /[ \t\u00a0]{0,40}/y;
/** `password: string = "…"`, `let token: &str = "…"`, `password String = "…"`. */
const TYPED =
  /(?:[ \t]{0,4}\??:[ \t]{0,4}|[ \t]{1,4})[&*]?'?[A-Za-z][\w<>[\].?| ]{0,40}?[ \t]{0,4}=[ \t]{0,4}(?=[bruf@]{0,2}["'`])/y;
const SEPARATOR =
  /\|\|=|\?\?=|(?:\|\||\?\?|\bor\b)(?=[ \t]*["'`])|=>|->|:=|\?=|\+=|={1,3}|;s:\d{1,4}:|:(?!:)|%3D|%3A|&#61;|&#x3D;|&#58;|：|＝|[|｜](?=[ \t])/iy;
const OF_CALL = /,[ \t]{0,24}(?=\\{0,7}["'`])|\([ \t]{0,4}(?=\\{0,7}["'`])/y;
const NEXT_VALUE =
  /(?:\\{0,7}["'])?[,;]?\s{0,60}\\{0,7}["']?-?[ \t]*(?:secret|string)?value\\{0,7}["']?\s{0,4}[:=]\s{0,4}/iy;
const ELEMENT = /(?:\s[^<>]{0,300})?(?<!\/)>\s{0,20}(?:<!\[CDATA\[|<value>\s{0,20})?/iy;
const PLIST = /<\/key>\s{0,40}<string>/iy;
const SAID =
  /(?:[ \t]{1,4}["'(]?[\p{L}\d_.@-]{1,30}["')]?){0,6}?(?:[ \t]{1,4}(?:is|was|ist|war|lautet|es|est|é|è|=|->|→)(?:[ \t]{1,4}(?:now|still|just|currently))?:?[ \t]{1,4}|[ \t]{0,4}[:：][ \t]{1,4})|是[ \t]{0,2}|为[ \t]{0,2}|は[ \t]{0,2}|는[ \t]{1,2}|은[ \t]{1,2}/iuy;
const BLOCK = /(?:[|>][+-]?|<<[-~]?["']?\w{2,20}["']?)[ \t]*\r?\n([ \t]*)/y;
/** `{"value": "…"}` */
const NESTED = /\{\s{0,60}\\{0,3}["']?(?:value|plaintext|default)\\{0,3}["']?\s{0,4}[:=]\s{0,4}/iy;
/** `String::from("…")`, `new Secret("…")`, `{{ "…" | quote }}`, `string(11) "…"`. */
const WRAPPED =
  /(?:new[ \t]{1,4})?[A-Za-z_][\w:.<>!]{0,40}\([ \t]{0,4}(?=[bru@]?["'])|\{\{-?[ \t]{0,4}(?=["'])|\{\{[^\n{}]{0,80}?default\([ \t]{0,4}(?=["'])|\s{0,12}string\(\d{1,4}\) (?=")|[A-Za-z_]\w{0,20}\((?=[A-Za-z_][\w:.]{0,30}\(["'])/y;
/** What git shows of a change within a line. */
const WORD_DIFF = /\[-[^\n]{3,200}?-\](?:\{\+[^\n]{3,200}?\+\})?|\{\+[^\n]{3,200}?\+\}/y;
const SCHEME =
  /(?:bearer|basic|token|apikey|digest|splunk|ssws|flyv1|key|negotiate|genie-?key|klaviyo-api-key|bot|api-?token)(?:[ \t]|%20|\+){1,4}/iy;
const OPEN =
  /(?:(?:[brufBRUF@]|N|E|L)(?=\\{0,7}["']))?((\\{0,7})(["'`])|%22|%27|&quot;|&#39;|&#34;|\u001b\[[\d;]{0,12}m|\\(?:u001b|x1b|e|033)\[[\d;]{0,12}m)/y;

const CONTINUED = /["'](?:[ \t]{1,4}->[ \t]{1,4}|\s{1,40}|[ \t]{0,4}\+\s{0,40})(["'])[^"'\n]{2,200}\1/y;

function at(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place;
  return pattern.exec(text);
}

const lengthAt = (pattern: RegExp, text: string, place: number) => at(pattern, text, place)?.[0].length ?? 0;

function readValue(text: string, name: Name, kind: NameKind): Value | null {
  const { lead } = name;
  // The name of a secret of the cloud, a reference to a variable.
  if (/\bpub(?:lic)?[ _-]$/i.test(lead) || /(?:[:/@]|%3A)<$/.test(lead)) return null;
  if (/arn:[\w-]+:[^\s"']*$/.test(lead)) return null;
  if (/\$\{$/.test(lead)) return readDefault(text, name, kind);
  let place = name.end;
  const closed = lengthAt(CLOSE, text, place);
  const quotedName = /^(?:\\{0,7}["'`]|%22|&quot;|&#3[49];)/.test(text.slice(place, place + 9));
  const how: How = {
    ...PLAIN,
    vague: /(?:^|\.)(?:pass|pwd|pw|key|auth|sig|sid|phrase|salt|login|cookie|otp|dsn)$/i.test(name.text),
  };
  how.flag =
    /^-{1,2}$/.test(/-*$/.exec(lead)?.[0] ?? '') || /^-{1,2}[A-Za-z]/.test(name.text) || /(?:^|\s)\/$/.test(lead);
  how.secret = /secret$/i.test(name.text);
  how.listed = /[?&][\w.%~-]{0,40}$|\S;[ \t]*$/.test(lead) || /%26$/i.test(lead);
  place += closed;
  const typed = quotedName || /<[\w:.-]*$/.test(lead) ? null : at(TYPED, text, place);
  const blank = lengthAt(BLANK, text, place);
  const separator = at(SEPARATOR, text, place + blank);
  if (typed && !separator?.[0].startsWith('=')) place = TYPED.lastIndex;
  else if (separator) {
    place = SEPARATOR.lastIndex;
    const after = lengthAt(BLANK, text, place);
    place += after;
    how.spaced = after > 0;
    // A symbol of Ruby.
    if (separator[0] === ':' && blank > 0 && after === 0 && /[A-Za-z_]/.test(text[place] ?? '')) return null;
    how.prose = after > 0 && /^[:：|｜]$/.test(separator[0]);
    // In a table of a text, a word beside another.
    if (/[|｜]$/.test(separator[0])) return null;
    if (/sig(?:nature)?$/i.test(name.text) && !how.listed && !/x-|amz|hub|oauth/i.test(name.text)) return null;
    const list = kind === 'password' ? readList(text, place) : null;
    if (list) return list;
    for (const wrapping of [NESTED, WRAPPED, WRAPPED]) if (at(wrapping, text, place)) place = wrapping.lastIndex;
    how.assigned = separator[0] === '=' && !how.spaced && /^[A-Z][A-Z0-9_]+$/.test(name.text);
    const words = at(WORD_DIFF, text, place);
    if (words) return { start: place + 2, end: place + words[0].length - 2 };
  } else {
    const found = readLoosely(text, name, place, blank, quotedName, how);
    if (found === null) return null;
    place = found;
  }
  const block = separator && /[:=]$/.test(separator[0]) ? at(BLOCK, text, place) : null;
  if (block) return readBlock(text, BLOCK.lastIndex, block[1] as string, kind);
  // `"NAME=some value"`: the pair stands in quotes.
  if (separator?.[0] === '=' && !quotedName) {
    const enclosed = readEnclosed(text, place, lead);
    if (enclosed) return judge(text, enclosed, kind, { ...how, quoted: true });
  }
  // A string that ends here: the name stood in it, and what follows is added to it.
  if (!quotedName && endsString(text, place, lead)) return null;
  const quoted = readQuoted(text, place);
  if (quoted) {
    const inner = at(SCHEME, text, quoted.start);
    const start = inner && SCHEME.lastIndex < quoted.end ? SCHEME.lastIndex : quoted.start;
    // What stands in quotes of a text is code as often as not.
    how.quoted = text[quoted.start - 1] !== '`' || !how.prose;
    const value = judge(text, { start, end: quoted.end }, kind, how);
    // The same value goes on: what it becomes, or the next piece of it.
    const next = value ? at(CONTINUED, text, quoted.end) : null;
    return value && next ? { start, end: CONTINUED.lastIndex - 1 } : value;
  }
  if (at(SCHEME, text, place)) place = SCHEME.lastIndex;
  return judge(text, readUnquoted(text, place, name, how), kind, how);
}

/** Without a separator of its own: an argument, an element, a flag, a sentence, a column. Where the value begins. */
function readLoosely(
  text: string,
  name: Name,
  place: number,
  blank: number,
  quotedName: boolean,
  how: How,
): number | null {
  if (/\$$/.test(name.lead) || name.text.startsWith('$')) return null;
  const call = at(OF_CALL, text, place + blank);
  if (
    call &&
    call[0].startsWith('(') &&
    /^(?:get|fetch|read|load|find|check|verify|validate|has|is|compare|hash|encrypt|decrypt|generate|reset|forgot|prompt|ask|mask|test|describe|it)/i.test(
      name.text.split('.').at(-1) as string,
    )
  )
    return null;
  if (
    call &&
    (!how.vague || (quotedName && /^[A-Z]+$/.test(name.text))) &&
    (call[0].startsWith('(') || (quotedName && text[place - 1] !== ']' && text[place - 1] !== ']' && !/[:=]\s*\\{0,7}["'`]$/.test(name.lead)))
  ) {
    how.call = true;
    return OF_CALL.lastIndex;
  }
  if (at(PLIST, text, place)) {
    how.call = true;
    how.element = true;
    return PLIST.lastIndex;
  }
  if (
    /(?:\bname|\bkey|-[ \t]*name)\\{0,7}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,7}["']?$/i.test(name.lead) &&
    at(NEXT_VALUE, text, name.end)
  ) {
    how.listed = true;
    return NEXT_VALUE.lastIndex;
  }
  if (/<[\w:.-]*$/.test(name.lead) && at(ELEMENT, text, name.end)) {
    how.call = true;
    how.element = true;
    return ELEMENT.lastIndex;
  }
  if (/<\/[\w:.-]*$/.test(name.lead)) return null;
  if (how.flag && blank > 0) return place + blank;
  if (!how.vague && at(SAID, text, place)) {
    how.prose = true;
    how.spaced = true;
    return SAID.lastIndex;
  }
  if (how.vague || blank === 0) return null;
  // `password 'x'` of a statement or a command; columns of a table: only what cannot be anything else.
  how.prose = true;
  how.column = true;
  return place + blank;
}

/** `${DB_PASSWORD:-the default}` */
function readDefault(text: string, name: Name, kind: NameKind): Value | null {
  if (!/^:?-/.test(text.slice(name.end, name.end + 2))) return null;
  const start = name.end + (text[name.end] === ':' ? 2 : 1);
  const close = text.indexOf('}', start);
  return close < 0 || close - start > 200 ? null : judge(text, { start, end: close }, kind, { ...PLAIN, listed: true });
}

/** `passwords = ['one', 'two']`: from the first to the last of them. */
function readList(text: string, place: number): Value | null {
  const list = /^[[({]\s{0,40}((["'])[^"'\n]{4,100}\2(?:,?\s{0,40}(["'])[^"'\n]{4,100}\3){1,20})/.exec(
    text.slice(place, place + 1000),
  );
  if (!list || !/\d/.test(list[1] as string) || /[:=]/.test(list[1] as string)) return null;
  const start = place + list[0].length - (list[1] as string).length;
  return { start: start + 1, end: start + (list[1] as string).length - 1 };
}

/** The value up to the quote that opened right before the name. */
function readEnclosed(text: string, place: number, lead: string): Value | null {
  const quote = /["']$/.exec(lead)?.[0];
  if (!quote || /["'\\]/.test(text[place] ?? '') || (lead.split(quote).length & 1) === 1) return null;
  const value = /^[^"'\n\\]{4,100}/.exec(text.slice(place, place + 101))?.[0];
  return value && text[place + value.length] === quote ? { start: place, end: place + value.length } : null;
}

/** Whether the quote at this place closes a string that began before the name. */
function endsString(text: string, place: number, lead: string): boolean {
  const quote = text[place];
  if (quote !== '"' && quote !== '`') return false;
  return ((lead.match(quote === '"' ? /(?<!\\)"/g : /`/g) ?? []).length & 1) === 1;
}

/** The inside of a quoted text, up to the quote that matches, with its escapes. */
function readQuoted(text: string, place: number): Value | null {
  const open = at(OPEN, text, place);
  if (!open) return null;
  const start = OPEN.lastIndex;
  const limit = Math.min(text.length, start + MOST_VALUE);
  const quote = open[3];
  if (quote === undefined) {
    const rest = text.slice(start, limit);
    const close = /^(?:%2|&)/.test(open[1] as string)
      ? rest.indexOf(open[1] as string)
      : rest.search(/\u001b\[|\\(?:u001b|x1b|e|033)\[/);
    return close > 0 ? { start, end: start + close } : null;
  }
  const escape = open[2] as string;
  if (text.startsWith(quote + quote, start)) {
    const close = text.indexOf(quote.repeat(3), start + 2);
    return close < 0 || close > limit ? null : { start: start + 2, end: close };
  }
  for (let i = start; i < limit; i += 1) {
    const unit = text[i];
    if (unit === '\n' && quote !== '`') return { start, end: i };
    if (unit === '\\' && escape === '' && quote !== "'") i += 1;
    else if (unit === quote) {
      if (escape !== '') {
        if (text.slice(i - escape.length, i) === escape && text[i - escape.length - 1] !== '\\')
          return { start, end: i - escape.length };
        // A quote of the level above ends it, too.
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
/** Before a name that has a line for itself: marks of a diff, line numbers, `export`. */
const ALONE =
  /^(?:\u001b\[[\d;]{0,12}m|[ \t+>-]){0,60}(?:\d{1,6}[ \t|:→]{1,4}[ \t+-]{0,40})?(?:(?:export|set|setx|ENV|ARG|declare -x|local|readonly|Environment=)[ \t]*|- )?["']?(?:[A-Za-z][\w.-]{0,40}[ \t]*:[ \t]*)?$/;

/** A line that is nothing but `name = value` goes to its end; elsewhere a value ends at what separates values there. */
function readUnquoted(text: string, place: number, name: Name, how: How): Value {
  const limit = Math.min(text.length, place + MOST_UNQUOTED);
  let end = place;
  while (end < limit && !ENDS_LINE.has(text.charCodeAt(end))) end += 1;
  const rest = text.slice(place, end);
  if (/^%3D/i.test(text.slice(name.end, name.end + 3))) return until(place, rest, IN_ESCAPED_QUERY);
  if (/[?&][\w.%~-]{0,40}$/.test(name.lead)) return until(place, rest, IN_QUERY);
  // A connection string: its parts end with semicolons, and may hold anything else.
  if (/\S;[ \t]*$/.test(name.lead) || /^[^;"'`\n]{1,100};[ \t]*[A-Za-z][\w ]{1,30}=/.test(rest)) {
    how.listed = true;
    const braced = /^\{([^\n]{1,100}?)\}(?=;|$|["'\s])/.exec(rest)?.[1];
    return braced === undefined
      ? until(place, rest, IN_CONNECTION)
      : { start: place + 1, end: place + 1 + braced.length };
  }
  if (how.element) return until(place, rest, text.slice(place - 7, place) === '[CDATA[' ? /\]\]>/ : /<|\]\]>/);
  const phrase = /phrase|mnemonic|seed/i.test(name.text) ? MNEMONIC_AT.exec(rest)?.[0] : undefined;
  if (phrase) return { start: place, end: place + phrase.length };
  if (how.column) {
    how.last = !/\s\S/.test(rest.trim());
    return until(place, rest, /\s|["'`]|,(?=\s|$)/);
  }
  const alone = ALONE.test(name.lead);
  if (how.prose && how.spaced && !alone) return until(place, rest, IN_PROSE);
  if (!alone || how.flag) return until(place, rest, how.flag ? IN_COMMAND : ELSEWHERE);
  const comment = rest.search(/[ \t]#|[ \t]\/\//);
  const line = (comment < 0 ? rest : rest.slice(0, comment)).trimEnd();
  const escaped = line.search(/\\[nr](?![\w])|\\n(?=[A-Z_]{2,}=)|\\["']|["'],?$/);
  const all = escaped < 0 ? line : line.slice(0, escaped);
  how.line = end === text.length || ENDS_LINE.has(text.charCodeAt(end));
  if (how.assigned && isEnvironment(text, name.start, end)) return { start: place, end: place + all.length };
  // A command behind a variable that is set for it.
  const first = /^(?:\\.|[^\s\\])+/.exec(all)?.[0] ?? '';
  const isCommand = !how.spaced && /^[ \t]+(?:[./~]|[a-z][a-z-]{1,20}(?:[ \t]|$))/.test(all.slice(first.length));
  const whole = isCommand ? first : all;
  const isOne = !/(?<!\\)[ \t]/.test(whole);
  if (how.vague && !isOne) return until(place, rest, ELSEWHERE);
  if (isOne || (/\d/.test(whole) && whole.length <= 60 && !isSentence(whole) && !isCode(whole)))
    return { start: place, end: place + whole.replace(how.prose ? /[.,;]+$/ : /[,;]$/, '').length };
  return until(place, rest, ELSEWHERE);
}

/** A new line, or a color of a terminal. */
const ENDS_LINE = new Set([0x0a, 0x0d, 0x1b]);

/** A line among others of the form NAME=value. */
function isEnvironment(text: string, start: number, end: number): boolean {
  const line = text.lastIndexOf('\n', start - 1);
  const before = line > 0 ? text.slice(Math.max(0, text.lastIndexOf('\n', line - 1) + 1), line) : '';
  const variable = /^[A-Z_][A-Z0-9_]{1,60}=(?!.*\\$)/;
  return variable.test(before) || variable.test(text.slice(end + 1, end + 80));
}

function until(place: number, rest: string, end: RegExp): Value {
  const stop = rest.search(end);
  const length = stop < 0 ? rest.length : stop;
  return { start: place, end: place + rest.slice(0, length).replace(/[.:?]+$/, '').length };
}

/** A block of YAML: its lines are one value. */
function readBlock(text: string, place: number, indent: string, kind: NameKind): Value | null {
  let end = place;
  for (let lines = 0; lines < 80; lines += 1) {
    const line = text.indexOf('\n', end);
    end = line < 0 ? text.length : line;
    if (line < 0 || !text.startsWith(indent, line + 1)) break;
    end = line + 1;
  }
  const value = text.slice(place, end).trim();
  if (kind === 'key' || isPlaceholder(value) || value.length < 6) return null;
  if (isSentence(value) && !isRandom(value.replace(/\s+/g, ''), 24)) return null;
  return { start: place, end };
}

/** Whether what stands there is a secret. */
function judge(text: string, { start, end }: Value, kind: NameKind, how: How): Value | null {
  const value = text.slice(start, end);
  if (!how.quoted && /^[([]/.test(text[end] ?? '')) return null;
  return isSecretValue(kind, value, how) ? { start, end } : null;
}

const MNEMONIC_AT = /^(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}\b/;
const MNEMONIC = /^(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}$/;

/** Also for a value of a JSON property. */
export function isSecretValue(kind: NameKind, value: string, how: How = { ...PLAIN, quoted: true }): boolean {
  const bare = value.trim();
  if (MNEMONIC.test(bare)) return true;
  if (bare.length < 4 || isPlaceholder(bare) || /^https?:\/\//i.test(bare) || /^\*|\*\*$/.test(bare)) return false;
  if (how.assigned && how.quoted && kind === 'password') return true;
  if (/\s/.test(bare) && !(how.listed && kind === 'password') && (isSentence(bare) || !/[\d&@#$^*]/.test(bare)))
    return false;
  const plain = kind === 'password' && isPlainWord(bare) && (how.assigned || (how.line && how.prose));
  if (!how.quoted && !how.flag && !plain && isCode(bare) && !(how.listed && (/\d/.test(bare) || !/[().]/.test(bare))))
    return false;
  if (
    how.column &&
    !(how.quoted ? /[\d!@#$%^&*]/.test(bare) : isRandom(bare, 16) || (how.last && kind === 'password' && isMade(bare)))
  )
    return false;
  if (how.vague && (isPath(bare) || /[\\/]/.test(bare) || (how.prose && !how.quoted && !isMade(bare)))) return false;
  return kind === 'password' ? isPassword(bare, how) : isToken(kind, bare, how);
}

/** Letters and digits in one, as in a password that a person thought up. */
const isMade = (value: string) =>
  value.length >= 8 &&
  /\p{L}/u.test(value) &&
  /[\d!@#$%^&*]/.test(value) &&
  !/^[(<{[]|[:(]$/.test(value) &&
  !isPath(value) &&
  !/^[a-z]+(?:[-_.][a-z]+)*\d{0,2}$/.test(value);

function isPassword(value: string, how: How): boolean {
  if (isPath(value, false) && !how.listed) return false;
  if (/^\d+$/.test(value)) return (!how.prose && !how.vague) || value.length >= 6;
  const marked = /[^\p{L}\p{N}\s_.,:;'"/\\-]/u.test(value);
  if (how.prose && !how.quoted) return value.length >= 6 && (/\d/.test(value) || marked) && /\p{L}/u.test(value);
  if (/\d/.test(value) || marked) return true;
  // Only letters: a word. In quotes, or where nothing but a value can stand, it is the password.
  if (value.length < 6 || /^[A-Z_]+$/.test(value)) return false;
  return how.quoted ? !isProgram(value) : how.flag || how.call || how.listed || !how.spaced;
}

/** A word in quotes that names something of a program: a type, a field, a message. */
const isProgram = (value: string) =>
  /^[A-Z][a-z]+(?:[A-Z][a-z]+)*$|^[a-z]+(?:[A-Z][a-z]+)+$|^[a-z]+(?:[-_.][a-z]+)+$/.test(value) &&
  /pass|secret|token|key|field|input|error|type|user|name|email|login|auth|form|change|reset|hash/i.test(value);

function isToken(kind: NameKind, value: string, how: How): boolean {
  if (isPath(value)) return false;
  if (kind === 'key')
    return !isWordy(value) && isRandom(value.replace(/[=+/]/g, ''), 24) && !/^[0-9a-f]{8}-/.test(value);
  if (/^[\d.,:_-]+$/.test(value)) return false;
  if (isRandom(value, 12) && !isWordy(value)) return true;
  if (!/\d/.test(value))
    return how.quoted && value.length >= 16 && /[^\p{L}\p{N}\s_.:/-]/u.test(value) && !/[<>(){}[\]]/.test(value);
  if (value.length < 8) return false;
  return !isWordy(value) || (how.quoted && how.secret && value.length <= 60);
}
