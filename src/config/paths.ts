// Where all our files are on disk.
import { existsSync, mkdirSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { CMemError } from '../domain/errors.ts';
import { userFolder } from './environment.ts';

export interface Paths {
  /** The data folder: ~/.c-mem, or C_MEM_HOME. */
  home: string;
  database: string;
  spool: string;
  quarantine: string;
  logs: string;
  workerLog: string;
  /** Locked by the running worker for as long as it lives. */
  workerLock: string;
  /** Describes the running worker. Removed when it stops normally. */
  workerInfo: string;
  /** Its mtime is the last time a hook tried to start the worker. */
  workerAttempt: string;
  activity: string;
  /** V8's compiled code of the hook. */
  compiled: string;
  settings: string;
  /** Locked while an import runs: one at a time. */
  importLock: string;
  /** Locked while an export writes to a file: two would write to the same one. */
  exportLock: string;
  backups: string;
  /** How far the ledger had come when the worker last looked: reveals a database that lost its newest part. */
  highWater: string;
  /** The secret that gives access to the HTTP API of this data folder. */
  token: string;
  /** The TCP port on which the running worker listens. */
  port: string;
  socket: string;
  /** Exists while capture is paused. */
  paused: string;
  /** Past pauses: what happened in them is not read from a transcript later. */
  pauses: string;
  /** Since when projects are excluded, and until when others were. */
  exclusions: string;
  /** Folders in which nothing is captured, one per line, for hooks. */
  excluded: string;
  /** The projects with a rules file for Cursor, one per line. */
  cursorRules: string;
  /** Until when searches do not ask the embeddings endpoint, because it failed. */
  embeddingsDown: string;
  /** How to reach the team's server, with the password of this machine. */
  team: string;
  /** The result of the test event that `doctor` sent. */
  probe: string;
}

function dataFolder(env: NodeJS.ProcessEnv): string {
  return resolve(env['C_MEM_HOME'] || join(userFolder(env), '.c-mem'));
}

/** For commands: hooks stay silent, and would look for a relative folder in every project. */
export function checkDataFolder(env: NodeJS.ProcessEnv = process.env): void {
  const given = env['C_MEM_HOME'];
  if (given && !isAbsolute(given))
    throw new CMemError('SETTING_INVALID', `C_MEM_HOME is "${given}", which is not an absolute path`, {
      fix: `Use an absolute path, such as ${resolve(given)}.`,
    });
}

/** What hooks need before anything else. */
export function compiledFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(dataFolder(env), 'compiled');
}

/** SQLite's native module, on a Node without SQLite of its own. */
export function nativeFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(dataFolder(env), 'native');
}

export function resolvePaths(env: NodeJS.ProcessEnv = process.env): Paths {
  const home = dataFolder(env);
  const at = (...names: string[]) => join(home, ...names);
  return {
    home,
    database: at('c-mem.db'),
    spool: at('spool'),
    quarantine: at('quarantine'),
    logs: at('logs'),
    workerLog: at('logs', 'worker.log'),
    workerLock: at('worker.lock'),
    workerInfo: at('worker.json'),
    workerAttempt: at('worker.attempt'),
    activity: at('activity.json'),
    compiled: compiledFolder(env),
    settings: at('settings.json'),
    importLock: at('import.lock'),
    exportLock: at('export.lock'),
    backups: at('backups'),
    highWater: at('high-water.json'),
    token: at('token'),
    port: at('port'),
    socket: at('c-mem.sock'),
    paused: at('paused'),
    pauses: at('pauses.json'),
    exclusions: at('exclusions.json'),
    excluded: at('excluded'),
    cursorRules: at('cursor-rules'),
    embeddingsDown: at('embeddings-down.json'),
    team: at('team.json'),
    probe: at('probe.json'),
  };
}

/** Creates a private folder. A missing HOME is not created: it is not ours. */
export function makePrivateFolder(folder: string, env: NodeJS.ProcessEnv = process.env): void {
  if (existsSync(folder)) return;
  const home = env['HOME'];
  if (!env['C_MEM_HOME'] && home && !existsSync(home)) {
    throw Object.assign(new Error('the home folder is missing'), { code: 'ENOENT' });
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}
