// Binds functions that take a connection to one connection, for use in other rooms.
import type { Database } from './sqlite/connect.ts';

// biome-ignore lint/suspicious/noExplicitAny: any function whose first parameter is the connection
type OnDatabase = (db: Database, ...args: any[]) => unknown;

export type Bound<T extends Record<string, OnDatabase>> = {
  [Name in keyof T]: T[Name] extends (db: Database, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never;
};

export function bind<T extends Record<string, OnDatabase>>(db: Database, functions: T): Bound<T> {
  const bound: Record<string, unknown> = {};
  for (const [name, run] of Object.entries(functions)) bound[name] = (...args: unknown[]) => run(db, ...args);
  return bound as Bound<T>;
}
