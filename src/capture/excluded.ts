// Whether a folder is one in which nothing is captured: by glob, and for a folder that is named literally, all below it.
import picomatch from 'picomatch';
import { expandHome, literalFolder } from '../config/excluded.ts';

export function createExcluder(globs: readonly string[]): (folder: string) => boolean {
  if (globs.length === 0) return () => false;
  const matches = picomatch(globs.map(expandHome), { dot: true });
  const literal = globs.map(literalFolder).filter((folder) => folder !== null);
  return (folder) => matches(folder) || literal.some((one) => folder === one || folder.startsWith(`${one}/`));
}
