// The worker: whether it runs, uses the current database file and responds at its port; and what is waiting for it.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import { isOlder, version } from '../config/version.ts';
import { type Finding, fault, ok, warning } from '../domain/finding.ts';
import { liveWorker } from '../process/worker-file.ts';
import { SPOOL_SUFFIX } from '../spool/format.ts';
import { isLocked } from '../store/index.ts';
import { count } from '../text/plural.ts';

const LONG_WAIT_MS = 10 * 60_000;
const ANSWER_MS = 1000;
const MOST_ANSWER = 1000;
const RESTART = 'Run `c-mem worker restart`.';

export interface WorkerState {
  running: boolean;
  pid: number | null;
  rssMb: number | null;
  startedAt: string | null;
  /** Its HTTP address. */
  url: string | null;
}

export function workerState(paths: Paths): WorkerState {
  const info = liveWorker(paths.workerInfo);
  if (!info || !holdsLock(paths)) return { running: false, pid: null, rssMb: null, startedAt: null, url: null };
  return {
    running: true,
    pid: info.pid,
    rssMb: residentMb(info.pid),
    startedAt: new Date(info.startedAt).toISOString(),
    url: portUrl(paths),
  };
}

/** Null if it is not listening (yet). */
function portUrl(paths: Paths): string | null {
  try {
    const port = Number(readFileSync(paths.port, 'utf8'));
    return Number.isInteger(port) && port > 0 ? `http://127.0.0.1:${port}` : null;
  } catch {
    return null;
  }
}

export function checkWorker(paths: Paths, waiting: number): Finding {
  const info = liveWorker(paths.workerInfo);
  if (!info)
    return waiting > 0
      ? fault(
          'worker',
          `The worker is not running and ${count(waiting, 'event')} ${waiting === 1 ? 'is' : 'are'} queued`,
          'Run `c-mem worker start`; if it does not start, read `c-mem worker logs`.',
        )
      : ok('worker', 'not running; it starts with the next session');
  const inode = statSync(paths.database, { throwIfNoEntry: false })?.ino ?? null;
  if (info.database !== null && inode !== info.database)
    return fault('worker', 'The worker writes to a database file that was deleted or replaced', RESTART);
  if (isOlder(info.version, version)) return warning('worker', `The worker is still version ${info.version}`, RESTART);
  return ok('worker', `running, process ${info.pid}`);
}

/** Whether the port file points to our worker: it must report the same process ID. */
export async function checkPort(paths: Paths): Promise<Finding> {
  const info = liveWorker(paths.workerInfo);
  const url = portUrl(paths);
  if (!info) return ok('address', 'the worker is not running');
  if (!url) return warning('address', 'The worker does not listen for HTTP', RESTART);
  const pid = await pidAt(url);
  return pid === info.pid
    ? ok('address', url)
    : warning('address', `The worker does not respond at ${url} (from ${paths.port})`, RESTART);
}

/** Another program may send anything, or never stop sending: it gets little time and little space. */
function pidAt(url: string): Promise<number | null> {
  return new Promise((done) => {
    let text = '';
    const asked = request(`${url}/ping`, { signal: AbortSignal.timeout(ANSWER_MS) }, (reply) => {
      reply.on('data', (chunk) => {
        text += chunk;
        if (text.length > MOST_ANSWER) asked.destroy();
      });
    });
    asked.on('error', () => undefined);
    asked.on('close', () => {
      try {
        done((JSON.parse(text) as { pid?: number }).pid ?? null);
      } catch {
        done(null);
      }
    });
    asked.end();
  });
}

export function spoolFiles(paths: Paths): string[] {
  return filesIn(paths.spool).filter((name) => name.endsWith(SPOOL_SUFFIX));
}

/** Empty if there is no such folder. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function checkSpool(paths: Paths, now: number): Finding[] {
  const oldest = Math.min(
    ...spoolFiles(paths).map((name) => statSync(join(paths.spool, name), { throwIfNoEntry: false })?.mtimeMs ?? now),
  );
  const findings: Finding[] = [];
  if (now - oldest > LONG_WAIT_MS)
    findings.push(
      fault(
        'spool',
        `An event has been waiting for ${Math.round((now - oldest) / 60_000)} minutes`,
        'Run `c-mem worker restart`, then read `c-mem worker logs`.',
      ),
    );
  if (existsSync(paths.quarantine) && !statSync(paths.quarantine).isDirectory())
    findings.push(warning('spool', `${paths.quarantine} is not a folder`, 'Delete that file.'));
  const aside = filesIn(paths.quarantine).length;
  if (aside > 0)
    findings.push(
      warning(
        'spool',
        `${count(aside, 'unreadable file')} ${aside === 1 ? 'was' : 'were'} quarantined`,
        `Inspect ${aside === 1 ? 'it' : 'them'} in ${paths.quarantine}, then delete ${aside === 1 ? 'it' : 'them'}.`,
      ),
    );
  return findings.length > 0 ? findings : [ok('spool', 'nothing is stuck')];
}

function holdsLock(paths: Paths): boolean {
  try {
    return isLocked(paths.workerLock);
  } catch {
    return true; // without SQLite, only the process itself can be checked
  }
}

function residentMb(pid: number): number | null {
  try {
    const kb = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kb ? Math.round(Number(kb) / 1024) : null;
  } catch {
    try {
      return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024);
    } catch {
      return null;
    }
  }
}
