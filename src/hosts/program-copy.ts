// Where hosts run our program from: the package itself, or a copy in the data folder if the package may disappear.
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { makePrivateFolder, type Paths } from '../config/paths.ts';
import { hooksFor, mcpFor } from './claude-code/hooks.ts';
import type { InstallPlan, Package } from './integration.ts';

const PARTS = ['plugin', '.claude-plugin', 'package.json', 'LICENSE', 'README.md'];

/** Where the program will run from, and whether it must be copied there. */
export function planProgram(
  paths: Paths,
  { root, version, platform }: Package,
): Pick<InstallPlan, 'folder' | 'copies'> {
  const copies = needsCopy(root, platform);
  return { copies, folder: copies ? join(paths.home, 'runtime', version) : root };
}

/** Puts the program in its place, before any host points to it. */
export function installProgram(
  { folder, copies }: Pick<InstallPlan, 'folder' | 'copies'>,
  paths: Paths,
  { root, platform }: Package,
): void {
  makePrivateFolder(paths.home);
  if (copies) copyRuntime(root, folder, platform);
  mkdirSync(join(paths.home, 'bin'), { recursive: true, mode: 0o700 });
  // Hooks try this Node first: the native module was built for it.
  if (platform !== 'win32') link(join(paths.home, 'bin', 'node'), process.execPath);
  link(linkedProgram(paths), folder);
}

/** Removes the program; memories stay. Returns what was removed or, with `dryRun`, what would be. */
export function uninstallProgram(paths: Paths, dryRun = false): string[] {
  const gone = ['runtime', 'bin', 'native'].map((name) => join(paths.home, name)).filter((path) => existsSync(path));
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

/** npx may clean its package cache at any time; on Windows the hooks are different. */
function needsCopy(packageRoot: string, platform: string): boolean {
  return platform === 'win32' || packageRoot.split(sep).includes('_npx');
}

/** Copies the package, and nothing else, to a permanent place. */
function copyRuntime(packageRoot: string, target: string, platform: string): void {
  const part = `${target}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true, mode: 0o700 });
  for (const name of PARTS) {
    if (existsSync(join(packageRoot, name))) cpSync(join(packageRoot, name), join(part, name), { recursive: true });
  }
  if (platform === 'win32') {
    writeFileSync(join(part, 'plugin', 'hooks', 'hooks.json'), JSON.stringify(hooksFor(platform), null, 2));
    writeFileSync(join(part, 'plugin', '.mcp.json'), JSON.stringify(mcpFor(platform), null, 2));
  }
  rmSync(target, { recursive: true, force: true });
  renameSync(part, target);
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
