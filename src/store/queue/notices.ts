// Notices for the user: a provider that refuses, an exhausted budget, a repaired database. At most one per kind, with
// how to fix it.
import { type Database, sql } from '../sqlite/open.ts';

export type NoticeKind = 'provider' | 'budget' | 'repair' | 'backup';

export interface Notice {
  kind: string;
  message: string;
  fix: string | null;
}

/** Sets a notice and returns whether it is new. */
export function putNotice(db: Database, kind: NoticeKind, message: string, fix: string | null = null): boolean {
  return (
    sql(
      db,
      `insert into meta (key, value) values (?, ?)
       on conflict (key) do update set value = excluded.value where value <> excluded.value`,
    ).run(`notice:${kind}`, JSON.stringify({ message, fix })).changes === 1
  );
}

export function clearNotice(db: Database, kind: NoticeKind): void {
  sql(db, 'delete from meta where key = ?').run(`notice:${kind}`);
}

export function readNotices(db: Database): Notice[] {
  return sql<[], { kind: string; value: string }>(
    db,
    "select substr(key, 8) as kind, value from meta where key like 'notice:%' order by key",
  )
    .all()
    .map(({ kind, value }) => ({ kind, ...decode(value) }));
}

/** Earlier versions wrote the bare message. */
function decode(value: string): { message: string; fix: string | null } {
  if (!value.startsWith('{')) return { message: value, fix: null };
  const { message, fix } = JSON.parse(value) as { message: string; fix: string | null };
  return { message, fix };
}
