// The `c-mem` command in the data folder: however C-Mem was installed, there is one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '../config/atomic-file.ts';
import { makePrivateFolder, type Paths } from '../config/paths.ts';
import { isOlder } from '../config/version.ts';

/** A folder of its own: `bin` has a Node that must not come before the user's own. */
export const launcherFolder = ({ home }: Paths) => join(home, 'launcher');

/** Writes it, unless it runs a program of the same or a newer version that is still there. */
export function ensureLauncher(
  paths: Paths,
  version: string,
  program: string,
  platform: string = process.platform,
): void {
  const file = join(launcherFolder(paths), platform === 'win32' ? 'c-mem.cmd' : 'c-mem');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [, known = '', target = ''] = /c-mem (\S+) in "(.*)"/.exec(before) ?? [];
  if (target !== '' && existsSync(target) && !isOlder(known, version)) return;
  writeLauncher(paths, version, program, platform);
}

export function writeLauncher(
  paths: Paths,
  version: string,
  program: string,
  platform: string = process.platform,
): void {
  const about = `Runs c-mem ${version} in "${program}". Written by C-Mem.`;
  const file = join(launcherFolder(paths), platform === 'win32' ? 'c-mem.cmd' : 'c-mem');
  makePrivateFolder(launcherFolder(paths));
  if (platform === 'win32') {
    const lines = [
      `@rem ${about}`,
      `@if not exist "${program}" (echo ${GONE} 1>&2 & exit /b 1)`,
      `@node "${program}" %*`,
    ];
    writeAtomic(file, `${lines.join('\r\n')}\r\n`);
  } else {
    const node = shellWord(join(paths.home, 'bin', 'node'));
    const lines = ['#!/bin/sh', `# ${about}`, `node=${node}`, '[ -x "$node" ] || node=node'];
    lines.push(`[ -f ${shellWord(program)} ] || { echo ${shellWord(GONE)} >&2; exit 1; }`);
    writeAtomic(file, `${[...lines, `exec "$node" ${shellWord(program)} "$@"`].join('\n')}\n`, 0o700);
  }
}

/** A checkout that was moved or deleted: Node would print a stack. */
const GONE =
  'c-mem: the folder that C-Mem was installed from is gone or incomplete. Move it back, or run `node plugin/dist/c-mem.cjs install` in its new place.';

const shellWord = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
