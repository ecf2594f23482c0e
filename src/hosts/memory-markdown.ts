// Splits a memory file in Markdown into parts that make sense on their own: a section, or one item of its list.
import type { HostMemoryPart } from '../domain/host-memory.ts';

/** A section with a list is kept in one part if it is no longer than this. */
const SHORT_LIST = 400;
/** Paragraphs are collected up to this length; what is longer still is cut. */
const LONGEST = 1500;
const MOST_PARTS = 500;

const HEADING = /^(#{1,6})\s+(.*?)\s*#*\s*$/;
const FENCE = /^\s{0,3}(?:```|~~~)/;
const ITEM = /^(?:[-*+]|\d{1,3}[.)])\s+/;

export function splitMemory(content: string): HostMemoryPart[] {
  const { fields, body } = readFrontMatter(content.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'));
  const { type = null, name, description } = fields;
  const parts = sectionsOf(body, name ?? null).flatMap(({ heading, lines }) =>
    partsOf(lines).map((text) => ({ type, heading, text })),
  );
  const [first] = parts;
  if (description && !first) return [{ type, heading: name ?? null, text: description }];
  if (description && first && !body.includes(description)) first.text = `${description}\n\n${first.text}`;
  return parts.slice(0, MOST_PARTS);
}

interface FrontMatter {
  name?: string;
  description?: string;
  type?: string;
}

function readFrontMatter(content: string): { fields: FrontMatter; body: string } {
  const block = /^---\n(?:([\s\S]{0,8000}?)\n)?---(?:\n|$)/.exec(content);
  if (!block) return { fields: {}, body: content };
  const fields: FrontMatter = {};
  for (const line of (block[1] ?? '').split('\n')) {
    const [, key, value] = /^\s*(name|description|type):\s*(.*?)\s*$/.exec(line) ?? [];
    const words = value?.replace(/^(["'])(.*)\1$/, '$2');
    if (!key || !words || (key === 'type' && !/^[\w-]{1,40}$/.test(words))) continue;
    fields[key as keyof FrontMatter] ??= words.slice(0, LONGEST);
  }
  return { fields, body: content.slice(block[0].length) };
}

interface Section {
  heading: string | null;
  lines: string[];
}

function sectionsOf(body: string, name: string | null): Section[] {
  const path: string[] = [];
  const sections: Section[] = [{ heading: name, lines: [] }];
  let fenced = false;
  for (const line of body.split('\n')) {
    if (FENCE.test(line)) fenced = !fenced;
    const heading = fenced ? null : HEADING.exec(line);
    if (!heading) {
      sections.at(-1)?.lines.push(line);
      continue;
    }
    const level = (heading[1] as string).length;
    path.length = Math.min(path.length, level - 1);
    path[level - 1] = (heading[2] as string).slice(0, 200);
    const names = [name, ...path].filter((each, index, all) => each && all.indexOf(each) === index);
    sections.push({ heading: names.join(' › ') || null, lines: [] });
  }
  return sections;
}

/** The paragraphs of a section together, as far as they fit; the items of a longer list one by one. */
function partsOf(lines: string[]): string[] {
  const blocks = blocksOf(lines);
  const whole = blocks.map(({ text }) => text).join('\n\n');
  const items = blocks.filter(({ isItem }) => isItem).length;
  if (whole.length <= (items > 1 ? SHORT_LIST : LONGEST)) {
    const text = items === 1 && blocks.length === 1 ? withoutMark(whole) : joined(blocks);
    return text === '' ? [] : [text];
  }
  const parts: string[] = [];
  let paragraphs = '';
  for (const { text, isItem } of [...blocks, { text: '', isItem: true }]) {
    if (!isItem && paragraphs.length + text.length <= LONGEST) {
      paragraphs += paragraphs ? `\n\n${text}` : text;
      continue;
    }
    parts.push(...cutLong(paragraphs));
    paragraphs = isItem ? '' : text;
    if (isItem) parts.push(...cutLong(withoutMark(text)));
  }
  return [...parts, ...cutLong(paragraphs)];
}

interface Block {
  text: string;
  isItem: boolean;
}

/** Paragraphs, fenced code, and the items of lists with everything that is indented below them. */
function blocksOf(lines: string[]): Block[] {
  const blocks: (Block & { lines: string[] })[] = [];
  let fenced = false;
  let isOpen = false;
  for (const line of lines) {
    const last = blocks.at(-1);
    const begins = !fenced && ITEM.test(line);
    if (FENCE.test(line)) fenced = !fenced;
    const continues = last && (isOpen || (last.isItem && /^\s+\S/.test(line)));
    if (line.trim() === '' && !fenced) isOpen = false;
    else if (begins || !continues) {
      blocks.push({ text: '', isItem: begins, lines: [line] });
      isOpen = true;
    } else {
      last.lines.push(line);
      isOpen = true;
    }
  }
  return blocks.map((block) => ({ text: block.lines.join('\n').trim(), isItem: block.isItem }));
}

/** The items of a list follow each other without an empty line. */
function joined(blocks: Block[]): string {
  return blocks.reduce((text, block, index) => {
    const isNext = block.isItem && blocks[index - 1]?.isItem;
    return text + (index === 0 ? '' : isNext ? '\n' : '\n\n') + block.text;
  }, '');
}

const withoutMark = (item: string) => item.replace(ITEM, '').trim();

/** In pieces that end with a line, else with a word, if possible. */
function cutLong(text: string): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > LONGEST) {
    const near = rest.slice(0, LONGEST);
    const end = Math.max(near.lastIndexOf('\n'), near.lastIndexOf(' '));
    const at = end > LONGEST / 2 ? end : LONGEST - Number(/[\ud800-\udbff]$/.test(near));
    pieces.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
}
