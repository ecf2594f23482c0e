// Installs and uninstalls the Claude Code plugin: plans the changes first, and keeps a copy of the settings.
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makePrivateFolder, type Paths } from '../../config/paths.ts';
import type { InstallPlan } from '../integration.ts';
import { copyRuntime, linkNode, needsCopy, runtimeFolder } from '../program-copy.ts';
import {
  copyOf,
  isPlainJson,
  MARKETPLACE,
  pluginFolder,
  readSettingsFile,
  withoutPlugin,
  withPlugin,
  writeWithoutPlugin,
  writeWithPlugin,
} from './settings-file.ts';

export interface HostPlace {
  /** Claude Code's folder: ~/.claude, or CLAUDE_CONFIG_DIR. */
  folder: string;
  settings: string;
  /** Where it keeps MCP server logs. */
  cache: string;
}

export function hostPlace(folder: string, cache: string): HostPlace {
  return { folder, settings: join(folder, 'settings.json'), cache: join(cache, 'claude-cli-nodejs') };
}

export function planInstall(
  host: HostPlace,
  paths: Paths,
  packageRoot: string,
  version: string,
  platform: string,
): InstallPlan {
  const copies = needsCopy(packageRoot, platform);
  const folder = copies ? runtimeFolder(paths, version) : packageRoot;
  const before = readSettingsFile(host.settings);
  const after = withPlugin(before, folder);
  return {
    folder,
    copies,
    settings: pluginFolder(before) === folder ? null : { file: host.settings, before, after },
    unreadableByHost: !isPlainJson(before),
  };
}

export function install(
  plan: InstallPlan,
  host: HostPlace,
  paths: Paths,
  packageRoot: string,
  platform: string,
): { copy: string | null } {
  makePrivateFolder(paths.home);
  if (plan.copies) copyRuntime(packageRoot, plan.folder, platform);
  if (platform !== 'win32') linkNode(paths, process.execPath);
  if (!plan.settings) return { copy: null };
  makePrivateFolder(host.folder);
  return writeWithPlugin(plan.settings.file, plan.settings.after);
}

/** Removes everything but the data. Returns what was removed or, with `dryRun`, what would be. */
export function uninstall(host: HostPlace, paths: Paths, dryRun = false): string[] {
  const gone: string[] = [];
  const before = readSettingsFile(host.settings);
  const after = withoutPlugin(before);
  if (after !== before) {
    if (existsSync(copyOf(host.settings))) gone.push(`the saved copy of the old settings, ${copyOf(host.settings)}`);
    gone.unshift(`our two entries in ${host.settings}`);
    if (!dryRun) writeWithoutPlugin(host.settings, after);
  }
  for (const path of [...tracesIn(host.folder, host.cache), join(paths.home, 'runtime'), join(paths.home, 'bin')]) {
    if (!existsSync(path)) continue;
    if (!dryRun) rmSync(path, { recursive: true, force: true });
    gone.push(path);
  }
  if (dryRun) return gone;
  // An empty folder was created by us or is not needed.
  for (const folder of [join(host.folder, 'plugins', 'cache'), join(host.folder, 'plugins', 'store'), host.folder]) {
    if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
  }
  return gone;
}

/** What Claude Code itself keeps about a plugin: copies, data, and logs of its MCP server. */
function tracesIn(folder: string, cache: string): string[] {
  const plugins = join(folder, 'plugins');
  const below = (parent: string) => (existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name)) : []);
  return [
    ...['cache', 'marketplaces'].map((kind) => join(plugins, kind, MARKETPLACE)),
    join(plugins, 'data', 'c-mem-c-mem'),
    ...below(join(plugins, 'store')).filter((path) => basename(path).startsWith(`${MARKETPLACE}-`)),
    ...below(cache).map((project) => join(project, 'mcp-logs-plugin-c-mem-c-mem')),
  ];
}
