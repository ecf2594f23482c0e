// Whether Claude Code runs our hooks: its settings as it reads them, and the program they point to.
import { accessSync, constants, existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../config/environment.ts';
import type { Paths } from '../../config/paths.ts';
import type { CMemError } from '../../domain/errors.ts';
import { type Finding, fault, ok, stop, warning } from '../../domain/finding.ts';
import { configFolder } from './environment.ts';
import { hostPlace } from './install.ts';
import { type InstalledPlugin, installedPlugins } from './installed-plugins.ts';
import { isPlainJson, readSettingsFile } from './settings-file.ts';

/** Without these, nothing is captured. */
const FOR_CAPTURE = ['hooks/hooks.json', 'scripts/spool.sh', 'scripts/node.sh', 'dist/hook.cjs', 'dist/capture.cjs'];
/** Without these, events wait in the spool or the agent cannot search. */
const FOR_THE_REST = ['dist/worker.cjs', 'dist/mcp.cjs', 'dist/mcp-server.cjs', 'scripts/c-mem-mcp'];

/** The folder of our plugin as Claude Code runs it; null if it is not installed or the settings cannot be read. */
export function installedFolder(): string | null {
  const { folder, settings } = hostPlace(configFolder(), cacheFolder());
  try {
    return installedPlugins(folder, readSettingsFile(settings))[0]?.folder ?? null;
  } catch {
    return null;
  }
}

export function check(paths: Paths): Finding {
  const host = hostPlace(configFolder(), cacheFolder());
  let text: string;
  let plugins: InstalledPlugin[];
  try {
    text = readSettingsFile(host.settings);
    plugins = installedPlugins(host.folder, text);
  } catch (error) {
    const { message, fix } = error as CMemError;
    return stop('plugin', message, fix);
  }
  const [plugin, second] = plugins;
  if (!plugin) return stop('plugin', `The plugin is not enabled in ${host.settings}`, 'Run `c-mem install`.');
  const { folder, fromMarketplace } = plugin;
  const reinstall = fromMarketplace
    ? `Run \`claude plugin uninstall ${plugin.id}\` and \`claude plugin install ${plugin.id}\``
    : 'Run `c-mem install` from the current location of c-mem';
  if (!isPlainJson(text))
    return stop(
      'plugin',
      `Claude Code cannot read ${host.settings} (it allows no comments and no trailing commas)`,
      'Remove the comments and trailing commas from that file.',
    );
  const missing = (parts: string[]) => parts.filter((part) => !existsSync(join(folder, part)));
  const isListed = fromMarketplace || existsSync(join(folder, '..', '.claude-plugin', 'marketplace.json'));
  if (missing(FOR_CAPTURE).length > 0 || !isListed)
    return stop(
      'plugin',
      existsSync(folder)
        ? `${[...missing(FOR_CAPTURE), ...(isListed ? [] : ['marketplace.json'])].join(', ')} missing from ${folder}`
        : `The program is no longer in ${folder}`,
      `${reinstall}, then \`c-mem import claude-code\` to import what was missed.`,
    );
  if (missing(FOR_THE_REST).length > 0)
    return fault(
      'plugin',
      `${missing(FOR_THE_REST).join(', ')} missing from ${folder}`,
      fromMarketplace ? `${reinstall}.` : 'Reinstall c-mem, then run `c-mem install`.',
    );
  if (process.platform !== 'win32' && !isExecutable(join(folder, 'scripts', 'c-mem-mcp')))
    return warning(
      'plugin',
      'The MCP server is not executable, so the agent cannot search memories',
      `Run \`chmod +x ${join(folder, 'scripts', 'c-mem-mcp')}\`.`,
    );
  const link = join(paths.home, 'bin', 'node');
  const dangling = !existsSync(link) && isThere(link);
  if (dangling) return fault('plugin', `The Node that hooks use is gone (${link})`, 'Run `c-mem install`.');
  if (second)
    return warning(
      'plugin',
      `C-Mem is installed twice in Claude Code, as ${plugin.id} and ${second.id}; each event is kept once`,
      `Remove one of them: \`claude plugin uninstall ${second.id}\`.`,
    );
  return ok('plugin', `enabled, runs from ${folder}${fromMarketplace ? `, installed as ${plugin.id}` : ''}`);
}

/** True for a broken link too. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
