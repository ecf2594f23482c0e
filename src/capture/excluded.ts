// Decides whether a folder is excluded from capture: by glob; a literal folder includes everything below it.
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

/** The folder of a project, from its key. */
export const folderOf = (key: string) => (key.endsWith('/.git') ? dirname(key) : key);

/** Adds a folder to the excluded ones, or removes it. */
export function excludeFolder(settingsFile: string, folder: string, excluded: boolean): void {
  // A path may contain characters that are special in globs.
  const glob = folder.replace(/[\\*?[\]{}()!@+|]/g, '\\$&');
  const own = [glob, `${glob}/**`];
  changeSettings(settingsFile, (stored) => {
    const before = (Array.isArray(stored['excludeProjects']) ? stored['excludeProjects'] : []) as string[];
    const others = before.filter((each) => !own.includes(each) && literalFolder(each) !== folder);
    return { ...stored, excludeProjects: excluded ? [...others, ...own] : others };
  });
}
