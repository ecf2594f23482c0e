// Finds secrets in tables: columns with a heading such as `Password` or `api_key`, in CSV, tab-separated text and
// Markdown.
import { registerHint } from '../hints.ts';
import { kindOfName, type NameKind } from '../judge/names.ts';
import { isSecretValue, PLAIN, type ValueForm } from '../judge/values.ts';
import type { Rule } from '../rule.ts';

const MOST_ROWS = 200;
const HEADING = /passw|passphrase|secret|token|api[ _-]?key|pwd|access[ _-]?key/i;
const HEADINGS = new RegExp(HEADING, 'gi');
const MOST_OF_LINE = 2000;
const isTableRow = (line: string) => /^\s*[|│]/.test(line);
const HOW: ValueForm = { ...PLAIN, listed: true };

const HINTS = ['passw', 'passphrase', 'secret', 'token', 'key', 'pwd'].map((hint) => registerHint(hint));

export const findColumns: Rule = (text, hits, found) => {
  if (!HINTS.some(hits.has)) return;
  let at = 0;
  let inTable = false;
  for (let rows = 0, table: Table | null = null; at < text.length; ) {
    if (table === null) {
      // Nothing begins before the next line that could be a heading.
      HEADINGS.lastIndex = at;
      const next = HEADINGS.exec(text);
      if (!next) return;
      const line = text.lastIndexOf('\n', next.index) + 1;
      if (line > at) {
        at = line;
        inTable = isTableRow(text.slice(text.lastIndexOf('\n', line - 2) + 1, line - 1).slice(0, MOST_OF_LINE));
      }
    }
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, Math.min(end, at + MOST_OF_LINE));
    const cells = table ? cellsOf(line, table.separator) : null;
    const isRule = table !== null && /^[\s|+:─┼├┤│┌┐└┘═-]*$/.test(line);
    if (isRule) {
      // a rule between rows
    } else if (table && cells && cells.length === table.width && rows < MOST_ROWS) {
      rows += 1;
      for (const { place, kind } of table.columns) {
        const cell = cells[place] as Cell;
        const bare = cell.text.replace(/^["'`]|["'`]$/g, '');
        if (!/^[-:]*$/.test(bare) && isSecretValue(kind, bare, HOW)) {
          const start = at + cell.start + cell.text.indexOf(bare);
          found.push({ start, end: start + bare.length, kind: kind === 'password' ? 'password' : 'secret' });
        }
      }
    } else {
      // Below its heading, a row of a table is not another heading.
      const isRow = isTableRow(line);
      table = HEADING.test(line) && !(isRow && inTable) ? headingOf(line) : null;
      inTable = isRow;
      rows = 0;
    }
    at = end + 1;
  }
};

interface Cell {
  text: string;
  start: number;
}

interface Table {
  separator: string;
  width: number;
  columns: { place: number; kind: NameKind }[];
}

function headingOf(line: string): Table | null {
  for (const separator of ['||', '|', '│', '\t', ',', ';']) {
    const cells = cellsOf(line, separator);
    if (cells.length < 2) continue;
    const columns = cells.flatMap(({ text }, place) => {
      const name = text.replace(/^["'`*]+|["'`*]+$/g, '');
      const kind =
        /^[\p{L}][\p{L}\d _-]{1,30}$/u.test(name) && name.split(/[ _-]/).length <= 3 ? kindOfName(name) : null;
      return kind === null || kind === 'key' ? [] : [{ place, kind }];
    });
    // All cells of a heading must look like headings, not values.
    if (columns.length > 0 && cells.every(({ text }) => /^["'`*]*[\p{L}\d _./()-]{0,40}["'`*]*$/u.test(text)))
      return { separator: separator === '||' ? '|' : separator, width: cells.length, columns };
  }
  return null;
}

function cellsOf(line: string, separator: string): Cell[] {
  const cells: Cell[] = [];
  let from = 0;
  const parts = separator === ',' && line.includes('"') ? csvCells(line) : line.split(separator);
  for (const part of parts) {
    const text = part.trim();
    cells.push({ text, start: from + part.indexOf(text) });
    from += part.length + 1;
  }
  return cells;
}

/** The cells of a CSV line, including quotes; none if it is not valid CSV. */
function csvCells(line: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"(?:[^"]|"")*"|[^,"]*)(,|$)/y;
  for (let at = 0; at <= line.length; at = cell.lastIndex) {
    cell.lastIndex = at;
    const match = cell.exec(line);
    if (!match) return [];
    cells.push(match[0].slice(0, match[0].length - (match[1] as string).length));
    if (match[1] === '') break;
  }
  return cells;
}
