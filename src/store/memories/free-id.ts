// IDs of memories are never given twice: people and agents write them down, and an old one must not mean something else.
// SQLite gives a deleted row's number again if it was the highest, so the highest is kept when rows are deleted.

import { type Database, sql } from '../sqlite/connect.ts';
import { META, readMeta, writeMeta } from '../sqlite/meta.ts';

const KEPT = {
  observations: META.highestObservation,
  summaries: META.highestSummary,
  prompts: META.highestPrompt,
} as const;

export type NumberedTable = keyof typeof KEPT;

export const isNumbered = (table: string): table is NumberedTable => Object.hasOwn(KEPT, table);

/** To be called before rows are deleted. */
export function keepHighestId(db: Database, table: NumberedTable): void {
  raiseHighestId(db, table, maxId(db, table));
}

export function raiseHighestId(db: Database, table: NumberedTable, id: number): void {
  if (id > highestKept(db, table)) writeMeta(db, KEPT[table], String(id));
}

/** The ID of a new row; null if the one that SQLite gives is free. */
export function freeId(db: Database, table: NumberedTable): number | null {
  const kept = highestKept(db, table);
  return kept > 0 && kept > maxId(db, table) ? kept + 1 : null;
}

/** Numbers up to this one may have been given to rows that are gone. */
export function highestKept(db: Database, table: NumberedTable): number {
  return Number(readMeta(db, KEPT[table]) ?? 0);
}

/** The highest numbers that were ever given. */
export function highestIds(db: Database): [NumberedTable, number][] {
  return (Object.keys(KEPT) as NumberedTable[]).map((table) => [
    table,
    Math.max(highestKept(db, table), maxId(db, table)),
  ]);
}

function maxId(db: Database, table: NumberedTable): number {
  return sql<[], number | null>(db, `select max(id) from ${table}`).pluck().get() ?? 0;
}
