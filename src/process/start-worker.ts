// Starts the worker in the background. The worker takes a lock, so starting it twice is harmless.
import { existsSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workerEnvironment } from '../config/environment.ts';
import type { Paths } from '../config/paths.ts';
import { isOlder } from '../config/version.ts';
import { liveWorker, removeWorkerInfo, type WorkerInfo } from './worker-file.ts';

/** Many hooks may find the worker missing at the same time; one attempt per interval is enough. */
const RETRY_MS = 2000;

/** Without this flag, the young generation keeps 48 MB after a burst, too much for an idle worker. */
const WORKER_FLAGS = ['--max-semi-space-size=8'];

/** The worker's bundle, which is beside all others. */
export function findWorkerScript(bundleFolder: string): string | null {
  const script = join(bundleFolder, 'worker.cjs');
  return existsSync(script) ? script : null;
}

/** Starts the worker unless one is running that is not older than `ours`. For hooks, so fast and silent. */
export function ensureWorker(
  paths: Paths,
  bundleFolder: string,
  now: number,
  ours?: string,
): 'running' | 'started' | 'waiting' | 'missing' {
  const running = liveWorker(paths.workerInfo);
  const replaced = running && ours ? replaceIfOlder(paths, running, ours) : false;
  if (running && !replaced) return 'running';
  const last = statSync(paths.workerAttempt, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // A recent attempt may be the one that started the worker which has just been stopped: nobody else would start the next.
  if (!replaced && now - last >= 0 && now - last < RETRY_MS) return 'waiting';
  const script = findWorkerScript(bundleFolder);
  if (!script) return 'missing';
  markAttempt(paths.workerAttempt, now);
  spawnWorker(script, paths.home);
  return 'started';
}

/** After an upgrade, stops a worker of the old version. */
export function replaceOlderWorker(paths: Paths, ours: string): void {
  const running = liveWorker(paths.workerInfo);
  if (running) replaceIfOlder(paths, running, ours);
}

function replaceIfOlder(paths: Paths, running: WorkerInfo, ours: string): boolean {
  if (!isOlder(running.version, ours)) return false;
  process.kill(running.pid, 'SIGTERM');
  // It releases the lock on shutdown, and the new worker waits for that.
  removeWorkerInfo(paths.workerInfo);
  return true;
}

export function spawnWorker(script: string, home: string): void {
  // Loaded lazily: hooks that find a worker running must not pay for it.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, [...WORKER_FLAGS, script], {
    cwd: home,
    env: workerEnvironment(home),
    detached: true,
    stdio: 'ignore',
  });
  child.on('error', () => undefined);
  child.unref();
}

function markAttempt(file: string, now: number): void {
  try {
    utimesSync(file, now / 1000, now / 1000);
  } catch {
    writeFileSync(file, '', { mode: 0o600 });
  }
}
