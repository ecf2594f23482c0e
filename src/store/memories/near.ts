// Where a feed begins that shows a memory among those before and after it.
import { type Database, sql } from '../sqlite/connect.ts';

const FEW_NEWER = 8;
/** So that what is in the middle is still on the first page of a feed of all projects. */
const MOST_NEWER = 30;

/** The time of the newest of a few memories after this one: of its project, or of all, if there are many others in between. */
export function near(db: Database, projectId: number, at: number): number {
  const newest = (where: string, ...params: unknown[]) =>
    sql<unknown[], { at: number | null }>(
      db,
      `select max(created_at) as at from (select created_at from observations
         where hidden_until is null and created_at > ? ${where} order by created_at limit ${FEW_NEWER})`,
    ).get(at, ...params)?.at ?? at;
  const own = newest('and project_id = ?', projectId);
  const between = sql<[number, number, number], { n: number }>(
    db,
    `select count(*) as n from (select 1 from observations where project_id in (select id from projects)
       and hidden_until is null and created_at > ? and created_at <= ? limit ?)`,
  ).get(at, own, MOST_NEWER + 1);
  return (between?.n ?? 0) <= MOST_NEWER ? own : newest('');
}
