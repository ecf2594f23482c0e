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

/** The projects that a person may mean: by id, by path, else by name. Merged ones answer with what they went into. */
export function findProjects(db: Database, named: string): { id: number; key: string; name: string }[] {
  const path = named.replace(/(?<=.)\/+$/, '');
  const exact = sql<[string, string, string], { id: number; key: string; name: string }>(
    db,
    `select p.id, p.key, p.name from projects p where p.id in (
       select coalesce(merged_into, id) from projects where key in (?, ?) or cast(id as text) = ?)`,
  ).all(path, `${path}/.git`, named);
  if (exact.length > 0) return exact;
  return sql<[string], { id: number; key: string; name: string }>(
    db,
    `select p.id, p.key, p.name from projects p where p.id in (
       select coalesce(merged_into, id) from projects where name = ? collate nocase) order by p.id`,
  ).all(named);
}
