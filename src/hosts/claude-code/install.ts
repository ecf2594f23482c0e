// Installs and uninstalls the Claude Code plugin: plans the changes first, and keeps a copy of the settings.
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makePrivateFolder, type Paths } from '../../config/paths.ts';
import type { InstallPlan, Package } from '../integration.ts';
import { planProgram } from '../program-copy.ts';
import { installedPlugins, removeRecords } from './installed-plugins.ts';
import {
  copyOf,
  hasStatusLine,
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

export function planInstall(host: HostPlace, paths: Paths, ours: Package): InstallPlan {
  const program = planProgram(paths, ours);
  const before = readSettingsFile(host.settings);
  const [installed] = installedPlugins(host.folder, before);
  if (installed?.fromMarketplace)
    return {
      ...program,
      files: [],
      unreadableByHost: !isPlainJson(before),
      todo: [],
      note: `Claude Code already runs C-Mem from a marketplace; \`claude plugin update ${installed.id}\` updates it`,
    };
  const change = { file: host.settings, before, after: withPlugin(before, program.folder), what: 'two entries' };
  return {
    ...program,
    files: pluginFolder(before) === program.folder ? [] : [change],
    unreadableByHost: !isPlainJson(before),
    todo: [],
  };
}

export function install(plan: InstallPlan, host: HostPlace): { copies: string[] } {
  const copies: string[] = [];
  for (const { file, after } of plan.files) {
    makePrivateFolder(host.folder);
    const { copy } = writeWithPlugin(file, after);
    if (copy) copies.push(copy);
  }
  return { copies };
}

/** Removes our plugin and what the client keeps about it. Returns what was removed or, with `dryRun`, what would be. */
export function uninstall(host: HostPlace, dryRun = false): string[] {
  const gone: string[] = [];
  const before = readSettingsFile(host.settings);
  const after = withoutPlugin(before);
  if (after !== before) {
    if (existsSync(copyOf(host.settings))) gone.push(`the saved copy of the old settings, ${copyOf(host.settings)}`);
    if (hasStatusLine(before)) gone.push(`the status line of C-Mem in ${host.settings}`);
    gone.unshift(`our two entries in ${host.settings}`);
    if (!dryRun) writeWithoutPlugin(host.settings, after);
  }
  for (const path of tracesIn(host.folder, host.cache)) {
    if (!existsSync(path)) continue;
    if (!dryRun) rmSync(path, { recursive: true, force: true });
    gone.push(path);
  }
  gone.push(...removeRecords(host.folder, MARKETPLACE, dryRun));
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
