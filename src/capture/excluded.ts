// Whether a folder is one in which nothing is captured: by glob, and for a folder that is named literally, all below it.
import { dirname } from 'node:path';
import picomatch from 'picomatch';
import { expandHome, literalFolder } from '../config/excluded.ts';
import { changeSettings } from '../config/settings-file.ts';

export function createExcluder(globs: readonly string[]): (folder: string) => boolean {
  if (globs.length === 0) return () => false;
  const matches = picomatch(globs.map(expandHome), { dot: true });
  const literal = globs.map(literalFolder).filter((folder) => folder !== null);
  return (folder) => matches(folder) || literal.some((one) => folder === one || folder.startsWith(`${one}/`));
}

/** The folder of a project, by its key. */
export const folderOf = (key: string) => (key.endsWith('/.git') ? dirname(key) : key);

/** Puts a folder on the list of the excluded ones, or takes it off. */
export function excludeFolder(settingsFile: string, folder: string, excluded: boolean): void {
  // A path may hold what a glob takes for a pattern.
  const glob = folder.replace(/[\\*?[\]{}()!@+|]/g, '\\$&');
  const own = [glob, `${glob}/**`];
  changeSettings(settingsFile, (stored) => {
    const before = (Array.isArray(stored['excludeProjects']) ? stored['excludeProjects'] : []) as string[];
    const others = before.filter((each) => !own.includes(each) && literalFolder(each) !== folder);
    return { ...stored, excludeProjects: excluded ? [...others, ...own] : others };
  });
}
