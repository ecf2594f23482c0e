// How to make `c-mem` a command, if it is not one yet: after npx, from a checkout, or from a marketplace.
import { delimiter, sep } from 'node:path';
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

function lineFor(shell: string, place: string): string {
  if (shell === 'fish') return `fish_add_path "${place}"`;
  const file = shell === 'zsh' ? '~/.zshrc' : shell === 'bash' ? '~/.bashrc' : '~/.profile';
  return `echo 'export PATH="${place}:$PATH"' >> ${file}`;
}
