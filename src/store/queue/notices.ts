// Notices for the user: a provider that refuses, an exhausted budget, a repaired database. At most one per kind, with
// how to fix it.
import { NOTICE_PREFIX } from '../sqlite/meta.ts';
import { type Database, sql } from '../sqlite/open.ts';

export type NoticeKind = 'provider' | 'budget' | 'repair' | 'backup' | 'outdated' | 'embeddings';

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
    ).run(NOTICE_PREFIX + kind, JSON.stringify({ message, fix })).changes === 1
  );
}

export function clearNotice(db: Database, kind: NoticeKind): void {
  sql(db, 'delete from meta where key = ?').run(NOTICE_PREFIX + kind);
}

export function readNotices(db: Database): Notice[] {
  return sql<[string], { key: string; value: string }>(
    db,
    "select key, value from meta where key glob ? || '*' order by key",
  )
    .all(NOTICE_PREFIX)
    .map(({ key, value }) => ({ kind: key.slice(NOTICE_PREFIX.length), ...decode(value) }));
}

/** Earlier versions wrote the bare message. */
function decode(value: string): { message: string; fix: string | null } {
  if (!value.startsWith('{')) return { message: value, fix: null };
  const { message, fix } = JSON.parse(value) as { message: string; fix: string | null };
  return { message, fix };
}
