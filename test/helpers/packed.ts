// The package as users get it: packed by npm, unpacked elsewhere, with the native module that is compiled here.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineName } from '../../src/store/sqlite/connect.ts';
import { ROOT } from './scratch.ts';

let tarball: string | null = null;

/** Packs once a run. */
function pack(): string {
  if (tarball) return tarball;
  const folder = mkdtempSync(join(tmpdir(), 'c-mem-pack-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT, stdio: 'ignore' });
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) as string);
  return tarball;
}

/**
 * Installs into `<prefix>/node_modules/c-mem` without a network; answers that folder. A Node without SQLite finds the native
 * module beside it, unless `alone`.
 */
export function installPacked(prefix: string, { alone = false } = {}): string {
  const folder = join(prefix, 'node_modules', 'c-mem');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', pack(), '-C', folder, '--strip-components=1']);
  if (alone || engineName() === 'node:sqlite') return folder;
  const native = join('better-sqlite3', 'build', 'Release', 'better_sqlite3.node');
  for (const part of [join('better-sqlite3', 'package.json'), native]) {
    cpSync(join(ROOT, 'node_modules', part), join(prefix, 'node_modules', part), { recursive: true });
  }
  return folder;
}
