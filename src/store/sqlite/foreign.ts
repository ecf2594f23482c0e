// Reads SQLite files that are not ours, such as another tool's database. Never writes to them.
import { connect } from './connect.ts';

export interface ForeignDatabase {
  all<Row>(sql: string, ...params: unknown[]): Row[];
  /** Row by row, for tables of any size. */
  each<Row>(sql: string, ...params: unknown[]): Iterable<Row>;
  close(): void;
}

/** For a database that its own program may be using. */
export const openForeignReadOnly = (file: string): ForeignDatabase => openForeign(file, true);

export function openForeign(file: string, readonly = false): ForeignDatabase {
  // Not opened read-only by default: a copy that still has a write-ahead log must be able to recover it.
  const db = connect(file, { readonly });
  db.pragma('query_only = on');
  return {
    all: (sql, ...params) => db.prepare(sql).all(...params) as never[],
    each: (sql, ...params) => db.prepare(sql).iterate(...params) as Iterable<never>,
    close: () => void db.close(),
  };
}
