// Starts and stops the worker, and waits until it has happened.
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePrivateFolder, type Paths } from '../config/paths.ts';
import { CMemError } from '../domain/errors.ts';
import { workerState } from '../health/index.ts';
import { findWorkerScript, spawnWorker } from '../process/start-worker.ts';
import { checkEngine } from '../store/index.ts';

const START_WAIT_MS = 10_000;
const STOP_WAIT_MS = 15_000;
/** A worker that was started so long ago runs, or never will. */
const STARTING_MS = 2000;

export async function startWorker(paths: Paths): Promise<string> {
  if (workerState(paths).running) return 'The worker is already running.';
  const script = findWorkerScript(__dirname);
  if (!script)
    throw new CMemError('WORKER_NOT_STARTED', "The worker's program file is missing", {
      fix: 'Reinstall c-mem (in a checkout: `npm run build`).',
    });
  checkEngine();
  makePrivateFolder(paths.home);
  spawnWorker(script, paths.home);
  for (const end = Date.now() + START_WAIT_MS; Date.now() < end; await sleep(25)) {
    if (workerState(paths).running) return 'Started the worker.';
  }
  throw new CMemError('WORKER_NOT_STARTED', 'The worker did not start');
}

export async function stopWorker(paths: Paths): Promise<string> {
  let { pid } = workerState(paths);
  // A hook may have started one a moment ago, which has not said yet that it runs.
  for (const end = lastAttempt(paths) + STARTING_MS; pid === null && Date.now() < end; await sleep(25))
    pid = workerState(paths).pid;
  if (pid === null) return 'The worker is not running.';
  process.kill(pid, 'SIGTERM');
  for (const end = Date.now() + STOP_WAIT_MS; Date.now() < end; await sleep(25)) {
    if (!isAlive(pid)) return 'Stopped the worker.';
  }
  throw new CMemError('WORKER_NOT_STOPPED', `The worker (process ${pid}) did not stop`);
}

function lastAttempt({ workerAttempt }: Paths): number {
  return statSync(workerAttempt, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
