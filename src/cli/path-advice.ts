// How to make `c-mem` a command, if it is not one yet: after npx, from a checkout, or from a marketplace.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { searchPath, shellName, userFolder } from '../config/environment.ts';
import { onPath } from '../config/on-path.ts';
import type { Paths } from '../config/paths.ts';
import { launcherFolder } from '../hosts/index.ts';

/** Empty if there is nothing to do. */
export function pathAdvice(paths: Paths, platform: string = process.platform): string[] {
  // npx puts its own folder on the path, for as long as it runs.
  const lasting = searchPath()
    .split(delimiter)
    .filter((folder) => !folder.split(sep).includes('_npx') && !folder.includes(`node_modules${sep}.bin`));
  if (onPath(platform === 'win32' ? 'c-mem.cmd' : 'c-mem', lasting)) return [];
  const folder = launcherFolder(paths);
  if (platform === 'win32') return [`To use the \`c-mem\` command, add ${folder} to your PATH.`];
  const home = userFolder();
  const place = folder.startsWith(`${home}/`) ? `$HOME${folder.slice(home.length)}` : folder;
  return ['To use the `c-mem` command, run this once and open a new terminal:', `  ${lineFor(shellName(), place)}`];
}

/** The user's files that still add the launcher's folder to the PATH, after it is gone. */
export function pathLines(paths: Paths): string[] {
  const home = userFolder();
  const folder = launcherFolder(paths);
  const place = folder.startsWith(`${home}/`) ? `$HOME${folder.slice(home.length)}` : folder;
  return ['.bashrc', '.zshrc', '.profile', '.bash_profile']
    .map((name) => join(home, name))
    .filter((file) => {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      return text.includes(place) || text.includes(folder);
    });
}

function lineFor(shell: string, place: string): string {
  if (shell === 'fish') return `fish_add_path "${place}"`;
  const file = shell === 'zsh' ? '~/.zshrc' : shell === 'bash' ? '~/.bashrc' : '~/.profile';
  return `echo 'export PATH="${place}:$PATH"' >> ${file}`;
}
