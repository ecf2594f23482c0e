// The store: whether its file is there and intact, what is in the queue, what the worker put up, the backups.

import { existsSync, statSync } from 'node:fs';
import type { Paths } from '../config/paths.ts';
import { CMemError, type ErrorCode, errorName } from '../domain/errors.ts';
import { type Finding, fault, ok, warning } from '../domain/finding.ts';
import { ago } from '../recall/format.ts';
import { hadMore, isDamage, listBackups, openStore, type Store, translate } from '../store/index.ts';
import { count } from '../text/count.ts';

const DAY_MS = 24 * 3600_000;
const OLD_BACKUP_DAYS = 3;
const REPAIR = 'Run `c-mem worker restart`: it is repaired from its newest backup and the transcripts.';

export interface StoreLook {
  findings: Finding[];
  lastEventAt: number | null;
}

/** `thorough` reads the whole file. `work` sees the open store, for what else is to be read of it. */
export function lookAtStore(paths: Paths, thorough: boolean, work: (store: Store) => Finding[]): StoreLook {
  if (!existsSync(paths.database)) {
    const finding = hadMore(paths)
      ? fault('store', 'The database file is gone', REPAIR)
      : ok('store', 'none yet; it is created with the first session');
    return { findings: [finding], lastEventAt: null };
  }
  let store: Store | null = null;
  try {
    store = openStore(paths.database, { readonly: true, busyTimeoutMs: 2000 });
    const damage = thorough ? store.integrity.check() : null;
    if (damage) return { findings: [fault('store', `The store is damaged (${damage})`, REPAIR)], lastEventAt: null };
    const counts = store.memories.counts();
    const state = `${count(counts.events, 'event')}${thorough ? ', intact' : ''}`;
    return {
      findings: [ok('store', state), ...checkQueue(store), ...checkNotices(store), ...work(store)],
      lastEventAt: counts.lastEventAt === null ? null : Date.parse(counts.lastEventAt),
    };
  } catch (cause) {
    if (isDamage(cause) && !(cause instanceof CMemError))
      return {
        findings: [fault('store', `The store cannot be read (${errorName(cause)})`, REPAIR)],
        lastEventAt: null,
      };
    const error = translate(paths.database, cause);
    if (!(error instanceof CMemError)) throw error;
    const { code, message, fix } = error;
    const findings = code === 'STORE_MISSING' ? [] : [{ ...fault('store', message, fix), code }];
    return { findings, lastEventAt: null };
  } finally {
    store?.close();
  }
}

function checkQueue(store: Store): Finding[] {
  const findings: Finding[] = [];
  const failed = store.jobs.failed();
  if (failed.count > 0)
    findings.push({
      ...fault(
        'queue',
        `${count(failed.count, 'turn')} could not be compressed (${failed.lastError ?? 'unknown'})`,
        'Their events are kept. Read `c-mem worker logs`; `c-mem recompress --failed` tries again.',
      ),
      code: 'JOBS_FAILED',
    });
  const unreadable = store.unreadable.count();
  if (unreadable > 0)
    findings.push(
      warning(
        'queue',
        `${count(unreadable, 'answer')} of a model could not be read in full`,
        'Another model may do better: `c-mem config set model NAME`, then `c-mem recompress --all`.',
      ),
    );
  return findings.length > 0
    ? findings
    : [ok('queue', `${count(store.memories.counts().queue.waiting, 'turn')} waiting`)];
}

/** What the worker put up for the user, and what is to be done about it. */
const FIXES: Record<string, string> = {
  budget: 'Raise the cap, or wait: the embedded compressor does the work meanwhile.',
  provider: 'Read `c-mem worker logs`.',
  backup: 'Free some disk space, then run `c-mem backup`.',
  repair: 'Nothing needs to be done. A broken file beside the store can be deleted.',
};

const CODES: Record<string, ErrorCode> = {
  budget: 'BUDGET_USED_UP',
  provider: 'PROVIDER_REFUSES',
  repair: 'STORE_REPAIRED',
  backup: 'BACKUP_FAILED',
};

function checkNotices(store: Store): Finding[] {
  return store.notices.read().map(({ kind, message, fix }) => ({
    ...warning(kind, message, fix ?? FIXES[kind] ?? 'Read `c-mem worker logs`.'),
    code: CODES[kind] ?? 'PROVIDER_REFUSES',
  }));
}

/** The worker makes one a day, once there is something to keep. */
export function checkBackups(paths: Paths, now: number): Finding {
  const backups = listBackups(paths.backups);
  const [newest] = backups;
  if (!newest) return ok('backups', 'none yet; the worker makes the first one once there is enough to keep');
  const days = Math.floor((now - newest.at) / DAY_MS);
  return days > OLD_BACKUP_DAYS && isInUse(paths, newest.at)
    ? warning('backups', `The newest backup is ${days} days old`, 'Run `c-mem backup`; if it fails, it says why.')
    : ok('backups', `${count(backups.length, 'backup')}, the newest ${ago(newest.at, now)}`);
}

/** Whether the store was written to long after that. */
function isInUse(paths: Paths, since: number): boolean {
  const changed = [paths.database, `${paths.database}-wal`].map(
    (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.max(...changed) - since > OLD_BACKUP_DAYS * DAY_MS;
}
