// Gets SQLite's native module for a Node without SQLite of its own, from npm, into the data folder.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { renameSoon } from '../config/atomic-file.ts';
import { environment, searchPath } from '../config/environment.ts';
import { nativeFolder } from '../config/paths.ts';
import { CMemError } from '../domain/errors.ts';
import { checkEngine, installedNativeModule, NATIVE_VERSION, nativeModule } from '../store/index.ts';

export type NativePlan = 'nothing' | 'copy' | 'download';

/** What has to be done for this Node. A program that is copied elsewhere takes the module along. */
export function planNativeModule(copies: boolean): NativePlan {
  try {
    const { name } = checkEngine();
    return name === 'better-sqlite3' && copies && nativeModule() !== installedNativeModule() ? 'copy' : 'nothing';
  } catch {
    return 'download';
  }
}

export const describeNativeModule = (plan: NativePlan): string[] =>
  plan === 'download'
    ? [
        `download SQLite (better-sqlite3 ${NATIVE_VERSION}) from npm, because Node ${process.version} does not include it`,
      ]
    : [];

export function installNativeModule(plan: NativePlan): void {
  if (plan === 'copy') return put(nativeModule());
  if (plan === 'nothing') return;
  mkdirSync(nativeFolder(), { recursive: true, mode: 0o700 });
  const scratch = mkdtempSync(join(nativeFolder(), 'download-'));
  try {
    put(download(scratch));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Runs npm in a folder of its own. The package has a prebuilt module for most machines, and compiles it on others. */
function download(scratch: string): string {
  const name = 'better-sqlite3';
  const wanted = { private: true, dependencies: { [name]: NATIVE_VERSION }, allowScripts: { [name]: true } };
  writeFileSync(join(scratch, 'package.json'), JSON.stringify(wanted));
  const { npm_execpath: npm, ...env } = environment();
  // npm must run with this Node: the module fits only one ABI.
  const path = `${dirname(process.execPath)}${delimiter}${searchPath()}`;
  const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', '--global=false'];
  const options = { cwd: scratch, env: { ...env, PATH: path }, encoding: 'utf8' as const };
  const ran = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (ran.status === 0) return join(scratch, 'node_modules', name, 'build', 'Release', 'better_sqlite3.node');
  const said = (ran.error?.message ?? `${ran.stderr}`).trim().split('\n').slice(-3).join('\n');
  throw new CMemError(
    'NATIVE_MODULE_MISSING',
    `SQLite for Node ${process.version} could not be downloaded:\n${said}\n`,
    {
      fix: 'Check the network, or install a C++ compiler, and run `c-mem install` again; or use Node 22.16 or later, which includes SQLite.',
    },
  );
}

function put(file: string): void {
  mkdirSync(nativeFolder(), { recursive: true, mode: 0o700 });
  const target = installedNativeModule();
  copyFileSync(file, `${target}.part`);
  renameSoon(`${target}.part`, target);
}
