// How much is known about a project, in one line.
import { type Database, sql } from '../sqlite/connect.ts';

export interface KnownAbout {
  memories: number;
  /** The title of the newest finding. */
  last: string | null;
}

export function knownAbout(db: Database, projectId: number): KnownAbout {
  const of = 'from observations where project_id = ? and hidden_until is null';
  const memories = sql<[number], number>(db, `select count(*) ${of}`).pluck().get(projectId) as number;
  const last = sql<[number], string>(
    db,
    `select title ${of} and title is not null order by created_at desc, id desc limit 1`,
  )
    .pluck()
    .get(projectId);
  return { memories, last: (last as string | undefined) ?? null };
}
