// The structure of a message in Markdown: headings, sentences, list items, table rows, code blocks and code spans.

import { isPlain } from './words.ts';

export interface Passage {
  kind: 'heading' | 'sentence' | 'point' | 'row';
  /** Without markup. */
  text: string;
  /** The bold words that open a list item or paragraph: often its name. */
  lead: string | null;
  /** The heading it stands under. */
  under: string | null;
  /** Its code spans. */
  spans: string[];
}

export interface CodeBlock {
  language: string;
  text: string;
  /** The passage before it, which often says what it is. */
  after: string | null;
}

export interface Message {
  passages: Passage[];
  blocks: CodeBlock[];
}

const FENCE = /^\s*(`{3,}|~{3,})\s*([\w+#.-]*)/;
/** A message beyond this is a log or a dump. */
const MOST_CHARACTERS = 60_000;

export function readMessage(message: string): Message {
  const passages: Passage[] = [];
  const blocks: CodeBlock[] = [];
  let under: string | null = null;
  let block: { fence: string; language: string; lines: string[] } | null = null;
  let rows = 0;
  const add = (kind: Passage['kind'], raw: string) => {
    const text = plain(raw);
    if (text === '') return;
    passages.push({ kind, text, lead: leadOf(raw), under, spans: spansIn(raw) });
  };
  const end = () => {
    if (block)
      blocks.push({ language: block.language, text: block.lines.join('\n'), after: passages.at(-1)?.text ?? null });
    block = null;
  };
  for (const raw of unbroken(message.slice(0, MOST_CHARACTERS).split('\n'))) {
    const fence = FENCE.exec(raw);
    if (block) {
      if (fence?.[1]?.startsWith(block.fence) && !fence[2]) end();
      else block.lines.push(raw);
      continue;
    }
    if (fence) {
      block = { fence: (fence[1] as string).slice(0, 3), language: fence[2] ?? '', lines: [] };
      continue;
    }
    const line = raw.trim().replace(/[│┃║]/g, '|');
    if (BORDER.test(line) || TREE.test(line)) continue;
    if (line.startsWith('|')) {
      rows += 1;
      // The first row of a table is its header.
      if (rows > 1) add('row', tableRow(line));
      continue;
    }
    rows = 0;
    const heading = /^#{1,6}\s+(.*)$/.exec(line) ?? /^\*\*([^*]+?)[:：]?\*\*[:：]?$/.exec(line);
    if (heading) {
      under = plain(heading[1] as string).replace(/[:：]$/, '');
      add('heading', under);
      continue;
    }
    const item = /^(?:[-*+•]|\d+[.)、])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line);
    if (item) add('point', item[1] as string);
    else for (const sentence of splitSentences(line)) add('sentence', sentence);
  }
  end();
  return { passages, blocks };
}

/** Lines that were broken at a width, as terminals and some writers do, are one again. */
function unbroken(lines: string[]): string[] {
  const joined: string[] = [];
  let isCode = false;
  for (const line of lines) {
    const before = joined.at(-1);
    if (FENCE.test(line)) isCode = !isCode;
    const goesOn = before !== undefined && !isCode && isBroken(before) && GOES_ON.test(line);
    if (goesOn) joined[joined.length - 1] = `${before}${OWN_SIGN.test(before) ? '' : ' '}${line.trim()}`;
    else joined.push(line);
  }
  return joined;
}

/** Ends within a sentence, at about the width of a terminal or a page. */
function isBroken(line: string): boolean {
  const last = line.slice(-LEAST_WIDTH);
  if (last.length < LEAST_WIDTH / 2) return false;
  const width = last.length + (isPlain(last) ? 0 : (last.match(WIDE)?.length ?? 0));
  return width >= LEAST_WIDTH && !/[.!?。！？:：;；|…`"”»)\]]\s*$/.test(line) && !/^\s*(?:#{1,6}\s|\||>)/.test(line);
}

const LEAST_WIDTH = 56;
/** A line that is not an item, heading, row, quotation or fence. */
const GOES_ON =
  /^\s*(?![-*+•>|#~`✓✔✅❌⏺⎿\u2500-\u257f]|\d+[.)、]|\p{Extended_Pictographic}|[\p{L}\p{N} ]{1,30}[:：]\s)[\p{L}\p{N}("«„]/u;
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;
/** Words are not separated by spaces. */
const OWN_SIGN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}，、]\s*$/u;

/** Nothing but lines: between paragraphs, and of tables. */
const BORDER = /^[\s\u2500-\u257f+|:=*_-]*$/;

/** A file in the picture of a tree. */
const TREE = /^[\s|]*[├└]/;

function tableRow(line: string): string {
  return line
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '' && !/^\d+$/.test(cell))
    .join(': ');
}

function leadOf(raw: string): string | null {
  const [, stars, bars] = /^(?:\*\*(.+?)\*\*|__([^_]*\s[^_]*)__)/.exec(raw.trim()) ?? [];
  const bold = stars ?? bars;
  return bold ? plain(bold).replace(/[\s:：.]+$/, '') : null;
}

function spansIn(raw: string): string[] {
  if (!raw.includes('`') || raw.length > LONGEST_MARKED) return [];
  return [...raw.matchAll(/(`+)([^`]+)\1/g)].map((match) => (match[2] as string).trim()).filter((span) => span !== '');
}

/** Removes emphasis, links and code marks. */
export function plain(text: string): string {
  const words = text.length <= LONGEST_MARKED && MARKUP.test(text) ? withoutMarkup(text) : text;
  return UNEVEN.test(words) ? words.replace(/\s+/g, ' ').trim() : words;
}

/** Most lines have one kind of it, if any. */
function withoutMarkup(text: string): string {
  let bare = text;
  if (bare.includes('](')) bare = bare.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
  if (bare.includes('**')) bare = bare.replace(/\*\*(?=\S)(.+?)\*\*/g, '$1');
  // One word between bars is a name: `__init__`.
  if (bare.includes('__')) bare = bare.replace(/(?<!\w)__(?=\S)([^_]{0,200}\s[^_]{0,200})__(?!\w)/g, '$1');
  if (bare.includes('*')) bare = bare.replace(/(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])/g, '$1');
  if (bare.includes('`'))
    bare = bare
      .replace(PRINTED, '"$1"')
      .replace(FIRST_WORD, '$1"$2"')
      .replace(/`+([^`]+)`+/g, '$1');
  return bare;
}

const UNEVEN = /\s\s|[^\S ]|^\s|\s$/;
const MARKUP = /[*_`[]/;
/** A longer line is a dump, and would take seconds. */
const LONGEST_MARKED = 8000;

/** `` `jobs` runs inside … ``: a command that begins a sentence would be read as a word. */
const FIRST_WORD =
  /(^|[:：—–] )`([a-z]+)`(?= (?:in|is|was|runs?|has|now|does|only|never|always|exits?|returns?|fails?)\b)/;

/** `` the `folder created` line ``: words that a program prints need their marks. */
const PRINTED =
  /`(?=[^`"]{0,60}\s)([^`"]{3,60})`(?=\s(?:lines?|messages?|texts?|labels?|buttons?|errors?|warnings?|headings?|hints?)\b)/g;

export function splitSentences(text: string): string[] {
  return (
    text
      // A name from code may start a sentence in lower case.
      .split(
        /(?<=[.!?…])\s+(?=["'“„«(`*\p{Lu}\p{Lo}])|(?<=[.!?…])(?<!(?<!\p{L})(?:[Nn](?:r|o|úm)|[Aa](?:rt|bs)|[Ff]ig|[Kk]ap|[Pp](?:p|ág)?|[Ss]ec|[Pp]kt|пп?|стр?|рис|гл|разд|ca|approx|vs)\.)\s+(?=\d)|(?<=[.!?…])\s+(?=[a-z]+[A-Z]\w*[\s(.]|[a-z_]+\()|(?<=[다요음함됨]\.)\s+|(?<=[。！？])\s*/u,
      )
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence !== '')
  );
}
