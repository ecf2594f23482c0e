// Edits Claude Code's settings.json: two keys are ours, everything else belongs to the user and is preserved, including
// comments and whitespace.
import { isObject } from '../../domain/json.ts';
import { copyOf, jsonComparison, parseJson, readConfig, restoreConfig, setJson, writeConfig } from '../config-file.ts';

const PLUGIN = 'c-mem@c-mem';
export const MARKETPLACE = 'c-mem';
const NAME = "Claude Code's settings.json";

/** The text with our plugin enabled, running from this folder. */
export function withPlugin(text: string, folder: string): string {
  const source = { source: { source: 'directory', path: folder } };
  return set(set(text, ['extraKnownMarketplaces', MARKETPLACE], source), ['enabledPlugins', PLUGIN], true);
}

/** The text without our plugin and our status line. A group that contained only our entry is removed too. */
export function withoutPlugin(text: string): string {
  let rest = hasStatusLine(text) ? set(text, ['statusLine'], undefined) : text;
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

/** A status line that only runs ours would be an error without it. */
export function hasStatusLine(text: string): boolean {
  const line = read(text)['statusLine'];
  return (
    isObject(line) &&
    typeof line['command'] === 'string' &&
    /(?:^|[\\/])c-mem(?:\.\w+)?['"]? statusline\s*$/.test(line['command'])
  );
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

/** Everything in it; throws if it cannot be read. */
export const readSettings = (text: string) => read(text);

/** Whether Claude Code itself can read it: it accepts no comments and no trailing commas. */
export function isPlainJson(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return text.trim() === '';
  }
}

export const readSettingsFile = readConfig;
export const writeWithPlugin = writeConfig;

/** Restores the file as it was before our first change, byte for byte if nobody else has changed it since. */
export function writeWithoutPlugin(file: string, text: string): void {
  restoreConfig(
    file,
    text,
    jsonComparison(() => NAME),
  );
}

export { copyOf };

function set(text: string, path: string[], value: unknown): string {
  read(text);
  return setJson(text, path, value);
}

const read = (text: string) => parseJson(text, NAME);
