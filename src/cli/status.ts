// Gathers what `status` tells. Works with the worker down, the store missing and the native module broken.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cacheFolder, claudeFolder } from '../config/host.ts';
import type { Paths } from '../config/paths.ts';
import { version } from '../config/version.ts';
import { liveWorker } from '../control/worker-info.ts';
import { CMemError, type ErrorCode } from '../domain/errors.ts';
import { hostPlace } from '../hosts/claude-code/install.ts';
import { pluginFolder, readSettingsFile } from '../hosts/claude-code/settings-file.ts';
import { SPOOL_SUFFIX } from '../spool/format.ts';
import { countFiles } from '../spool/take.ts';
import { type Counts, countAll, type Learned, learnedSince } from '../store/counts.ts';
import { checkNativeModule, openDatabase, translate } from '../store/database.ts';
import { isLocked } from '../store/lock.ts';
import { readNotices } from '../store/notices.ts';
import { failedJobs } from '../store/queue.ts';
import { countUnreadable } from '../store/unreadable.ts';

interface Counted extends Counts {
  /** Jobs of which a model said something that could not be read. */
  unreadable: number;
  /** Since midnight. */
  today: Learned;
}

export interface Status extends Counted {
  version: string;
  home: string;
  /** Whether Claude Code runs our hooks; null where its settings cannot be read. */
  installed: boolean | null;
  spool: number;
  quarantine: number;
  worker: {
    running: boolean;
    pid: number | null;
    rssMb: number | null;
    startedAt: string | null;
    /** Where it answers over HTTP. */
    url: string | null;
  };
  problems: { code: string; message: string; fix: string }[];
}

const NOTICES: Record<string, ErrorCode> = {
  budget: 'BUDGET_USED_UP',
  provider: 'PROVIDER_REFUSES',
  repair: 'STORE_REPAIRED',
  backup: 'BACKUP_FAILED',
};

const EMPTY: Counted = {
  events: 0,
  sessions: 0,
  prompts: 0,
  observations: 0,
  summaries: 0,
  queue: { waiting: 0, running: 0, failed: 0 },
  lastEventAt: null,
  unreadable: 0,
  today: { observations: 0, summaries: 0, titles: [] },
};

export async function readStatus(paths: Paths, settingsProblems: CMemError[]): Promise<Status> {
  const problems = [...settingsProblems];
  return {
    version,
    home: paths.home,
    installed: isInstalled(),
    ...readCounts(paths, problems),
    spool: await countFiles(paths.spool, SPOOL_SUFFIX),
    quarantine: await countFiles(paths.quarantine),
    worker: workerStatus(paths),
    problems: problems.map(({ code, message, fix }) => ({ code, message, fix })),
  };
}

function readCounts(paths: Paths, problems: CMemError[]): Counted {
  try {
    checkNativeModule();
    const db = openDatabase(paths.database, { readonly: true });
    try {
      for (const { kind, message } of readNotices(db)) {
        problems.push(new CMemError(NOTICES[kind] ?? 'PROVIDER_REFUSES', message));
      }
      const failed = failedJobs(db);
      if (failed.count > 0) {
        const turns = failed.count === 1 ? '1 turn' : `${failed.count} turns`;
        problems.push(
          new CMemError('JOBS_FAILED', `${turns} could not be compressed (${failed.lastError ?? 'unknown'})`),
        );
      }
      return {
        ...countAll(db),
        unreadable: countUnreadable(db),
        today: learnedSince(db, new Date().setHours(0, 0, 0, 0)),
      };
    } finally {
      db.close();
    }
  } catch (cause) {
    const error = translate(paths.database, cause);
    if (!(error instanceof CMemError)) throw error;
    // Nothing captured yet is no fault.
    if (error.code !== 'STORE_MISSING') problems.push(error);
    return EMPTY;
  }
}

function isInstalled(): boolean | null {
  try {
    return pluginFolder(readSettingsFile(hostPlace(claudeFolder(), cacheFolder()).settings)) !== null;
  } catch {
    return null;
  }
}

export function workerStatus(paths: Paths): Status['worker'] {
  const info = liveWorker(paths.workerInfo);
  if (!info || !holdsLock(paths)) return { running: false, pid: null, rssMb: null, startedAt: null, url: null };
  return {
    running: true,
    pid: info.pid,
    rssMb: residentMb(info.pid),
    startedAt: new Date(info.startedAt).toISOString(),
    url: workerUrl(paths),
  };
}

/** Null where it does not listen (yet). */
export function workerUrl(paths: Paths): string | null {
  try {
    const port = Number(readFileSync(paths.port, 'utf8'));
    return Number.isInteger(port) && port > 0 ? `http://127.0.0.1:${port}` : null;
  } catch {
    return null;
  }
}

function holdsLock(paths: Paths): boolean {
  try {
    return isLocked(paths.workerLock);
  } catch {
    return true; // without SQLite the process itself is all we can ask about
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
