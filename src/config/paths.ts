// Where everything of ours lies on disk.
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

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
  backups: string;
  /** How far the ledger had come when the worker last looked: tells a store that lost its newest part. */
  highWater: string;
  /** The secret of this install, for everything that asks over HTTP. */
  token: string;
  /** The TCP port that the running worker listens on. */
  port: string;
  socket: string;
}

export function resolvePaths(env: NodeJS.ProcessEnv = process.env): Paths {
  const home = resolve(env['C_MEM_HOME'] || join(env['HOME'] || homedir(), '.c-mem'));
  return {
    home,
    database: join(home, 'c-mem.db'),
    spool: join(home, 'spool'),
    quarantine: join(home, 'quarantine'),
    logs: join(home, 'logs'),
    workerLog: join(home, 'logs', 'worker.log'),
    workerLock: join(home, 'worker.lock'),
    workerInfo: join(home, 'worker.json'),
    workerAttempt: join(home, 'worker.attempt'),
    activity: join(home, 'activity.json'),
    compiled: join(home, 'compiled'),
    settings: join(home, 'settings.json'),
    importLock: join(home, 'import.lock'),
    backups: join(home, 'backups'),
    highWater: join(home, 'high-water.json'),
    token: join(home, 'token'),
    port: join(home, 'port'),
    socket: join(home, 'c-mem.sock'),
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
