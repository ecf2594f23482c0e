// Starts and stops the worker, and waits until it has happened.
import { setTimeout as sleep } from 'node:timers/promises';
import { makePrivateFolder, type Paths } from '../config/paths.ts';
import { CMemError } from '../domain/errors.ts';
import { workerState } from '../health/index.ts';
import { findWorkerScript, spawnWorker } from '../process/start-worker.ts';

const START_WAIT_MS = 10_000;
const STOP_WAIT_MS = 15_000;

export async function startWorker(paths: Paths): Promise<string> {
  if (workerState(paths).running) return 'The worker is already running.';
  const script = findWorkerScript(__dirname);
  if (!script)
    throw new CMemError('WORKER_NOT_STARTED', "The worker's program file is missing", {
      fix: 'Reinstall c-mem (in a checkout: `npm run build`).',
    });
  makePrivateFolder(paths.home);
  spawnWorker(script, paths.home);
  for (const end = Date.now() + START_WAIT_MS; Date.now() < end; await sleep(25)) {
    if (workerState(paths).running) return 'Started the worker.';
  }
  throw new CMemError('WORKER_NOT_STARTED', 'The worker did not start');
}

export async function stopWorker(paths: Paths): Promise<string> {
  const { pid } = workerState(paths);
  if (pid === null) return 'The worker is not running.';
  process.kill(pid, 'SIGTERM');
  for (const end = Date.now() + STOP_WAIT_MS; Date.now() < end; await sleep(25)) {
    if (!isAlive(pid)) return 'Stopped the worker.';
  }
  throw new CMemError('WORKER_NOT_STOPPED', `The worker (process ${pid}) did not stop`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
