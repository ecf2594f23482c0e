// Opening the one SQLite file: permissions, pragmas, version guard.
import { chmodSync, closeSync, existsSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { CMemError } from '../domain/errors.ts';
import { LATEST_VERSION, migrate } from './migrate.ts';

export type Database = Sqlite.Database;

export interface OpenOptions {
  /** Reads only: a missing file is an error, and nothing is migrated. */
  readonly?: boolean;
  busyTimeoutMs?: number;
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
    const version = db.pragma('user_version', { simple: true }) as number;
    refuseNewer(file, version);
    if (options.readonly) refuseOlder(file, version);
    else {
      useWal(db, options.busyTimeoutMs ?? 5000);
      db.pragma('synchronous = full');
      db.pragma('secure_delete = on');
      db.pragma('foreign_keys = on');
      migrate(db);
      for (const suffix of ['', '-wal', '-shm']) restrict(file + suffix);
    }
    return db;
  } catch (error) {
    db.close();
    throw translate(file, error);
  }
}

/** A hook waits no longer than this for anybody. */
const HOOK_WAIT_MS = 40;

/**
 * For hooks: reads, and writes a line about what was shown, without waiting and without bringing anything up to date.
 * The session that it writes about may not be known yet, so nothing is checked against it.
 */
export function openForHook(file: string): Database {
  if (!existsSync(file)) throw new CMemError('STORE_MISSING', `There is no store at ${file} yet`);
  refuseNewer(file, versionInHeader(file));
  const db = connect(file, { timeoutMs: HOOK_WAIT_MS });
  try {
    const version = db.pragma('user_version', { simple: true }) as number;
    refuseNewer(file, version);
    refuseOlder(file, version);
    db.pragma('foreign_keys = off');
    db.pragma('synchronous = normal');
    return db;
  } catch (error) {
    db.close();
    throw translate(file, error);
  }
}

/** SQLite does not wait for others when the journal's mode changes, whatever the timeout says: so we do. */
function useWal(db: Database, waitMs: number): void {
  for (const end = Date.now() + waitMs; ; Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)) {
    try {
      db.pragma('journal_mode = wal');
      return;
    } catch (error) {
      if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY') || Date.now() > end) throw error;
    }
  }
}

/** Runs `work` in one transaction that takes the write lock at once, so that it cannot fail halfway with BUSY. */
export function transact<T>(db: Database, work: () => T): T {
  return db.transaction(work).immediate();
}

const statements = new WeakMap<Database, Map<string, Sqlite.Statement>>();

/** A statement compiled once per connection. */
export function sql<Params extends unknown[], Row = unknown>(
  db: Database,
  text: string,
): Sqlite.Statement<Params, Row> {
  let known = statements.get(db);
  if (!known) statements.set(db, (known = new Map()));
  let statement = known.get(text);
  if (!statement) known.set(text, (statement = db.prepare(text)));
  return statement as Sqlite.Statement<Params, Row>;
}

/** Opens any SQLite file, private from the first byte, and tells a broken native module from a broken file. */
export function connect(file: string, options: { readonly?: boolean; timeoutMs?: number } = {}): Database {
  const before = process.umask(0o077);
  try {
    return new Sqlite(file, {
      readonly: options.readonly ?? false,
      timeout: options.timeoutMs ?? 5000,
      nativeBinding: nativeBinding(),
    });
  } catch (error) {
    throw translate(file, error);
  } finally {
    process.umask(before);
  }
}

/** Throws where SQLite's native module cannot be loaded by this Node. */
export function checkNativeModule(): void {
  connect(':memory:').close();
}

/** Where the compiled SQLite lies; found without the `bindings` package, which walks the disk. */
function nativeBinding(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json'));
  return join(folder, 'build', 'Release', 'better_sqlite3.node');
}

/** What an error of SQLite means to a user. */
export function translate(file: string, error: unknown): unknown {
  const code = (error as { code?: string }).code ?? '';
  if (error instanceof CMemError) return error;
  if (code === 'SQLITE_NOTADB') {
    return new CMemError('STORE_NOT_A_DATABASE', `${file} is not a database`, { cause: error });
  }
  if (code.startsWith('SQLITE_')) {
    return new CMemError('STORE_UNUSABLE', `The store at ${file} cannot be used (${code})`, { cause: error });
  }
  if (error instanceof TypeError && /directory does not exist/.test(error.message)) {
    return new CMemError('STORE_UNUSABLE', `The folder of ${file} does not exist`, { cause: error });
  }
  return new CMemError('NATIVE_MODULE_BROKEN', `SQLite's native module cannot be loaded by Node ${process.version}`, {
    cause: error,
  });
}

/** A reader cannot migrate: a store that is only just being made, or of an older version, is not for it yet. */
function refuseOlder(file: string, version: number): void {
  if (version === 0) throw new CMemError('STORE_MISSING', `The store at ${file} is not ready yet`);
  if (version < LATEST_VERSION) {
    throw new CMemError('STORE_OLDER', `${file} has schema ${version}; this c-mem needs ${LATEST_VERSION}`);
  }
}

function refuseNewer(file: string, version: number): void {
  if (version <= LATEST_VERSION) return;
  throw new CMemError(
    'STORE_NEWER',
    `${file} has schema ${version}, and this c-mem knows only up to ${LATEST_VERSION}; it was not touched`,
  );
}

/** The schema version as the file's header tells it: read before SQLite opens (and thereby touches) anything. */
function versionInHeader(file: string): number {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch {
    return 0;
  }
  try {
    const header = Buffer.alloc(64);
    const length = readSync(fd, header, 0, 64, 0);
    return length === 64 && header.toString('latin1', 0, 15) === 'SQLite format 3' ? header.readUInt32BE(60) : 0;
  } finally {
    closeSync(fd);
  }
}

function restrict(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // not there (no WAL yet), or not ours to change
  }
}
