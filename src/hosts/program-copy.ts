// Where hosts run our program from: the package itself, or a copy in the data folder if the package may disappear.
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { renameSoon } from '../config/atomic-file.ts';
import { makePrivateFolder, type Paths } from '../config/paths.ts';
import { hooksFor, mcpFor } from './claude-code/hooks.ts';
import type { InstallPlan, Package } from './integration.ts';
import { writeLauncher } from './launcher.ts';

const PARTS = ['plugin', '.claude-plugin', 'package.json', 'LICENSE', 'README.md'];

/** Where the program will run from, and whether it must be copied there. */
export function planProgram(paths: Paths, ours: Package): Pick<InstallPlan, 'folder' | 'copies'> {
  const { root, version } = ours;
  const copies = needsCopy(ours);
  return { copies, folder: copies ? join(paths.home, 'runtime', version) : root };
}

/** Puts the program in its place, before any host points to it. */
export function installProgram(
  { folder, copies }: Pick<InstallPlan, 'folder' | 'copies'>,
  paths: Paths,
  ours: Package,
): void {
  const { platform, version } = ours;
  makePrivateFolder(paths.home);
  if (copies) copyRuntime(ours, folder);
  mkdirSync(join(paths.home, 'bin'), { recursive: true, mode: 0o700 });
  // Hooks try this Node first: the native module was built for it.
  if (platform !== 'win32') link(join(paths.home, 'bin', 'node'), process.execPath);
  link(linkedProgram(paths), folder);
  writeLauncher(paths, version, join(linkedProgram(paths), 'plugin', 'dist', 'c-mem.cjs'), platform);
}

/** Removes the program; memories stay. Returns what was removed or, with `dryRun`, what would be. */
export function uninstallProgram(paths: Paths, dryRun = false): string[] {
  const gone = ['runtime', 'bin', 'native', 'launcher']
    .map((name) => join(paths.home, name))
    .filter((path) => existsSync(path));
  if (!dryRun) for (const path of gone) rmSync(path, { recursive: true, force: true });
  return gone;
}

/**
 * A path to our program that stays the same from version to version: some hosts ask the user again whenever a hook's
 * command changes.
 */
export function linkedProgram(paths: Paths): string {
  return join(paths.home, 'bin', 'program');
}

/** npx and a host's plugin manager may clean up at any time; on Windows the hooks are different. */
function needsCopy(ours: Package): boolean {
  return ours.platform === 'win32' || ours.root.split(sep).includes('_npx') || !isPackage(ours);
}

/** Else it is the plugin alone, as a marketplace delivers it. */
const isPackage = ({ root, plugin }: Package) =>
  plugin === join(root, 'plugin') && existsSync(join(root, 'package.json'));

/** Copies the package, and nothing else, to a permanent place. */
function copyRuntime(ours: Package, target: string): void {
  const { root, plugin, platform } = ours;
  const part = `${target}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true, mode: 0o700 });
  if (isPackage(ours)) {
    for (const name of PARTS)
      if (existsSync(join(root, name))) cpSync(join(root, name), join(part, name), { recursive: true });
  } else cpSync(plugin, join(part, 'plugin'), { recursive: true });
  if (platform === 'win32') {
    writeFileSync(join(part, 'plugin', 'hooks', 'hooks.json'), JSON.stringify(hooksFor(platform), null, 2));
    writeFileSync(join(part, 'plugin', '.mcp.json'), JSON.stringify(mcpFor(platform), null, 2));
  }
  rmSync(target, { recursive: true, force: true });
  renameSoon(part, target);
}

function link(path: string, target: string): void {
  try {
    unlinkSync(path);
  } catch {
    // no link yet
  }
  // Windows lets everyone link folders in this way only.
  symlinkSync(target, path, 'junction');
}
