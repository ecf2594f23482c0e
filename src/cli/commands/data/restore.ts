// `c-mem restore`: puts a backup in the store's place. What was forgotten since stays forgotten.

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
  meta: { name: 'restore', description: 'Brings a backup back; the file that it replaces is kept beside it.' },
  args: {
    name: {
      type: 'positional',
      description: 'Which one (`c-mem backup list`); the newest unless told',
      required: false,
    },
    'dry-run': { type: 'boolean', description: 'Only show which backup it would be, and what it holds' },
    yes: { type: 'boolean', description: 'Do not ask' },
    json: { type: 'boolean', description: 'Print as JSON' },
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
      shows: [`This replaces the store by ${describe(backup, observations)}.`],
      asks: 'Replace it?',
      yes: args.yes ?? false,
      hasDryRun: true,
    });
    if (!sure) return print('Nothing was changed.');
    const wasRunning = workerState(paths).running;
    if (wasRunning) await stopWorker(paths);
    const done = await withoutWorker(paths, async () => {
      const tombstones = salvageTombstones(paths.database);
      const put = putInPlace(paths.database, backup.path, { now: Date.now(), tombstones, aside: 'replaced' });
      // The store is shorter now, and that is no loss.
      await withWritableStore((store) => store.copies.writeHighWater(paths.highWater, Date.now()));
      return put;
    });
    if (wasRunning) await startWorker(paths);
    if (args.json) return printJson({ done: true, backup: backup.name, ...done });
    print(`Restored ${backup.name}.`);
    if (done.setAside) print(`The file before it is kept as ${basename(done.setAside)}.`);
    if (done.forgottenAgain > 0) print('What was forgotten since then stays forgotten.');
    print('What happened since then is read again from the transcripts, as far as the backup knows their sessions.');
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

/** Null if it cannot be told, such as of a store that is broken. */
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
  const backups = listBackups(paths.backups);
  const found = named === undefined ? backups : backups.filter(({ name, path }) => named === name || named === path);
  if (named !== undefined && !found[0]) throw new CMemError('BACKUP_UNKNOWN', `There is no backup "${named}"`);
  const good = found.find(({ path }) => checkCopy(path) === null);
  if (!good) throw new CMemError('BACKUP_UNKNOWN', found[0] ? 'No such backup is whole' : 'There is no backup');
  return good;
}

/** With the worker's lock held no worker starts; hooks write to the spool meanwhile, and nothing is lost. */
async function withoutWorker<T>(paths: Paths, work: () => Promise<T>): Promise<T> {
  const lock = acquireLock(paths.workerLock, LOCK_WAIT_MS);
  if (!lock) throw new CMemError('WORKER_NOT_STOPPED', 'Another worker has started meanwhile', { fix: 'Try again.' });
  try {
    return await work();
  } finally {
    lock.release();
  }
}
