// Changes settings.json in the data folder: atomically, and never over an unreadable file. Also updates the list of
// excluded folders for hooks, and since when they are.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CMemError } from '../domain/errors.ts';
import { writeAtomic } from './atomic-file.ts';
import { writeExcluded } from './excluded.ts';
import { followExclusions } from './exclusions.ts';
import { lastGood, loadSettings } from './settings.ts';

export function changeSettings(file: string, edit: (stored: Record<string, unknown>) => Record<string, unknown>): void {
  const unreadable = loadSettings(file, {}).problems.find((problem) => problem.code === 'SETTINGS_UNREADABLE');
  if (unreadable) throw unreadable;
  let stored: Record<string, unknown> = {};
  try {
    stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch {
    // not there yet
  }
  const text = `${JSON.stringify(edit(stored), null, 2)}\n`;
  try {
    writeAtomic(file, text);
    // A key that was removed must not stay behind in the copy.
    writeAtomic(lastGood(file), text);
    updateExcluded(file);
  } catch (error) {
    throw new CMemError('SETTINGS_UNWRITABLE', `${file} cannot be written (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
      fix: `Check that ${dirname(file)} is writable and has free space.`,
    });
  }
}

/** Changes with every change of the file, which is replaced, not written over. */
export function settingsVersion(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino}:${found.mtimeMs}:${found.size}` : '';
}

/** Updates the list of excluded folders from the settings as they are now, whoever else is changing them. */
export function updateExcluded(file: string, load: typeof loadSettings = loadSettings): void {
  for (let tries = 0; tries < 10; tries += 1) {
    const version = settingsVersion(file);
    const isCurrent = () => settingsVersion(file) === version;
    const at = (name: string) => join(dirname(file), name);
    const globs = load(file).settings.excludeProjects;
    // First the span, then the flag: what happened until now stays out.
    followExclusions({ settings: file, exclusions: at('exclusions.json'), excluded: at('excluded') }, globs, isCurrent);
    writeExcluded(at('excluded'), globs, isCurrent);
    if (isCurrent()) return;
  }
}
