// Projects: one row per repository or folder.
import { CMemError } from '../../domain/errors.ts';
import type { Project } from '../../domain/session.ts';
import { type Database, sql } from '../sqlite/connect.ts';

/** The ID of a project, created on first use. A merged project resolves to its target. */
export function ensureProject(db: Database, project: Pick<Project, 'key' | 'name'>, now: number): number {
  const known = findProject(db, project.key);
  if (known) return known.id;
  const added = sql(db, 'insert into projects (key, name, created_at) values (?, ?, ?)').run(
    project.key,
    project.name,
    now,
  );
  return Number(added.lastInsertRowid);
}

export interface KnownProject {
  id: number;
  name: string;
  key: string;
}

const WITH_MERGED = 'from projects k join projects p on p.id = coalesce(k.merged_into, k.id)';

/** The project with this key. A merged project resolves to its target. */
export function findProject(db: Database, key: string): KnownProject | null {
  return sql<[string], KnownProject>(db, `select p.id, p.name, p.key ${WITH_MERGED} where k.key = ?`).get(key) ?? null;
}

/** Null if the name is not a number, or no project has that ID. */
export function projectOfId(db: Database, named: string): KnownProject | null {
  if (!/^\d{1,15}$/.test(named)) return null;
  return (
    sql<[number], KnownProject>(db, `select p.id, p.name, p.key ${WITH_MERGED} where k.id = ?`).get(Number(named)) ??
    null
  );
}

/** All projects with this name; if there are none, those that have it as another name through a merge. */
export function projectsOfName(db: Database, named: string): KnownProject[] {
  const found = sql<[object], KnownProject>(
    db,
    `select distinct p.id, p.name, p.key ${WITH_MERGED} where k.name = @named or p.name = @named`,
  ).all({ named });
  const called = found.filter(({ name }) => name === named);
  return called.length > 0 ? called : found;
}

/**
 * Adds another name by which a project can be found: a row that is merged into it, as when a user merges two projects.
 * A name that is already in use is left alone.
 */
export function addProjectName(db: Database, id: number, name: string, now: number): void {
  if (projectsOfName(db, name).length > 0) return;
  sql(db, 'insert or ignore into projects (key, name, merged_into, created_at) values (?, ?, ?, ?)').run(
    `name:${name}`,
    name,
    id,
    now,
  );
}

/** Resolves a project named by ID, path, or unique name. */
export function projectNamed(db: Database, named: string, identify: (folder: string) => Project): KnownProject {
  const byId = projectOfId(db, named);
  const byName = projectsOfName(db, named);
  const other = byId && byName.find(({ id }) => id !== byId.id);
  if (other)
    throw new CMemError('PROJECT_UNKNOWN', `"${named}" is the ID of one project and the name of another`, {
      fix: `Use a path: ${byId.key} (ID ${byId.id}) or ${other.key} (named ${other.name}).`,
    });
  if (byId) return byId;
  if (byName.length === 1) return byName[0] as KnownProject;
  if (byName.length > 1) {
    throw new CMemError('PROJECT_UNKNOWN', `There are ${byName.length} projects named "${named}"`, {
      fix: `Use an ID or path: ${byName.map(({ id, key }) => `${id} (${key})`).join(', ')}.`,
    });
  }
  const byPath = /[/\\]|^\.{1,2}$/.test(named) ? findProject(db, identify(named).key) : null;
  if (byPath) return byPath;
  throw new CMemError('PROJECT_UNKNOWN', `There is no project "${named}"`);
}

export const isAllProjects = (named: string) => named === 'all' || named === '*';

/** The projects to search, as named by a user or an agent; null for all, also if none is named. */
export function projectsNamed(
  db: Database,
  named: string | undefined,
  identify: (folder: string) => Project,
): number[] | null {
  return named === undefined || isAllProjects(named) ? null : [projectNamed(db, named, identify).id];
}

export interface ProjectOverview extends KnownProject {
  sessions: number;
  observations: number;
  lastEventAt: number | null;
}

/** All projects, most recently used first. */
export function listProjects(db: Database): ProjectOverview[] {
  return sql<[], ProjectOverview>(
    db,
    `select p.id, p.name, p.key, (select count(*) from sessions where project_id = p.id) as sessions,
       (select count(*) from observations where project_id = p.id and hidden_until is null) as observations,
       (select max(last_event_at) from sessions where project_id = p.id) as lastEventAt
     from projects p where p.merged_into is null order by lastEventAt desc nulls last, p.id`,
  ).all();
}

export function renameProject(db: Database, id: number, name: string): void {
  sql(db, 'update projects set name = ? where id = ?').run(name, id);
}
/** Labels for projects in results that span several; null if there is only one project. */
export function projectLabels(db: Database): Map<number, string> | null {
  const rows = sql<[], { id: number; name: string }>(
    db,
    'select id, name from projects where merged_into is null',
  ).all();
  if (rows.length < 2) return null;
  const isShared = (name: string) => rows.filter((row) => row.name === name).length > 1;
  return new Map(rows.map(({ id, name }) => [id, isShared(name) ? `${name}, project ${id}` : name]));
}

export function projectNames(db: Database): Map<number, string> {
  const rows = sql<[], { id: number; name: string }>(db, 'select id, name from projects').all();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
