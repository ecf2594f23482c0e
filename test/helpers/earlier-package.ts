// The package of an earlier version, built from its commit in this repository.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './scratch.ts';

/** Schema 6, programs in `dist/`, and better-sqlite3 as a dependency. */
const COMMIT = 'b2c7e1fe7ba36347a7672f2a53d77b7637adfd7d';
export const EARLIER_VERSION = '0.0.9';

/** A shallow clone does not have it. */
export const hasEarlierCommit =
  spawnSync('git', ['cat-file', '-e', `${COMMIT}^{commit}`], { cwd: ROOT, stdio: 'ignore' }).status === 0;

/** Returns a folder with what the package contained. */
export function buildEarlierPackage(): string {
  const source = mkdtempSync(join(tmpdir(), 'c-mem-earlier-'));
  const archive = execFileSync('git', ['archive', COMMIT], { cwd: ROOT, maxBuffer: 256 * 1024 * 1024 });
  execFileSync('tar', ['-xf', '-', '-C', source], { input: archive });
  const file = join(source, 'package.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version: EARLIER_VERSION }));
  symlinkSync(join(ROOT, 'node_modules'), join(source, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: source, stdio: 'pipe' });
  const { files } = JSON.parse(readFileSync(file, 'utf8')) as { files: string[] };
  const folder = `${source}-package`;
  mkdirSync(folder);
  for (const part of ['package.json', ...files]) cpSync(join(source, part), join(folder, part), { recursive: true });
  rmSync(source, { recursive: true, force: true });
  return folder;
}
