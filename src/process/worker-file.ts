// Describes the running worker in a small file, for hooks, which must not load SQLite to find out.
import { readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { writeJsonAtomic } from '../config/atomic-file.ts';
import { isObject, number, text } from '../domain/json.ts';

export interface WorkerInfo {
  pid: number;
  version: string;
  startedAt: number;
  /** When the kernel started the process, if known: detects a reused process ID. */
  born: string | null;
  /** The inode of the database file it writes to; null if it did not report one. */
  database: number | null;
}

export function writeWorkerInfo(file: string, version: string, now: number, database: number | null): void {
  const info: WorkerInfo = { pid: process.pid, version, startedAt: now, born: bornAt(process.pid), database };
  writeJsonAtomic(file, info);
}

export function removeWorkerInfo(file: string): void {
  rmSync(file, { force: true });
}

/**
 * The running worker touches its file regularly. Without a start time to compare, an older file means a dead process.
 */
const FRESH_MS = 60_000;

export function touchWorkerInfo(file: string, now: number): void {
  utimesSync(file, now / 1000, now / 1000);
}

/** The worker described in the file, if that exact process is alive. */
export function liveWorker(file: string): WorkerInfo | null {
  const info = readWorkerInfo(file);
  if (!info || !isAlive(info.pid)) return null;
  if (info.born !== null) return info.born === bornAt(info.pid) ? info : null;
  return Math.abs(Date.now() - statSync(file).mtimeMs) < FRESH_MS ? info : null;
}

function readWorkerInfo(file: string): WorkerInfo | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isObject(value)) return null;
    const pid = number(value, 'pid');
    if (!pid || pid < 1) return null;
    return {
      pid,
      version: text(value, 'version') ?? '',
      startedAt: number(value, 'startedAt') ?? 0,
      born: text(value, 'born'),
      database: number(value, 'database'),
    };
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The start time of a process in kernel ticks, on Linux. A zombie no longer runs, so it has none. */
function bornAt(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
    return fields?.[0] === 'Z' ? 'ended' : (fields?.[19] ?? null);
  } catch {
    return null;
  }
}
