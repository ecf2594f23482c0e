// Claude Code's settings.json: two keys of ours in a file that belongs to somebody else. Everything else in it stays as
// it is, down to comments and blanks.
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { applyEdits, type FormattingOptions, modify, type ParseError, parse } from 'jsonc-parser';
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

/** In one step, with the old file's mode; a copy of the old one beside it. */
export function writeSettingsFile(file: string, text: string): { copy: string | null } {
  const before = existsSync(file) ? readFileSync(file) : null;
  const copy = before ? `${file}.before-c-mem` : null;
  // The first copy is the one from before we came; it is not written over.
  if (before && copy && !existsSync(copy)) writeFileSync(copy, before, { mode: 0o600 });
  if (text.trim() === '' || text.trim() === '{}') {
    rmSync(file, { force: true });
    return { copy };
  }
  const mode = before ? statSync(file).mode & 0o777 : 0o600;
  writeFileSync(`${file}.c-mem-part`, text, { mode });
  renameSync(`${file}.c-mem-part`, file);
  return { copy };
}

function set(text: string, path: string[], value: unknown): string {
  read(text);
  const start = text.trim() === '' ? '{}\n' : text;
  return applyEdits(start, modify(start, path, value, { formattingOptions: formatting(start) }));
}

/** As the file is indented. */
function formatting(text: string): FormattingOptions {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.startsWith('\t') ? 1 : indent.length, eol };
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
