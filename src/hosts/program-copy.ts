// Where hosts run our program from: the package itself, or a copy in the data folder if the package may disappear.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { Paths } from '../config/paths.ts';
import { hooksFor, mcpFor } from './claude-code/hooks.ts';

const PARTS = ['dist', 'plugin', '.claude-plugin', 'package.json', 'LICENSE', 'README.md'];

/** npx may clean its package cache at any time; on Windows the hooks are different. */
export function needsCopy(packageRoot: string, platform: string): boolean {
  return platform === 'win32' || packageRoot.split(sep).includes('_npx');
}

export function runtimeFolder(paths: Paths, version: string): string {
  return join(paths.home, 'runtime', version);
}

/** Copies the package and SQLite's native module, and nothing else, to a permanent place. */
export function copyRuntime(packageRoot: string, target: string, platform: string): void {
  const part = `${target}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true, mode: 0o700 });
  for (const name of PARTS) {
    if (existsSync(join(packageRoot, name))) cpSync(join(packageRoot, name), join(part, name), { recursive: true });
  }
  const sqlite = dirname(createRequire(join(packageRoot, 'package.json')).resolve('better-sqlite3/package.json'));
  const native = join('build', 'Release', 'better_sqlite3.node');
  const there = join(part, 'node_modules', 'better-sqlite3');
  mkdirSync(join(there, 'build', 'Release'), { recursive: true });
  copyFileSync(join(sqlite, 'package.json'), join(there, 'package.json'));
  copyFileSync(join(sqlite, native), join(there, native));
  if (platform === 'win32') {
    writeFileSync(join(part, 'plugin', 'hooks', 'hooks.json'), JSON.stringify(hooksFor(platform), null, 2));
    writeFileSync(join(part, 'plugin', '.mcp.json'), JSON.stringify(mcpFor(platform), null, 2));
  }
  rmSync(target, { recursive: true, force: true });
  renameSync(part, target);
}

/** Hooks try this Node first: the native module was built for it. */
export function linkNode(paths: Paths, node: string): void {
  const folder = join(paths.home, 'bin');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const link = join(folder, 'node');
  try {
    unlinkSync(link);
  } catch {
    // no link yet
  }
  symlinkSync(node, link);
}
