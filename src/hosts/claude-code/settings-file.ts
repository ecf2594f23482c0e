// Claude Code's settings.json: two keys of ours in a file that belongs to somebody else. Everything else in it stays as
// it is, down to comments and blanks.
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { applyEdits, format, type ModificationOptions, modify, type ParseError, parse } from 'jsonc-parser';
import { CMemError } from '../../domain/errors.ts';
import { isObject } from '../../domain/json.ts';

export const PLUGIN = 'c-mem@c-mem';
export const MARKETPLACE = 'c-mem';

/** The text with our plugin enabled, from this folder. */
export function withPlugin(text: string, folder: string): string {
  const source = { source: { source: 'directory', path: folder } };
  return set(set(text, ['extraKnownMarketplaces', MARKETPLACE], source), ['enabledPlugins', PLUGIN], true);
}

/** The text without us; a group that only we were in goes, too. */
export function withoutPlugin(text: string): string {
  let rest = text;
  for (const [group, key] of [
    ['enabledPlugins', PLUGIN],
    ['extraKnownMarketplaces', MARKETPLACE],
  ] as const) {
    const entries = read(rest)[group];
    if (!isObject(entries) || !(key in entries)) continue;
    rest = set(rest, Object.keys(entries).length === 1 ? [group] : [group, key], undefined);
  }
  return rest;
}

/** The folder from which our plugin runs, where it is enabled. */
export function pluginFolder(text: string): string | null {
  const settings = read(text);
  const [enabled, markets] = [settings['enabledPlugins'], settings['extraKnownMarketplaces']];
  if (!isObject(enabled) || enabled[PLUGIN] !== true || !isObject(markets)) return null;
  const market = markets[MARKETPLACE];
  const source = isObject(market) ? market['source'] : null;
  return isObject(source) && typeof source['path'] === 'string' ? source['path'] : null;
}

/** Whether Claude Code itself can read it: it knows no comments and no trailing commas. */
export function isPlainJson(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return text.trim() === '';
  }
}

export function readSettingsFile(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** In one step, with the old file's mode; a copy of the file from before we came is kept beside it. */
export function writeWithPlugin(file: string, text: string): { copy: string | null } {
  const copy = existsSync(file) ? copyOf(file) : null;
  if (copy && !existsSync(copy)) writeFileSync(copy, readFileSync(file), { mode: 0o600 });
  replace(file, text);
  return { copy };
}

/** Back to what was there before we came, byte for byte where nobody else has changed it since. */
export function writeWithoutPlugin(file: string, text: string): void {
  const copy = copyOf(file);
  const before = existsSync(copy) ? readFileSync(copy, 'utf8') : null;
  if (before !== null && isDeepStrictEqual(read(before), read(text))) replace(file, before);
  else if (before === null && Object.keys(read(text)).length === 0) rmSync(file, { force: true });
  else replace(file, text);
  rmSync(copy, { force: true });
}

export const copyOf = (file: string) => `${file}.before-c-mem`;

function replace(file: string, text: string): void {
  const mode = existsSync(file) ? statSync(file).mode & 0o777 : 0o600;
  writeFileSync(`${file}.c-mem-part`, text, { mode });
  renameSync(`${file}.c-mem-part`, file);
}

function set(text: string, path: string[], value: unknown): string {
  read(text);
  const start = text.trim() === '' ? '{}\n' : text;
  return applyEdits(start, modify(start, path, value, formatting(start)));
}

/** As the file is indented. One that follows no rule is only added to: what stands beside our entry is not moved. */
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

function read(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isObject(value as never)) {
    throw new CMemError('HOST_SETTINGS_UNREADABLE', "Claude Code's settings.json cannot be read, and was not touched");
  }
  return value as Record<string, unknown>;
}
