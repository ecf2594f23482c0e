// Whether Claude Code runs our hooks: its settings as it reads them, and the program they point to.
import { accessSync, constants, existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../config/environment.ts';
import type { Paths } from '../../config/paths.ts';
import type { CMemError } from '../../domain/errors.ts';
import { type Finding, fault, ok, stop, warning } from '../../domain/finding.ts';
import { configFolder } from './environment.ts';
import { hostPlace } from './install.ts';
import { isPlainJson, pluginFolder, readSettingsFile } from './settings-file.ts';

/** Without these, nothing is captured. */
const FOR_CAPTURE = [
  'plugin/hooks/hooks.json',
  'plugin/scripts/spool.sh',
  'plugin/scripts/node.sh',
  'plugin/dist/hook.cjs',
  'plugin/dist/capture.cjs',
  '.claude-plugin/marketplace.json',
];
/** Without these, events wait in the spool or the agent cannot search. */
const FOR_THE_REST = [
  'plugin/dist/worker.cjs',
  'plugin/dist/mcp.cjs',
  'plugin/dist/mcp-server.cjs',
  'plugin/scripts/c-mem-mcp',
];

/** The folder from which Claude Code runs our plugin; null if it is not installed or its settings cannot be read. */
export function installedFolder(): string | null {
  try {
    return pluginFolder(readSettingsFile(hostPlace(configFolder(), cacheFolder()).settings));
  } catch {
    return null;
  }
}

export function check(paths: Paths): Finding {
  const host = hostPlace(configFolder(), cacheFolder());
  let text: string;
  let folder: string | null;
  try {
    text = readSettingsFile(host.settings);
    folder = pluginFolder(text);
  } catch (error) {
    const { message, fix } = error as CMemError;
    return stop('plugin', message, fix);
  }
  if (!folder) return stop('plugin', `The plugin is not enabled in ${host.settings}`, 'Run `c-mem install`.');
  if (!isPlainJson(text))
    return stop(
      'plugin',
      `Claude Code cannot read ${host.settings} (it allows no comments and no trailing commas)`,
      'Remove the comments and trailing commas from that file.',
    );
  const missing = (parts: string[]) => parts.filter((part) => !existsSync(join(folder, part)));
  if (missing(FOR_CAPTURE).length > 0)
    return stop(
      'plugin',
      existsSync(folder)
        ? `${missing(FOR_CAPTURE).join(', ')} missing from ${folder}`
        : `The program is no longer in ${folder}`,
      'Run `c-mem install` from the current location of c-mem, then `c-mem import claude-code` to import what was missed.',
    );
  if (missing(FOR_THE_REST).length > 0)
    return fault(
      'plugin',
      `${missing(FOR_THE_REST).join(', ')} missing from ${folder}`,
      'Reinstall c-mem, then run `c-mem install`.',
    );
  if (process.platform !== 'win32' && !isExecutable(join(folder, 'plugin', 'scripts', 'c-mem-mcp')))
    return warning(
      'plugin',
      'The MCP server is not executable, so the agent cannot search memories',
      `Run \`chmod +x ${join(folder, 'plugin', 'scripts', 'c-mem-mcp')}\`.`,
    );
  const link = join(paths.home, 'bin', 'node');
  const dangling = !existsSync(link) && isThere(link);
  if (dangling) return fault('plugin', `The Node that hooks use is gone (${link})`, 'Run `c-mem install`.');
  return ok('plugin', `enabled, runs from ${folder}`);
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
