// A connection of a test's own to a SQLite file, by whichever engine this Node has.
import { connect, type Database } from '../../src/store/sqlite/connect.ts';

interface SqliteConstructor {
  new (file: string, options?: { readonly?: boolean; timeout?: number }): Database;
}

// biome-ignore lint/complexity/useArrowFunction: called with `new`, as the native module is
export const Sqlite = function (file: string, { readonly = false, timeout = 5000 } = {}) {
  return connect(file, { readonly, timeoutMs: timeout });
} as unknown as SqliteConstructor;
