// What the store needs of SQLite, and which of the two engines provides it: the one inside Node if it has one, else the
// native module.

export interface RunResult {
  changes: number;
  lastInsertRowid: number | bigint;
}

export interface Statement<Params extends unknown[] = unknown[], Row = unknown> {
  /** Whether it returns rows. */
  readonly reader: boolean;
  get(...params: Params): Row | undefined;
  all(...params: Params): Row[];
  run(...params: Params): RunResult;
  iterate(...params: Params): IterableIterator<Row>;
  /** Only the first column of each row. */
  pluck(on?: boolean): this;
  /** Each row as a list. */
  raw(on?: boolean): this;
}

export interface Database {
  readonly name: string;
  readonly inTransaction: boolean;
  readonly open: boolean;
  prepare<Params extends unknown[] = unknown[], Row = unknown>(text: string): Statement<Params, Row>;
  exec(text: string): this;
  pragma(text: string, options?: { simple?: boolean }): unknown;
  /** Copies the database to a file while it is in use; `progress` says how many pages the next step copies. */
  backup(file: string, options: { progress: (pages: BackupPages) => number }): Promise<unknown>;
  /** Whether the definitions of tables may be edited in place. */
  unsafeMode(on: boolean): this;
  close(): this;
}

export interface BackupPages {
  totalPages: number;
  remainingPages: number;
}

export interface EngineOptions {
  readonly: boolean;
  timeoutMs: number;
}

export type EngineName = 'node:sqlite' | 'better-sqlite3';

/** From this version on, Node's own SQLite can do everything that we need of it: columns, backups, the transaction state. */
const BUILT_IN_SINCE = [22, 16] as const;

/** `C_MEM_SQLITE=better-sqlite3` chooses the native module where both are there. */
export function chooseEngine(wish: string | undefined, version: string = process.versions.node): EngineName {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isBuiltIn = major > BUILT_IN_SINCE[0] || (major === BUILT_IN_SINCE[0] && minor >= BUILT_IN_SINCE[1]);
  return isBuiltIn && wish !== 'better-sqlite3' ? 'node:sqlite' : 'better-sqlite3';
}
