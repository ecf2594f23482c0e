// The excluded projects as hooks check them: literal folders, one per line. Other globs are left to ingestion, which
// supports every form and drops such events before the ledger.
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { writeAtomic } from './atomic-file.ts';
import { userFolder } from './environment.ts';

/** The folder that a glob names literally (`/a/b`, `~/b`, `/a/b/**`); null for other globs. */
export function literalFolder(glob: string): string | null {
  const spelled = expandHome(glob).replace(/\/(?:\*\*(?:\/\*)?)?$/, '');
  if (!/^(?:\/|[A-Za-z]:[\\/])/.test(spelled) || /[\r\n]/.test(spelled)) return null;
  if (/^[A-Za-z]:/.test(spelled)) return /[*?[\]{}]/.test(spelled) ? null : spelled;
  // An escaped character stands for itself.
  return /[*?[\]{}()!]/.test(spelled.replace(/\\./g, '')) ? null : spelled.replace(/\\(.)/g, '$1');
}

export function expandHome(glob: string): string {
  return /^~(?=\/|$)/.test(glob) ? `${userFolder()}${glob.slice(1)}` : glob;
}

/**
 * Updates the file from the setting. `isCurrent` is asked right before: a list that is out of date by then would hide a
 * folder that the user has just included.
 */
export function writeExcluded(file: string, globs: readonly string[], isCurrent: () => boolean = () => true): void {
  const folders = globs.map(literalFolder).filter((folder) => folder !== null);
  const text = [...new Set(folders.flatMap((folder) => [folder, real(folder)]))]
    .map((folder) => `${folder}\n`)
    .join('');
  if (text === readExcluded(file) || !isCurrent()) return;
  if (text === '') return rmSync(file, { force: true });
  writeAtomic(file, text);
}

/** Whether one of these folders is excluded or inside an excluded one. */
export function isExcludedHere(file: string, here: readonly (string | undefined)[]): boolean {
  const folders = readExcluded(file).split('\n').filter(Boolean);
  return folders.some((folder) => here.some((place) => place !== undefined && `${place}/`.startsWith(`${folder}/`)));
}

function readExcluded(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
