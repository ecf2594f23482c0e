// Connections to the one SQLite file, and what every reader of it needs. Hooks load this and not the migrations.
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { CMemError } from '../../domain/errors.ts';
import { translate } from './errors.ts';
import { SCHEMA_VERSION } from './schema-version.ts';

export type Database = Sqlite.Database;

/** A hook waits no longer than this for anybody. */
const HOOK_WAIT_MS = 40;

/** Until the process ends: a connection that is collected is closed, and the last one to close tidies the file up. */
const held: Database[] = [];

/** For hooks: reads, and writes a line about what was shown, without waiting and without bringing anything up to date. */
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
 * For the line that a hook writes. The session may not be in the ledger yet, so nothing is checked against it; to bring
 * the log of changes over into the file is for the worker.
 */
export function writeLightly(db: Database): void {
  db.exec('pragma foreign_keys = off; pragma synchronous = normal; pragma wal_autocheckpoint = 0');
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
      nativeBinding: nativeModule(),
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

let native: object | null = null;

/**
 * The compiled SQLite. Loaded by hand: the `bindings` package walks the disk for it, and Node's own way of finding and
 * loading a module takes a hook another millisecond.
 */
function nativeModule(): string {
  if (!native) {
    const loaded = { exports: {} };
    process.dlopen(loaded, nativeFile());
    native = loaded.exports;
  }
  // The library takes the module itself, too; its types do not tell.
  return native as unknown as string;
}

declare const require: NodeJS.Require | undefined;
declare const __dirname: string | undefined;

function nativeFile(): string {
  const file = join('better-sqlite3', 'build', 'Release', 'better_sqlite3.node');
  // As Node looks for it from a bundle: in the folders of modules from there upwards.
  if (typeof __dirname === 'string') {
    for (let at = __dirname; at !== dirname(at); at = dirname(at)) {
      const place = join(at, 'node_modules', file);
      if (existsSync(place)) return place;
    }
  }
  return join(dirname(find('better-sqlite3/package.json')), '..', file);
}

/** In other layouts; to make a `require` loads half of Node's module system. */
function find(name: string): string {
  try {
    if (typeof require === 'function') return require.resolve(name);
  } catch {
    // not beside the bundle
  }
  return process
    .getBuiltinModule('node:module')
    .createRequire(import.meta.url)
    .resolve(name);
}

/** A reader cannot migrate: a store that is only just being made, or of an older version, is not for it yet. */
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

/** The schema version as the file's header tells it: read before SQLite opens (and thereby touches) anything. */
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
