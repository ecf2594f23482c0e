// How many findings there are, by day, type, branch, author and project, within a filter: for the strip, the facets and the plots.
import { OWN, type SearchFilter } from '../../domain/filter.ts';
import { type Database, sql } from '../sqlite/connect.ts';
import { type Conditions, where } from './where.ts';

export interface Activity {
  days: { day: string; type: string; count: number }[];
  types: { name: string; count: number }[];
  branches: { name: string; count: number }[];
  /** Who made them; empty if nobody but the user did. */
  authors: { name: string; count: number }[];
  pinned: number;
}

const MOST_BRANCHES = 60;

export const FACETS: readonly (keyof Activity)[] = ['days', 'types', 'branches', 'authors', 'pinned'];

/**
 * The facets that are asked for: each reads all findings of the filter, so that who serves others counts them one by one.
 * Each but the days is counted within all conditions but its own. `offset` is the reader's time zone, in minutes east of UTC.
 */
export function activity<Facet extends keyof Activity>(
  db: Database,
  filter: SearchFilter,
  offset: number,
  facets: readonly Facet[],
): Pick<Activity, Facet> {
  const count = <T>(columns: string, except: (keyof Conditions)[], rest: string) => {
    const kept = { ...filter, ...Object.fromEntries(except.map((name) => [name, undefined])) };
    const conditions = where('observation', kept);
    if (!conditions || filter.kinds?.includes('observation') === false) return [];
    const projects = filter.projectIds
      ? 'm.project_id in (select value from json_each(?))'
      : '? is null and m.project_id in (select id from projects where merged_into is null)';
    return sql<unknown[], T>(
      db,
      `select ${columns}, count(*) as count from observations m where m.hidden_until is null and ${projects}
         ${conditions.sql} ${rest}`,
    ).all(filter.projectIds ? JSON.stringify(filter.projectIds) : null, ...conditions.params);
  };
  type Named = Activity['types'][number];
  const counts: { [F in keyof Activity]: () => Activity[F] } = {
    days: () =>
      count<Activity['days'][number]>(
        `${localDay('m.created_at', offset)} as day, m.type`,
        [],
        'group by 1, 2 order by 1',
      ),
    types: () => count<Named>('m.type as name', ['types'], 'group by 1 order by count desc, 1'),
    branches: () =>
      count<Named>(
        'm.branch as name',
        ['branch'],
        `and m.branch is not null group by 1 order by max(m.created_at) desc limit ${MOST_BRANCHES}`,
      ),
    authors: () => {
      const authors = count<Named>(
        `coalesce(m.author, '${OWN}') as name`,
        ['author'],
        'group by 1 order by count desc, 1',
      );
      return authors.every(({ name }) => name === OWN) ? [] : authors;
    },
    pinned: () => count<{ count: number }>('1', ['pinned'], 'and m.pinned = 1')[0]?.count ?? 0,
  };
  return Object.fromEntries(facets.map((facet) => [facet, counts[facet]()])) as Pick<Activity, Facet>;
}

/** The day of a time in the reader's time zone, as SQL. */
export function localDay(column: string, offset: number): string {
  return `date((${column} + ${Math.trunc(offset) * 60_000}) / 1000, 'unixepoch')`;
}

interface Since {
  projectId: number | null;
  since: number;
  offset: number;
}

/** Prompts by day. */
export function turnsByDay(db: Database, { projectId, since, offset }: Since): { day: string; count: number }[] {
  return sql<[object], { day: string; count: number }>(
    db,
    `select ${localDay('created_at', offset)} as day, count(*) as count from prompts
     where created_at >= @since and (@projectId is null or project_id = @projectId) group by 1 order by 1`,
  ).all({ projectId, since });
}

/** Findings by day and project. */
export function findingsByProject(
  db: Database,
  { projectId, since, offset }: Since,
): { day: string; projectId: number; count: number }[] {
  return sql<[object], { day: string; projectId: number; count: number }>(
    db,
    `select ${localDay('created_at', offset)} as day, project_id as projectId, count(*) as count from observations
     where hidden_until is null and created_at >= @since and (@projectId is null or project_id = @projectId)
     group by 1, 2 order by 1`,
  ).all({ projectId, since });
}

/** How many memories there were before a time. */
export function memoriesBefore(db: Database, projectId: number | null, at: number): number {
  return (
    sql<[object], { count: number }>(
      db,
      `select count(*) as count from observations
       where hidden_until is null and created_at < @at and (@projectId is null or project_id = @projectId)`,
    ).get({ projectId, at })?.count ?? 0
  );
}
