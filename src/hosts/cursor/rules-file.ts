// The rules file that Cursor puts before the model in every conversation of a project, for projects whose user wants it. It
// holds notes, not instructions, and git does not see it.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writeAtomic } from '../../config/atomic-file.ts';
import type { Paths } from '../../config/paths.ts';

const FILE = join('.cursor', 'rules', 'c-mem-context.mdc');
const IGNORED = '/.cursor/rules/c-mem-context.mdc';

export const rulesFile = (folder: string) => join(folder, FILE);

/** The projects that have a rules file. */
export function projectsWithRules(paths: Paths): string[] {
  return existsSync(paths.cursorRules) ? readFileSync(paths.cursorRules, 'utf8').split('\n').filter(Boolean) : [];
}

export function addRules(paths: Paths, folder: string): void {
  save(paths, [...new Set([...projectsWithRules(paths), folder])]);
  editExclude(folder, (text) => (text.includes(IGNORED) ? text : `${text.replace(/(?<=[^\n])$/, '\n')}${IGNORED}\n`));
}

/** Returns what was removed or, with `dryRun`, what would be. */
export function removeRules(paths: Paths, folder: string, dryRun = false): string[] {
  const gone = existsSync(rulesFile(folder)) ? [rulesFile(folder)] : [];
  if (dryRun) return gone;
  rmSync(rulesFile(folder), { force: true });
  for (const empty of [dirname(rulesFile(folder)), join(folder, '.cursor')])
    if (existsSync(empty) && readdirSync(empty).length === 0) rmdirSync(empty);
  editExclude(folder, (text) => text.replace(`${IGNORED}\n`, ''));
  save(
    paths,
    projectsWithRules(paths).filter((one) => one !== folder),
  );
  return gone;
}

export function removeAllRules(paths: Paths, dryRun = false): string[] {
  return projectsWithRules(paths).flatMap((folder) => removeRules(paths, folder, dryRun));
}

/** Writes the context if it has changed; a project whose folder is gone is left alone. */
export function writeRules(folder: string, context: string): boolean {
  const text = [
    '---',
    'description: Notes from earlier sessions in this project',
    'alwaysApply: true',
    '---',
    '',
    context.trim(),
    '',
  ].join('\n');
  const file = rulesFile(folder);
  if (!existsSync(folder) || (existsSync(file) && readFileSync(file, 'utf8') === text)) return false;
  mkdirSync(dirname(file), { recursive: true });
  writeAtomic(file, text);
  return true;
}

function save(paths: Paths, folders: string[]): void {
  if (folders.length === 0) rmSync(paths.cursorRules, { force: true });
  else writeAtomic(paths.cursorRules, `${folders.join('\n')}\n`);
}

/** Git's own list of files that this clone ignores; other people's files stay as they are. */
function editExclude(folder: string, edit: (text: string) => string): void {
  const file = excludeFile(folder);
  if (!file) return;
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const text = edit(before);
  if (text === before) return;
  mkdirSync(dirname(file), { recursive: true });
  writeAtomic(file, text);
}

/** In a worktree, `.git` is a file that names the folder. */
function excludeFile(folder: string): string | null {
  const git = join(folder, '.git');
  if (!existsSync(git)) return null;
  try {
    const named = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8'))?.[1];
    const own = named ? resolve(folder, named.trim()) : git;
    const common = join(own, 'commondir');
    return join(existsSync(common) ? resolve(own, readFileSync(common, 'utf8').trim()) : own, 'info', 'exclude');
  } catch {
    return join(git, 'info', 'exclude');
  }
}
