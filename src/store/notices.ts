// What the user must know and was not asked about: a provider that refuses, a budget that is used
// up, a store that was repaired. One of a kind.
import { type Database, sql } from './database.ts';

export type NoticeKind = 'provider' | 'budget' | 'repair' | 'backup';

/** Puts a notice up; answers whether it says something new. */
export function putNotice(db: Database, kind: NoticeKind, message: string): boolean {
  return (
    sql(
      db,
      `insert into meta (key, value) values (?, ?)
       on conflict (key) do update set value = excluded.value where value <> excluded.value`,
    ).run(`notice:${kind}`, message).changes === 1
  );
}

export function clearNotice(db: Database, kind: NoticeKind): void {
  sql(db, 'delete from meta where key = ?').run(`notice:${kind}`);
}

export function readNotices(db: Database): { kind: string; message: string }[] {
  return sql<[], { kind: string; message: string }>(
    db,
    "select substr(key, 8) as kind, value as message from meta where key like 'notice:%' order by key",
  ).all();
}
