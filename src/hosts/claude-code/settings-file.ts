// Edits Claude Code's settings.json: two keys are ours, everything else belongs to the user and is preserved, including
// comments and whitespace.
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { applyEdits, format, type ModificationOptions, modify, type ParseError, parse } from 'jsonc-parser';
import { CMemError } from '../../domain/errors.ts';
import { isObject } from '../../domain/json.ts';

export const PLUGIN = 'c-mem@c-mem';
export const MARKETPLACE = 'c-mem';

/** The text with our plugin enabled, running from this folder. */
export function withPlugin(text: string, folder: string): string {
  const source = { source: { source: 'directory', path: folder } };
  return set(set(text, ['extraKnownMarketplaces', MARKETPLACE], source), ['enabledPlugins', PLUGIN], true);
}

/** The text without our plugin. A group that contained only our entry is removed too. */
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

/** The folder from which our plugin runs, or null if it is not enabled. */
export function pluginFolder(text: string): string | null {
  const settings = read(text);
  const [enabled, markets] = [settings['enabledPlugins'], settings['extraKnownMarketplaces']];
  if (!isObject(enabled) || enabled[PLUGIN] !== true || !isObject(markets)) return null;
  const market = markets[MARKETPLACE];
  const source = isObject(market) ? market['source'] : null;
  return isObject(source) && typeof source['path'] === 'string' ? source['path'] : null;
}

/** Whether Claude Code itself can read it: it accepts no comments and no trailing commas. */
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

/**
 * Writes atomically, keeping the file's mode. The file as it was before our first change is kept as a copy next to it.
 */
export function writeWithPlugin(file: string, text: string): { copy: string | null } {
  const copy = existsSync(file) ? copyOf(file) : null;
  if (copy && !existsSync(copy)) writeFileSync(copy, readFileSync(file), { mode: 0o600 });
  replace(file, text);
  return { copy };
}

/** Restores the file as it was before our first change, byte for byte if nobody else has changed it since. */
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

function read(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isObject(value as never)) {
    throw new CMemError('HOST_SETTINGS_UNREADABLE', "Claude Code's settings.json cannot be read; it was not changed");
  }
  return value as Record<string, unknown>;
}
