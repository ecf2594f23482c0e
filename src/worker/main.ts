// Starts the worker: opens its log, takes the lock, opens or repairs the store, serves, and returns the exit code.

import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePrivateFolder, type Paths, resolvePaths } from '../config/paths.ts';
import { loadSettings } from '../config/settings.ts';
import { version } from '../config/version.ts';
import { errorName } from '../domain/errors.ts';
import { ensureLauncher } from '../hosts/index.ts';
import { findWorkerScript, spawnWorker } from '../process/start-worker.ts';
import { liveWorker, writeWorkerInfo } from '../process/worker-file.ts';
import { acquireLock, type Lock, openOrRepair, type Repair, type Store } from '../store/index.ts';
import { createEndSignal } from './end-signal.ts';
import { openLog, type WorkerLog } from './log.ts';
import { createOwnership, REPLACED } from './ownership.ts';
import { serve } from './serve.ts';

/** A worker that is ending gives the lock back within this time. */
const LOCK_WAIT_MS = 10_000;
/** 16 MB: a flood of events touches the same pages again and again. */
const WAL_PAGES = 4000;

/** Runs until it is asked to end or has been idle for long. */
export async function runWorker(foreground: boolean): Promise<number> {
  process.umask(0o077);
  const now = Date.now;
  const paths = resolvePaths();
  const loaded = loadSettings(paths.settings);
  const log = openWorkerLog(paths, foreground, loaded.settings.logLevel);
  let opened: Opened | null;
  try {
    opened = await open(paths, log, now());
  } catch (error) {
    log.error({ error: errorName(error), fix: (error as { fix?: string }).fix }, 'the worker cannot start');
    log.flush();
    return 1;
  }
  if (!opened) {
    log.info('another worker is running');
    return 0;
  }
  for (const { code, subject } of loaded.problems)
    log.warn({ error: code, setting: subject }, 'a setting is not usable');

  const inode = statSync(paths.database).ino;
  // Before anybody sees that it runs: a data folder that is deleted from then on is not made again.
  if (!foreground) keepLauncher(paths, log);
  writeWorkerInfo(paths.workerInfo, version, now(), inode);
  log.info({ version }, 'worker started');
  const end = createEndSignal();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => end.request(signal));
  const why = await serve({
    ...{ ...opened, paths, log, now, end },
    ownership: createOwnership(opened.lock, paths.database, inode),
  });
  log.info({ why }, 'worker ended');
  log.flush();
  // The next one repairs it, now and not with the next event.
  const script = why === REPLACED ? findWorkerScript(__dirname) : null;
  if (script && !foreground) spawnWorker(script, paths.home);
  return 0;
}

/** A plugin from a marketplace has no installer that could do this. */
function keepLauncher(paths: Paths, log: WorkerLog): void {
  try {
    ensureLauncher(paths, version, join(__dirname, 'c-mem.cjs'));
  } catch (error) {
    log.warn({ error: errorName(error) }, 'the command could not be written');
  }
}

interface Opened {
  lock: Lock;
  store: Store;
  repair: Repair | null;
}

/** The store and the lock that protects it; null if another worker holds the lock. */
async function open(paths: Paths, log: WorkerLog, now: number): Promise<Opened | null> {
  for (const folder of [paths.home, paths.spool]) makePrivateFolder(folder);
  makePrivate(paths.home, log);
  const lock = await waitForLock(paths);
  return lock && { lock, ...openOrRepair(paths, now, { walPages: WAL_PAGES }) };
}

/** If the log file cannot be written, the terminal that started us has to do. */
function openWorkerLog(paths: Paths, foreground: boolean, level: string): WorkerLog {
  if (foreground) return openLog(null, level);
  try {
    makePrivateFolder(paths.logs);
    return openLog(paths.workerLog, level);
  } catch {
    return openLog(null, level);
  }
}

/** Best effort: a mount without file modes must not keep us from working. */
function makePrivate(folder: string, log: WorkerLog): void {
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    log.warn({ error: errorName(error) }, 'the data folder cannot be made private');
  }
}

/** The lock, unless a running worker holds it; one that is ending has removed its worker file already. */
async function waitForLock(paths: Paths): Promise<Lock | null> {
  for (const end = Date.now() + LOCK_WAIT_MS; ; await sleep(100)) {
    const lock = acquireLock(paths.workerLock, 50);
    if (lock || Date.now() > end || liveWorker(paths.workerInfo)) return lock;
  }
}
