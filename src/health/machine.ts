// The machine and the data folder: Node, SQLite, the shell, permissions, disk space.

import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onPath } from '../config/on-path.ts';
import type { Paths } from '../config/paths.ts';
import type { LoadedSettings } from '../config/settings.ts';
import { isOlder, version } from '../config/version.ts';
import type { CMemError } from '../domain/errors.ts';
import { type Finding, fault, ok, stop, warning } from '../domain/finding.ts';
import { checkEngine } from '../store/index.ts';
import { grouped } from '../text/plural.ts';

const OLDEST_NODE = '20.19.0';
const LEAST_FREE_MB = 200;

export function checkNode(): Finding {
  const current = process.versions.node;
  return isOlder(current, OLDEST_NODE)
    ? fault('node', `Node ${current} is too old`, `Install Node ${OLDEST_NODE} or later, then run \`c-mem install\`.`)
    : ok('node', `Node ${current}, c-mem ${version}`);
}

export function checkSqlite(): Finding {
  try {
    const { name, version } = checkEngine();
    return ok('sqlite', `SQLite ${version}, ${name === 'node:sqlite' ? 'built into Node' : 'native module'} (${name})`);
  } catch (error) {
    const { code, message, fix } = error as CMemError;
    return { ...fault('sqlite', message, fix), code };
  }
}

export function checkSettings({ problems }: LoadedSettings): Finding[] {
  if (problems.length === 0) return [ok('settings', 'all settings are valid')];
  return problems.map(({ code, message, fix }) => ({ ...warning('settings', message, fix), code }));
}

export function checkShell(): Finding {
  if (process.platform === 'win32') return ok('shell', 'not needed here');
  const missing = ['sh', 'awk', 'node'].filter((name) => !onPath(name));
  return missing.length === 0
    ? ok('shell', 'sh, awk and node are on the PATH')
    : warning(
        'shell',
        `Not on the PATH: ${missing.join(', ')}. Hooks are slower, or events are only read from the transcript`,
        `Install ${missing.join(' and ')}.`,
      );
}

export function checkFolder(paths: Paths): Finding {
  if (!existsSync(paths.home)) {
    const parent = dirname(paths.home);
    return isWritable(parent)
      ? ok('data folder', `${paths.home} will be created by the first session`)
      : stop('data folder', `${paths.home} cannot be created: ${parent} is not writable`, ownership(parent));
  }
  for (const folder of [paths.home, paths.spool]) {
    if (existsSync(folder) && !isWritable(folder))
      return stop('data folder', `${folder} is not writable, so nothing can be captured`, ownership(paths.home));
  }
  const open = [paths.home, paths.database, paths.spool].filter(
    (path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0,
  );
  return open.length === 0 || process.platform === 'win32'
    ? ok('data folder', `${paths.home} is private to you`)
    : warning('data folder', `Other users can read ${open.join(', ')}`, `Run \`chmod -R go= ${paths.home}\`.`);
}

/** Also false for root on a read-only file system. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const ownership = (folder: string) =>
  `Fix ownership: \`chown -R "$USER" ${folder}; chmod u+rwx ${folder}\`. If the file system is read-only, move the folder with C_MEM_HOME.`;

export function checkDisk(paths: Paths): Finding {
  const folder = existsSync(paths.home) ? paths.home : join(paths.home, '..');
  let free: number;
  try {
    const { bavail, bsize } = statfsSync(folder);
    free = Math.floor((bavail * bsize) / 1024 / 1024);
  } catch {
    return ok('disk', 'free space unknown');
  }
  if (free < 1)
    return stop(
      'disk',
      'The disk is full',
      'Free some disk space; until then, events are only recovered from the transcript.',
    );
  return free < LEAST_FREE_MB
    ? fault('disk', `Only ${free} MB of disk space left`, 'Free some disk space; until then, events wait in the spool.')
    : ok('disk', `${grouped(free)} MB free`);
}
