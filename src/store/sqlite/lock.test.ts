// The worker's lock.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundleScript } from '../../../test/helpers/bundle.ts';
import { acquireLock, isLocked } from './lock.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'c-mem-lock-'));
  file = join(folder, 'worker.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the lock', () => {
  it('has one holder, and reports whether it is held', () => {
    expect(isLocked(file)).toBe(false);
    const lock = acquireLock(file, 0);
    expect(lock?.isStillOurs()).toBe(true);
    expect(isLocked(file)).toBe(true);
    expect(acquireLock(file, 50)).toBeNull();
    lock?.release();
    expect(isLocked(file)).toBe(false);
    acquireLock(file, 0)?.release();
  });

  it('is free immediately when its holder is killed, and leaves nothing to repair', async () => {
    const holder = await startHolder();
    expect(isLocked(file)).toBe(true);
    expect(acquireLock(file, 0)).toBeNull();
    await kill(holder);
    expect(isLocked(file)).toBe(false);
    const lock = acquireLock(file, 0);
    expect(lock).not.toBeNull();
    lock?.release();
  });

  it('notices if the folder was replaced while it is held', () => {
    const lock = acquireLock(file, 0);
    renameSync(file, `${file}.old`);
    expect(lock?.isStillOurs()).toBe(false);
    const next = acquireLock(file, 0);
    expect(next?.isStillOurs()).toBe(true);
    expect(lock?.isStillOurs()).toBe(false);
    next?.release();
    lock?.release();
  });
});

async function startHolder(): Promise<ChildProcess> {
  const script = bundleScript(
    folder,
    `
    import { acquireLock } from 'SRC/store/sqlite/lock.ts';
    console.log(acquireLock(process.argv[2]!, 0) ? 'held' : 'not held');
    setInterval(() => {}, 1000);
  `,
  );
  const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((done) => child.stdout?.once('data', done));
  return child;
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('exit', () => done());
    child.kill('SIGKILL');
  });
}
