// Connections to the SQLite file. Hooks load this and not the migrations.
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { wantedEngine } from '../../config/environment.ts';
import { CMemError } from '../../domain/errors.ts';
import { chooseEngine, type Database, type EngineName, type Statement } from './engine.ts';
import { translate } from './errors.ts';
import { nativeModule } from './native-module.ts';
import { openBuiltIn } from './node-engine.ts';
import { SCHEMA_VERSION } from './schema-version.ts';

export type { Database } from './engine.ts';

/** How long a hook waits for a lock. */
const HOOK_WAIT_MS = 40;

/** Held until the process ends: a collected connection is closed, and the last one to close checkpoints the file. */
const held: Database[] = [];

/** For hooks: reads, and records what was shown, without waiting and without migrating. */
export function openForHook(file: string): Database {
  if (!existsSync(file)) throw new CMemError('STORE_MISSING', `There is no store at ${file} yet`);
  refuseNewer(file, versionInHeader(file));
  const db = connect(file, { timeoutMs: HOOK_WAIT_MS });
  held.push(db);
  try {
    const version = db.pragma('user_version', { simple: true }) as number;
    refuseNewer(file, version);
    refuseOlder(file, version);
    return db;
  } catch (error) {
    db.close();
    throw translate(file, error);
  }
}

/**
 * For the one row that a hook writes. The session may not be in the ledger yet, so foreign keys are off; checkpoints are
 * left to the worker.
 */
export function writeLightly(db: Database): void {
  db.exec('pragma foreign_keys = off; pragma synchronous = normal; pragma wal_autocheckpoint = 0');
}

/**
 * Runs `work` in one transaction that takes the write lock immediately, so that it cannot fail halfway with BUSY. Inside
 * another one, only its own changes are taken back if it throws.
 */
export function transact<T>(db: Database, work: () => T): T {
  const isInner = db.inTransaction;
  sql(db, isInner ? 'savepoint inner_work' : 'begin immediate').run();
  try {
    const result = work();
    sql(db, isInner ? 'release inner_work' : 'commit').run();
    return result;
  } catch (error) {
    // Some errors, such as a full disk, end the transaction by themselves.
    if (db.inTransaction) {
      sql(db, isInner ? 'rollback to inner_work' : 'rollback').run();
      if (isInner) sql(db, 'release inner_work').run();
    }
    throw error;
  }
}

const statements = new WeakMap<Database, Map<string, Statement>>();

/** A statement compiled once per connection. */
export function sql<Params extends unknown[], Row = unknown>(db: Database, text: string): Statement<Params, Row> {
  let known = statements.get(db);
  if (!known) statements.set(db, (known = new Map()));
  let statement = known.get(text);
  if (!statement) known.set(text, (statement = db.prepare(text)));
  // A statement is shared by everybody with the same text: a mode that one of them set must not reach the others.
  if (statement.reader) statement.pluck(false);
  return statement as Statement<Params, Row>;
}

/** Opens any SQLite file, private from the first byte. Its errors tell a broken native module from a broken file. */
export function connect(file: string, options: { readonly?: boolean; timeoutMs?: number } = {}): Database {
  // Who only reads makes no file (SQLite's own get the permissions of the database), and may be in a thread, which has
  // no mask of its own.
  const before = options.readonly ? null : process.umask(0o077);
  try {
    const { readonly = false, timeoutMs = 5000 } = options;
    if (engineName() === 'node:sqlite') return openBuiltIn(file, { readonly, timeoutMs });
    return new Sqlite(file, { readonly, timeout: timeoutMs, nativeBinding: nativeModule() }) as Database;
  } catch (error) {
    throw translate(file, error);
  } finally {
    if (before !== null) process.umask(before);
  }
}

/** Which SQLite this process uses. */
export const engineName = (): EngineName => chooseEngine(wantedEngine());

/** Which SQLite this process uses, with its version. Throws if it cannot be loaded. */
export function checkEngine(): { name: EngineName; version: string } {
  const db = connect(':memory:');
  try {
    return { name: engineName(), version: db.prepare<[], string>('select sqlite_version()').pluck().get() ?? '' };
  } finally {
    db.close();
  }
}

/** A reader cannot migrate: it has to wait for a store that is being created or is of an older version. */
export function refuseOlder(file: string, version: number): void {
  if (version === 0) throw new CMemError('STORE_MISSING', `The store at ${file} is not ready yet`);
  if (version < SCHEMA_VERSION) {
    throw new CMemError('STORE_OLDER', `${file} has schema ${version}; this c-mem needs ${SCHEMA_VERSION}`);
  }
}

export function refuseNewer(file: string, version: number): void {
  if (version <= SCHEMA_VERSION) return;
  throw new CMemError(
    'STORE_NEWER',
    `${file} has schema ${version}, and this c-mem knows only up to ${SCHEMA_VERSION}; it was not touched`,
  );
}

/** The schema version in the file's header, read before SQLite opens (and thereby touches) anything. */
export function versionInHeader(file: string): number {
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
