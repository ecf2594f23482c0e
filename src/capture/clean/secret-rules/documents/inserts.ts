// Finds secrets in rows of a database dump by their columns' names.
import { registerHint } from '../hints.ts';
import { kindOfName, type NameKind } from '../judge/names.ts';
import { isSecretValue, PLAIN } from '../judge/values.ts';
import type { Rule, SecretRange } from '../rule.ts';

const HINTS = ['insert', 'copy '].map((hint) => registerHint(hint));
const INSERT =
  /\binsert\s{1,4}(?:or\s\w{1,10}\s{1,4})?(?:ignore\s{1,4})?into\s{1,4}[\w."`[\]]{1,100}\s{0,4}\(([^()]{1,1000})\)\s{0,4}values\s{0,20}/gi;
const COPY = /^copy\s{1,4}[\w."]{1,100}\s{1,4}\(([^()]{1,1000})\)\s{1,4}from\s{1,4}stdin\b[^\n]{0,40}\n/gim;
const MOST_ROWS = 500;

export const findInserts: Rule = (text, hits, found) => {
  if (!HINTS.some(hits.has)) return;
  INSERT.lastIndex = 0;
  for (let match = INSERT.exec(text); match; match = INSERT.exec(text)) {
    const columns = secretColumns(match[1] as string);
    if (columns.length > 0) INSERT.lastIndex = readRows(text, INSERT.lastIndex, columns, found);
  }
  COPY.lastIndex = 0;
  for (let match = COPY.exec(text); match; match = COPY.exec(text)) {
    const columns = secretColumns(match[1] as string);
    if (columns.length > 0) COPY.lastIndex = readLines(text, COPY.lastIndex, columns, found);
  }
};

interface Column {
  place: number;
  kind: NameKind;
}

function secretColumns(list: string): Column[] {
  return list.split(',').flatMap((name, place) => {
    const kind = kindOfName(name.trim().replace(/^["'`[]|["'`\]]$/g, ''));
    return kind === null || kind === 'key' ? [] : [{ place, kind }];
  });
}

/** Reads `(1, 'a'), (2, 'b')` and returns where it ends. */
function readRows(text: string, from: number, columns: Column[], found: SecretRange[]): number {
  const value =
    /\s{0,40}(?:N?'((?:[^'\\\n]|''|\\.){0,500})'|"([^"\n]{0,500})"|[^,()'"\n]{0,200}(?:\([^()\n]{0,200}\))?)\s{0,20}([,)])/y;
  const opening = /[\s,]{0,60}\(/y;
  let at = from;
  for (let rows = 0; rows < MOST_ROWS; rows += 1) {
    opening.lastIndex = at;
    if (!opening.test(text)) return at;
    at = opening.lastIndex;
    for (let place = 0; place < 200; place += 1) {
      value.lastIndex = at;
      const match = value.exec(text);
      if (!match) return at;
      const inner = match[1] ?? match[2];
      const column = columns.find((one) => one.place === place);
      if (column && inner !== undefined)
        push(text, at + match[0].indexOf(inner, match[0].search(/['"]/)), inner, column.kind, found);
      at = value.lastIndex;
      if (match[3] === ')') break;
    }
  }
  return at;
}

/** Reads tab-separated lines up to `\.` and returns where they end. */
function readLines(text: string, from: number, columns: Column[], found: SecretRange[]): number {
  let at = from;
  for (let rows = 0; rows < MOST_ROWS && at < text.length; rows += 1) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, Math.min(end, at + 4000));
    if (line.startsWith('\\.') || line === '') return at;
    let start = at;
    for (const [place, cell] of line.split('\t').entries()) {
      const column = columns.find((one) => one.place === place);
      if (column && cell !== '\\N') push(text, start, cell, column.kind, found);
      start += cell.length + 1;
    }
    at = end + 1;
  }
  return at;
}

function push(text: string, start: number, value: string, kind: NameKind, found: SecretRange[]): void {
  if (text.startsWith(value, start) && isSecretValue(kind, value, { ...PLAIN, quoted: true, listed: true }))
    found.push({ start, end: start + value.length, kind: kind === 'password' ? 'password' : 'secret' });
}
