// Changes settings.json in the data folder: atomically, and never over an unreadable file. Also updates the list of
// excluded folders for hooks.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CMemError } from '../domain/errors.ts';
import { writeAtomic } from './atomic-file.ts';
import { writeExcluded } from './excluded.ts';
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
    writeExcluded(join(dirname(file), 'excluded'), loadSettings(file).settings.excludeProjects);
  } catch (error) {
    throw new CMemError('SETTINGS_UNWRITABLE', `${file} cannot be written (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
      fix: `Check that ${dirname(file)} is writable and has free space.`,
    });
  }
}
