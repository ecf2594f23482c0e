// The database: whether its file exists and is intact, the queue, the worker's notices, the backups.

import { existsSync, statSync } from 'node:fs';
import type { Paths } from '../config/paths.ts';
import { CMemError, type ErrorCode, errorName } from '../domain/errors.ts';
import { type Finding, fault, offer, ok, warning } from '../domain/finding.ts';
import { ago } from '../recall/format.ts';
import { hadMore, isDamage, listBackups, openStore, type Store, translate } from '../store/index.ts';
import { count } from '../text/plural.ts';

const DAY_MS = 24 * 3600_000;
const OLD_BACKUP_DAYS = 3;
const REPAIR = 'Run `c-mem worker restart`: the worker repairs it from its newest backup and the transcripts.';

export interface StoreLook {
  findings: Finding[];
  lastEventAt: number | null;
}

/** `thorough` reads the whole file. `work` gets the open store for further checks. */
export function lookAtStore(paths: Paths, thorough: boolean, work: (store: Store) => Finding[]): StoreLook {
  if (!existsSync(paths.database)) {
    const finding = hadMore(paths)
      ? fault('store', 'The database file is missing', REPAIR)
      : ok('store', 'none yet; the first session creates it');
    return { findings: [finding], lastEventAt: null };
  }
  let store: Store | null = null;
  try {
    store = openStore(paths.database, { readonly: true, busyTimeoutMs: 2000 });
    const damage = thorough ? store.integrity.check() : null;
    if (damage) return { findings: [fault('store', `The database is damaged (${damage})`, REPAIR)], lastEventAt: null };
    const counts = store.memories.counts();
    const state = `${count(counts.events, 'event')}${thorough ? ', intact' : ''}`;
    return {
      findings: [ok('store', state), ...checkQueue(store), ...checkNotices(store), ...work(store)],
      lastEventAt: counts.lastEventAt === null ? null : Date.parse(counts.lastEventAt),
    };
  } catch (cause) {
    if (isDamage(cause) && !(cause instanceof CMemError))
      return {
        findings: [fault('store', `The database cannot be read (${errorName(cause)})`, REPAIR)],
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
        'Their events are kept. Read `c-mem worker logs`, then retry with `c-mem recompress --failed`.',
      ),
      code: 'JOBS_FAILED',
    });
  const unreadable = store.unreadable.count();
  if (unreadable > 0)
    findings.push(
      warning(
        'queue',
        `${count(unreadable, 'model answer')} could not be read completely`,
        'Try another model: `c-mem config set model NAME`, then `c-mem recompress --all`.',
      ),
    );
  return findings.length > 0
    ? findings
    : [ok('queue', `${count(store.memories.counts().queue.waiting, 'turn')} waiting`)];
}

/** Fixes for the worker's notices. */
const FIXES: Record<string, string> = {
  budget: 'Raise the cap, or wait; until then, the embedded compressor is used.',
  provider: 'Read `c-mem worker logs`.',
  backup: 'Free some disk space, then run `c-mem backup`.',
  repair: 'No action is needed. You can delete the damaged file next to the database.',
  embeddings: 'Search uses words alone. Read `c-mem worker logs`.',
  outdated: 'Run `c-mem recompress --outdated` to improve their titles and facts.',
};

const CODES: Record<string, ErrorCode> = {
  budget: 'BUDGET_USED_UP',
  provider: 'PROVIDER_REFUSES',
  repair: 'STORE_REPAIRED',
  backup: 'BACKUP_FAILED',
  embeddings: 'EMBEDDINGS_FAIL',
};

function checkNotices(store: Store): Finding[] {
  return store.notices.read().map(({ kind, message, fix }) => {
    const remedy = fix ?? FIXES[kind] ?? 'Read `c-mem worker logs`.';
    if (kind === 'outdated') return offer('memories', message, remedy);
    return { ...warning(kind, message, remedy), code: CODES[kind] ?? 'PROVIDER_REFUSES' };
  });
}

/** The worker creates one per day, once there is something to keep. */
export function checkBackups(paths: Paths, now: number): Finding {
  const backups = listBackups(paths.backups);
  const [newest] = backups;
  if (!newest) return ok('backups', 'none yet; the worker creates the first one once there is enough to keep');
  const days = Math.floor((now - newest.at) / DAY_MS);
  return days > OLD_BACKUP_DAYS && isInUse(paths, newest.at)
    ? warning('backups', `The newest backup is ${days} days old`, 'Run `c-mem backup`.')
    : ok('backups', `${count(backups.length, 'backup')}, the newest ${ago(newest.at, now)}`);
}

/** Whether the database was changed long after that time. */
function isInUse(paths: Paths, since: number): boolean {
  const changed = [paths.database, `${paths.database}-wal`].map(
    (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.max(...changed) - since > OLD_BACKUP_DAYS * DAY_MS;
}
