// SQLite as it is built into Node, with the interface of engine.ts.
import { codeName } from './code-names.ts';
import type { BackupPages, Database, EngineOptions, RunResult, Statement } from './engine.ts';

type Row = Record<string, unknown>;

/** What we use of `node:sqlite`; the types of the oldest Node that we support do not know it. */
interface StatementSync {
  columns(): unknown[];
  setAllowUnknownNamedParameters(allowed: boolean): void;
  get(...params: never[]): unknown;
  all(...params: never[]): unknown[];
  run(...params: never[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(...params: never[]): Iterator<unknown>;
}

interface DatabaseSync {
  readonly isTransaction: boolean;
  prepare(text: string): StatementSync;
  exec(text: string): void;
  close(): void;
  /** Not in Node 22, which has no such protection. */
  enableDefensive?(isOn: boolean): void;
}

interface Sqlite {
  DatabaseSync: new (file: string, options: { readOnly: boolean }) => DatabaseSync;
  backup(
    source: DatabaseSync,
    file: string,
    options: { rate: number; progress: (pages: BackupPages) => void },
  ): Promise<number>;
}

let loaded: Sqlite | null = null;

/** Node 22 prints a warning to stderr, which a hook must not. */
function load(): Sqlite {
  if (loaded) return loaded;
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    loaded = process.getBuiltinModule('node:sqlite') as unknown as Sqlite;
  } finally {
    process.emitWarning = emitWarning;
  }
  return loaded;
}

export function openBuiltIn(file: string, { readonly, timeoutMs }: EngineOptions): Database {
  return named(() => {
    const { DatabaseSync } = load();
    const db = new DatabaseSync(file, { readOnly: readonly });
    db.exec(`pragma busy_timeout = ${timeoutMs}`);
    return new BuiltInDatabase(db, file);
  });
}

class BuiltInDatabase implements Database {
  #isOpen = true;

  constructor(
    private readonly db: DatabaseSync,
    readonly name: string,
  ) {}

  get open(): boolean {
    return this.#isOpen;
  }

  get inTransaction(): boolean {
    return this.#isOpen && this.db.isTransaction;
  }

  prepare<Params extends unknown[], R>(text: string): Statement<Params, R> {
    const statement = named(() => this.db.prepare(text));
    return new BuiltInStatement(statement) as unknown as Statement<Params, R>;
  }

  exec(text: string): this {
    named(() => this.db.exec(text));
    return this;
  }

  pragma(text: string, { simple = false } = {}): unknown {
    const rows = named(() => this.db.prepare(`pragma ${text}`).all()) as Row[];
    return simple ? Object.values(rows[0] ?? {})[0] : rows;
  }

  async backup(file: string, { progress }: { progress: (pages: BackupPages) => number }): Promise<unknown> {
    try {
      // Here the number of pages of a step is given once.
      const rate = progress({ totalPages: 1, remainingPages: 1 });
      return await load().backup(this.db, file, { rate, progress: (pages) => void progress(pages) });
    } catch (error) {
      throw withName(error);
    }
  }

  unsafeMode(on: boolean): this {
    this.db.enableDefensive?.(!on);
    return this;
  }

  close(): this {
    if (this.#isOpen) named(() => this.db.close());
    this.#isOpen = false;
    return this;
  }
}

class BuiltInStatement implements Statement<unknown[], unknown> {
  readonly reader: boolean;
  #shape: (row: Row) => unknown = asRow;

  constructor(private readonly statement: StatementSync) {
    this.reader = statement.columns().length > 0;
    statement.setAllowUnknownNamedParameters(true);
  }

  pluck(on = true): this {
    this.#shape = on ? (row) => Object.values(asRow(row))[0] : asRow;
    return this;
  }

  raw(on = true): this {
    this.#shape = on ? (row) => Object.values(asRow(row)) : asRow;
    return this;
  }

  get(...params: unknown[]): unknown {
    const row = named(() => this.statement.get(...bound(params))) as Row | undefined;
    return row === undefined ? undefined : this.#shape(row);
  }

  all(...params: unknown[]): unknown[] {
    const rows = named(() => this.statement.all(...bound(params))) as Row[];
    return rows.map(this.#shape);
  }

  run(...params: unknown[]): RunResult {
    const { changes, lastInsertRowid } = named(() => this.statement.run(...bound(params)));
    return { changes: Number(changes), lastInsertRowid };
  }

  *iterate(...params: unknown[]): IterableIterator<unknown> {
    const shape = this.#shape;
    const rows = named(() => this.statement.iterate(...bound(params)));
    for (;;) {
      const next = named(() => rows.next());
      if (next.done) return;
      yield shape(next.value as Row);
    }
  }
}

/** Values may also be given as one list. */
function bound(params: unknown[]): never[] {
  const [first] = params;
  return (params.length === 1 && Array.isArray(first) ? first : params) as never[];
}

/** Binary values as buffers, in place: a row is nobody else's. */
function asRow(row: Row): Row {
  for (const name in row) {
    const value = row[name];
    if (value instanceof Uint8Array) row[name] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  return row;
}

/** Errors get the names that the native module gives them. */
function named<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw withName(error);
  }
}

function withName(error: unknown): unknown {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number')
    Object.assign(error as object, { code: codeName(errcode) });
  return error;
}
