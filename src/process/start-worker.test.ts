// Which worker a hook finds, starts or replaces.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { waitFor } from '../../test/helpers/scratch.ts';
import { type Paths, resolvePaths } from '../config/paths.ts';
import { ensureWorker } from './start-worker.ts';
import { writeWorkerInfo } from './worker-file.ts';

let folder: string;
let paths: Paths;
let old: ChildProcess;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'c-mem-start-'));
  paths = resolvePaths({ C_MEM_HOME: folder });
  // Says that it was started, and ends.
  writeFileSync(
    join(folder, 'worker.cjs'),
    `require('node:fs').appendFileSync(${JSON.stringify(`${folder}/started`)}, 'x')`,
  );
  old = spawn('sleep', ['60']);
});
afterEach(() => {
  old.kill();
  rmSync(folder, { recursive: true, force: true });
});

const startedTimes = () =>
  existsSync(join(folder, 'started')) ? readFileSync(join(folder, 'started'), 'utf8').length : 0;

/** As if the process were a worker of this version that a hook has just started. */
function pretendRunning(version: string): void {
  writeWorkerInfo(paths.workerInfo, version, Date.now(), null);
  const info = JSON.parse(readFileSync(paths.workerInfo, 'utf8')) as object;
  const born = readFileSync(`/proc/${old.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
  writeFileSync(paths.workerInfo, JSON.stringify({ ...info, pid: old.pid, born }));
  writeFileSync(paths.workerAttempt, '');
}

// Whether a process is the one it claims to be is known by its start time only there.
it.runIf(process.platform === 'linux')(
  'replaces an older worker even if that one was started a moment ago',
  async () => {
    pretendRunning('0.0.1');
    expect(ensureWorker(paths, folder, Date.now())).toBe('running');
    expect(ensureWorker(paths, folder, Date.now(), '0.0.1')).toBe('running');
    expect(ensureWorker(paths, folder, Date.now(), '0.0.2')).toBe('started');
    await waitFor(() => old.signalCode === 'SIGTERM' && startedTimes() === 1, 'the new one');
  },
);

it('is tried once by many hooks that find none', async () => {
  const found = [1, 2, 3].map(() => ensureWorker(paths, folder, Date.now()));
  expect(found).toEqual(['started', 'waiting', 'waiting']);
  await waitFor(() => startedTimes() === 1, 'the worker');
  expect(ensureWorker(paths, folder, Date.now() + 3000)).toBe('started');
  expect(ensureWorker(paths, join(folder, 'elsewhere'), Date.now() + 9000)).toBe('missing');
});
