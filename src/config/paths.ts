// Where everything of ours lies on disk.
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { userFolder } from './environment.ts';

export interface Paths {
  /** The data folder: ~/.c-mem, or C_MEM_HOME. */
  home: string;
  database: string;
  spool: string;
  quarantine: string;
  logs: string;
  workerLog: string;
  /** Held locked by the running worker for as long as it lives. */
  workerLock: string;
  /** Tells who the running worker is. Gone when it has ended in good order. */
  workerInfo: string;
  /** Its mtime is the last time a hook tried to start the worker. */
  workerAttempt: string;
  activity: string;
  /** What V8 made of the answering half of the hook. */
  compiled: string;
  settings: string;
  /** Held while an import runs: one at a time. */
  importLock: string;
  /** Held while an export writes to a file: two would write into each other's. */
  exportLock: string;
  backups: string;
  /** How far the ledger had come when the worker last looked: tells a store that lost its newest part. */
  highWater: string;
  /** The secret of this install, for everything that asks over HTTP. */
  token: string;
  /** The TCP port that the running worker listens on. */
  port: string;
  socket: string;
  /** There while capture is paused. */
  paused: string;
  /** When capture was paused before: what happened then is not read from a transcript later. */
  pauses: string;
  /** Folders in which nothing is captured, one per line, for hooks. */
  excluded: string;
  /** What became of the event that `doctor` sent. */
  probe: string;
}

function dataFolder(env: NodeJS.ProcessEnv): string {
  return resolve(env['C_MEM_HOME'] || join(userFolder(env), '.c-mem'));
}

/** What hooks need before anything else. */
export function compiledFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(dataFolder(env), 'compiled');
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
    excluded: at('excluded'),
    probe: at('probe.json'),
  };
}

/** Makes a private folder of ours. A missing HOME is not made up: it belongs to somebody else. */
export function makePrivateFolder(folder: string, env: NodeJS.ProcessEnv = process.env): void {
  if (existsSync(folder)) return;
  const home = env['HOME'];
  if (!env['C_MEM_HOME'] && home && !existsSync(home)) {
    throw Object.assign(new Error('the home folder is missing'), { code: 'ENOENT' });
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}
