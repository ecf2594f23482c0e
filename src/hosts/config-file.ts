// Edits a host's own files. Only our entries change; the file as it was before our first change is kept as a copy next to
// it, so that removing our entries restores it byte for byte if nobody else has changed it since.
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  findNodeAtLocation,
  format,
  type ModificationOptions,
  modify,
  type ParseError,
  parse,
  parseTree,
} from 'jsonc-parser';
import { renameSoon } from '../config/atomic-file.ts';
import { CMemError } from '../domain/errors.ts';
import { isObject } from '../domain/json.ts';

export function readConfig(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Writes atomically, keeping the file's mode. Returns the copy of what was there before our first change. */
export function writeConfig(file: string, text: string): { copy: string | null } {
  const copy = existsSync(file) ? copyOf(file) : null;
  if (copy && !existsSync(copy)) writeFileSync(copy, readFileSync(file), { mode: 0o600 });
  replace(file, text);
  return { copy };
}

/** How a file's text is compared with its copy. */
export interface Comparison {
  /** Whether two texts say the same, apart from their formatting. */
  isSame(before: string, after: string): boolean;
  /** Nothing is left: a file that we created is removed. */
  isEmpty(text: string): boolean;
}

/** Writes the text without our entries, or the copy if nobody else has changed anything. */
export function restoreConfig(file: string, text: string, { isSame, isEmpty }: Comparison): void {
  const copy = copyOf(file);
  const before = existsSync(copy) ? readFileSync(copy, 'utf8') : null;
  if (before !== null && isSame(before, text)) replace(file, before);
  else if (before === null && isEmpty(text)) rmSync(file, { force: true });
  else replace(file, text);
  rmSync(copy, { force: true });
}

export const copyOf = (file: string) => `${file}.before-c-mem`;

/** A link stays a link: people keep such files elsewhere. */
function replace(file: string, text: string): void {
  const there = existsSync(file);
  const target = there ? realpathSync(file) : file;
  const mode = there ? statSync(target).mode & 0o777 : 0o600;
  if (!there) mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  writeFileSync(`${target}.c-mem-part`, text, { mode });
  renameSoon(`${target}.c-mem-part`, target);
}

/** JSON, with comments and trailing commas; throws if it cannot be read. */
export function parseJson(text: string, name: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isObject(value as never))
    throw new CMemError('HOST_SETTINGS_UNREADABLE', `${name} cannot be read; it was not changed`);
  return value as Record<string, unknown>;
}

/** Sets one value, or removes it if undefined. Everything else keeps its bytes, including comments. */
export function setJson(text: string, path: (string | number)[], value: unknown, inserts = false): string {
  const start = text.trim() === '' ? '{}\n' : text;
  const options = { ...formatting(start), ...(inserts ? { isArrayInsertion: true } : {}) };
  return applyEdits(start, modify(start, path, value, options));
}

/** Removes one of several elements of a list; the others keep their bytes. */
export function removeElement(text: string, path: (string | number)[], index: number): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const items = (tree && findNodeAtLocation(tree, path)?.children) ?? [];
  const [before, item, after] = [items[index - 1], items[index], items[index + 1]];
  if (!item) return text;
  const start = before ? before.offset + before.length : item.offset;
  const end = before || !after ? item.offset + item.length : after.offset;
  return text.slice(0, start) + text.slice(end);
}

export const jsonComparison = (name: () => string): Comparison => ({
  isSame: (before, after) => isDeepStrictEqual(withoutEmpty(before), withoutEmpty(after)),
  isEmpty: (text) => Object.keys(parseJson(text, name())).length === 0,
});

/** A group of which nothing is left is removed with our entry, but may have been empty before. */
function withoutEmpty(text: string): unknown {
  const value = parseJson(text, 'The file');
  return Object.fromEntries(
    Object.entries(value).filter(([, group]) => !isObject(group) || Object.keys(group).length > 0),
  );
}

/**
 * Matches the file's indentation. An irregularly formatted file is only added to: nothing next to our entry is
 * reformatted.
 */
function formatting(text: string): ModificationOptions {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const tabs = indent.startsWith('\t');
  const options = {
    insertSpaces: !tabs,
    tabSize: tabs ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  const regular = applyEdits(text, format(text, undefined, options)).trim() === text.trim();
  return regular ? { formattingOptions: options } : {};
}
