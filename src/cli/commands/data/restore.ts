// `c-mem restore`: replaces the database with a backup. What was forgotten since stays forgotten.

import { basename } from 'node:path';
import { defineCommand } from 'citty';
import { type Paths, resolvePaths } from '../../../config/paths.ts';
import { CMemError } from '../../../domain/errors.ts';
import { workerState } from '../../../health/index.ts';
import { ago } from '../../../recall/format.ts';
import {
  acquireLock,
  type Backup,
  checkCopy,
  listBackups,
  listSetAside,
  openStore,
  putInPlace,
  salvageTombstones,
} from '../../../store/index.ts';
import { count } from '../../args/numbers.ts';
import { withWritableStore } from '../../store.ts';
import { confirm } from '../../terminal/confirm.ts';
import { print, printJson } from '../../terminal/output.ts';
import { startWorker, stopWorker } from '../../worker-control.ts';

const LOCK_WAIT_MS = 15_000;

export default defineCommand({
  meta: {
    name: 'restore',
    description: 'Restore a backup (the current database is saved first)',
    examples: ['c-mem restore --dry-run', 'c-mem restore', 'c-mem restore c-mem-20260302-040000.db --yes'],
  },
  args: {
    name: {
      type: 'positional',
      description: 'Backup name from `c-mem backup list` (default: newest)',
      required: false,
    },
    'dry-run': { type: 'boolean', description: 'Show what would change without changing anything' },
    yes: { type: 'boolean', description: 'Skip confirmation' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    const paths = resolvePaths();
    const backup = choose(paths, args.name);
    const observations = { now: observationsIn(paths.database), backup: observationsIn(backup.path) };
    if (args['dry-run']) {
      if (args.json) return printJson({ done: false, backup: backup.name, at: backup.at, observations });
      return print(`Would restore ${describe(backup, observations)}.`, 'Nothing was changed.');
    }
    const sure = await confirm({
      shows: [`This replaces the database with ${describe(backup, observations)}.`],
      asks: 'Restore?',
      yes: args.yes ?? false,
      hasDryRun: true,
    });
    if (!sure) return print('Nothing was changed.');
    const wasRunning = workerState(paths).running;
    if (wasRunning) await stopWorker(paths);
    const done = await withoutWorker(paths, async () => {
      const tombstones = salvageTombstones(paths.database);
      const put = putInPlace(paths.database, backup.path, { now: Date.now(), tombstones, aside: 'replaced' });
      // The database is shorter now, which is not a loss.
      await withWritableStore((store) => store.copies.writeHighWater(paths.highWater, Date.now()));
      return put;
    });
    if (wasRunning) await startWorker(paths);
    if (args.json) return printJson({ done: true, backup: backup.name, ...done });
    print(`Restored ${backup.name}.`);
    if (done.setAside) {
      const saved = basename(done.setAside);
      print(`The previous database was saved as ${saved}; \`c-mem restore ${saved}\` brings it back.`);
    }
    if (done.forgottenAgain > 0) print('Anything forgotten since then stays forgotten.');
    print('Later events are read again from the transcripts of the sessions in the backup.');
  },
});

interface Observations {
  now: number | null;
  backup: number | null;
}

function describe(backup: Backup, { now, backup: then }: Observations): string {
  const said = (number: number | null) =>
    number === null ? 'an unknown number of observations' : count(number, 'observation');
  return `${backup.name}, ${ago(backup.at, Date.now())}, with ${said(then)} (now: ${said(now)})`;
}

/** Null if it is unknown, for example because the file is damaged. */
function observationsIn(file: string): number | null {
  try {
    const store = openStore(file, { readonly: true });
    try {
      return store.memories.counts().observations;
    } finally {
      store.close();
    }
  } catch {
    return null;
  }
}

function choose(paths: Paths, named: string | undefined): Backup {
  // The copies that a restore saved are restored only by name: the newest of them is what was just replaced.
  const backups = [...listBackups(paths.backups), ...(named === undefined ? [] : listSetAside(paths.database))];
  const found = named === undefined ? backups : backups.filter(({ name, path }) => named === name || named === path);
  if (named !== undefined && !found[0]) throw new CMemError('BACKUP_UNKNOWN', `There is no backup "${named}"`);
  const good = found.find(({ path }) => checkCopy(path) === null);
  if (!good) throw new CMemError('BACKUP_UNKNOWN', found[0] ? 'No such backup is intact' : 'There are no backups');
  return good;
}

/** No worker starts while its lock is held; hooks write to the spool in the meantime, so nothing is lost. */
async function withoutWorker<T>(paths: Paths, work: () => Promise<T>): Promise<T> {
  const lock = acquireLock(paths.workerLock, LOCK_WAIT_MS);
  if (!lock) throw new CMemError('WORKER_NOT_STOPPED', 'Another worker has started', { fix: 'Try again.' });
  try {
    return await work();
  } finally {
    lock.release();
  }
}
