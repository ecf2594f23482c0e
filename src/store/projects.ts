// Projects: one row per repository or folder.
import type { Project } from '../domain/session.ts';
import { type Database, sql } from './database.ts';

/** The id of a project, made when first seen; a merged project answers with the one it went into. */
export function ensureProject(db: Database, project: Project, now: number): number {
  const known = sql<[string], { id: number }>(
    db,
    'select coalesce(merged_into, id) as id from projects where key = ?',
  ).get(project.key);
  if (known) return known.id;
  const added = sql(db, 'insert into projects (key, name, created_at) values (?, ?, ?)').run(
    project.key,
    project.name,
    now,
  );
  return Number(added.lastInsertRowid);
}

/** The project of this key; a merged one answers with the one it went into. */
export function findProject(db: Database, key: string): { id: number; name: string } | null {
  return (
    sql<[string], { id: number; name: string }>(
      db,
      `select p.id, p.name from projects k join projects p on p.id = coalesce(k.merged_into, k.id) where k.key = ?`,
    ).get(key) ?? null
  );
}
