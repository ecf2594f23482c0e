// Opens the database: permissions, pragmas, version guard, migrations.

import { chmodSync, existsSync } from 'node:fs';
import { CMemError } from '../../domain/errors.ts';
import { connect, type Database, refuseNewer, refuseOlder, versionInHeader } from './connect.ts';
import { isBusy, translate } from './errors.ts';
import { migrate } from './migrate.ts';
import { restoreTeamTriggers } from './team-triggers.ts';

export { connect, type Database, sql, transact } from './connect.ts';

export interface OpenOptions {
  /** Read-only: a missing file is an error, and nothing is migrated. */
  readonly?: boolean;
  busyTimeoutMs?: number;
  /** False for a scratch store that nobody wants after a crash. */
  durable?: boolean;
  /** Pages in the write-ahead log before a checkpoint; more make a flood of writes cheaper. */
  walPages?: number;
  /**
   * For long transactions with many parts that can be repeated: spends memory to save writes, and does not wait for the
   * disk after each. A power failure takes back the last ones and damages nothing.
   */
  isBulk?: boolean;
}

/** Opens the store, brings it to our schema, and refuses a newer one without touching it. */
export function openDatabase(file: string, options: OpenOptions = {}): Database {
  if (options.readonly && !existsSync(file)) {
    throw new CMemError('STORE_MISSING', `There is no store at ${file} yet`);
  }
  refuseNewer(file, versionInHeader(file));
  const db = connect(file, options);
  try {
    db.pragma(`busy_timeout = ${options.busyTimeoutMs ?? 5000}`);
    const version = options.readonly ? readyVersion(db) : versionOf(db);
    refuseNewer(file, version);
    if (options.readonly) refuseOlder(file, version);
    else {
      useWal(db, options.busyTimeoutMs ?? 5000);
      db.pragma(`synchronous = ${options.durable === false ? 'off' : options.isBulk ? 'normal' : 'full'}`);
      db.pragma('secure_delete = on');
      db.pragma('foreign_keys = on');
      if (options.walPages !== undefined) db.pragma(`wal_autocheckpoint = ${options.walPages}`);
      // Otherwise the parts of a long transaction that may be taken back are written to files of their own.
      if (options.isBulk) db.pragma('temp_store = memory');
      migrate(db);
      restoreTeamTriggers(db);
      // What the native module does by itself.
      db.pragma('cache_size = -16000');
      for (const suffix of ['', '-wal', '-shm']) restrict(file + suffix);
    }
    return db;
  } catch (error) {
    db.close();
    throw translate(file, error);
  }
}

const versionOf = (db: Database) => db.pragma('user_version', { simple: true }) as number;

/** How long a reader waits for a store that another process is making right now. */
const READY_WAIT_MS = 500;

function readyVersion(db: Database): number {
  for (const end = Date.now() + READY_WAIT_MS; ; pauseFor(10)) {
    const version = versionOf(db);
    if (version > 0 || Date.now() > end) return version;
  }
}

function pauseFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** SQLite does not wait for other connections when the journal mode changes, whatever the timeout: so we do. */
function useWal(db: Database, waitMs: number): void {
  for (const end = Date.now() + waitMs; ; pauseFor(10)) {
    try {
      db.pragma('journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > end) throw error;
    }
  }
}

function restrict(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // not there (no WAL yet), or not ours to change
  }
}
