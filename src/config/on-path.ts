// Whether a program is on the PATH.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { searchPath } from './environment.ts';

export function onPath(name: string, folders: string[] = searchPath().split(delimiter)): boolean {
  return folders.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}
