// The files that a project's memories are about most often.
import { type Database, sql } from '../sqlite/connect.ts';

export interface OftenTouched {
  path: string;
  memories: number;
}

/** Only so many of the newest are counted: a hook asks. */
const COUNTED = 80;

export function oftenTouched(db: Database, projectId: number, most: number): OftenTouched[] {
  return sql<[number, number, number], OftenTouched>(
    db,
    `select f.path, count(*) as memories
     from (select id, created_at from observations where project_id = ? and hidden_until is null
             and superseded_by is null order by created_at desc limit ?) o
       cross join observation_files f on f.observation_id = o.id and f.role = 'modified'
     group by f.path order by memories desc, max(o.created_at) desc limit ?`,
  ).all(projectId, COUNTED, most);
}
