// Which copies of our plugin Claude Code runs: from the folder that `c-mem install` named, or installed by its own `/plugin`
// from a marketplace. It keeps its records in `plugins/installed_plugins.json` and `plugins/known_marketplaces.json`.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '../../config/atomic-file.ts';
import { isObject, type JsonObject } from '../../domain/json.ts';
import { readSettings } from './settings-file.ts';

export interface InstalledPlugin {
  /** Such as c-mem@c-mem: the plugin and its marketplace. */
  id: string;
  /** The plugin's folder. */
  folder: string;
  /** From a marketplace; else from the folder that the settings name. */
  fromMarketplace: boolean;
}

/** The enabled copies; `settings` is the text of the host's settings. */
export function installedPlugins(hostFolder: string, settings: string): InstalledPlugin[] {
  const { enabledPlugins: enabled, extraKnownMarketplaces: markets } = readSettings(settings);
  if (!isObject(enabled)) return [];
  const records = recordsIn(hostFolder, 'installed_plugins.json')['plugins'];
  return Object.entries(enabled)
    .filter(([id, isOn]) => isOurs(id) && isOn === true)
    .flatMap(([id]): InstalledPlugin[] => {
      const market = isObject(markets) ? markets[id.slice(id.indexOf('@') + 1)] : null;
      const source = isObject(market) ? market['source'] : null;
      if (isObject(source) && source['source'] === 'directory' && typeof source['path'] === 'string')
        return [{ id, folder: join(source['path'], 'plugin'), fromMarketplace: false }];
      const copies = isObject(records) ? records[id] : null;
      const copy: unknown = Array.isArray(copies) ? copies.at(-1) : null;
      return isObject(copy) && typeof copy['installPath'] === 'string'
        ? [{ id, folder: copy['installPath'], fromMarketplace: true }]
        : [];
    });
}

const isOurs = (id: string) => id.startsWith('c-mem@');

/** Removes what the host has written down about our plugin. Returns the files that were or, with `dryRun`, would be changed. */
export function removeRecords(hostFolder: string, marketplace: string, dryRun: boolean): string[] {
  const changed: string[] = [];
  const edit = (name: string, change: (records: JsonObject) => JsonObject) => {
    const before = recordsIn(hostFolder, name);
    const after = change(before);
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    const file = join(hostFolder, 'plugins', name);
    changed.push(`the record of our plugin in ${file}`);
    if (dryRun) return;
    // Claude Code writes it again when it needs it.
    if (Object.values(after).every((value) => !isObject(value) || Object.keys(value).length === 0)) rmSync(file);
    else writeAtomic(file, `${JSON.stringify(after, null, 2)}\n`);
  };
  edit('installed_plugins.json', ({ plugins, ...rest }) => ({
    ...rest,
    ...(isObject(plugins) ? { plugins: without(plugins, isOurs) } : {}),
  }));
  edit('known_marketplaces.json', (records) => without(records, (name) => name === marketplace));
  return changed;
}

const without = (object: JsonObject, isGone: (key: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !isGone(key)));

/** Empty if the file is missing or cannot be read. */
function recordsIn(hostFolder: string, name: string): JsonObject {
  const file = join(hostFolder, 'plugins', name);
  if (!existsSync(file)) return {};
  try {
    const records: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isObject(records) ? records : {};
  } catch {
    return {};
  }
}
