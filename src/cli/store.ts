// The store as commands use it: opened, handed over, closed.
import { existsSync } from 'node:fs';
import { identifyProject } from '../capture/project.ts';
import { projectFolder } from '../config/host.ts';
import { resolvePaths } from '../config/paths.ts';
import { CMemError } from '../domain/errors.ts';
import type { Project } from '../domain/session.ts';
import { createStalenessCheck } from '../recall/staleness.ts';
import { findProject, type KnownProject, projectNamed } from '../store/ledger/projects.ts';
import { type Database, openDatabase } from '../store/sqlite/open.ts';

const STALENESS_MS = 500;

/** For reading: the worker need not run, and nothing is changed. */
export async function withStore<T>(work: (db: Database) => T | Promise<T>): Promise<T> {
  return using(openDatabase(resolvePaths().database, { readonly: true }), work);
}

export async function withWritableStore<T>(work: (db: Database) => T | Promise<T>): Promise<T> {
  return using(openDatabase(resolvePaths().database), work);
}

/** For changing what is there: nothing is made where nothing was captured yet. */
export async function withExistingStore<T>(work: (db: Database) => T | Promise<T>): Promise<T> {
  const { database } = resolvePaths();
  if (!existsSync(database)) throw new CMemError('STORE_MISSING', `There is no store at ${database} yet`);
  return using(openDatabase(database), work);
}

/** For changes that are rolled back: a store of an older version is refused, and not brought up to date on the way. */
export async function withUnchangedStore<T>(work: (db: Database) => T | Promise<T>): Promise<T> {
  openDatabase(resolvePaths().database, { readonly: true }).close();
  return withExistingStore(work);
}

async function using<T>(db: Database, work: (db: Database) => T | Promise<T>): Promise<T> {
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/** A person can wait longer than a hook to learn which files have changed since. */
export const checkStaleness = (root: string) => createStalenessCheck(root, Date.now, STALENESS_MS);

/** Where the command was called. */
export function projectHere(): Project {
  return identifyProject(projectFolder() ?? process.cwd());
}

/** The named project; without a name the one of this folder, null where nothing is known of it. */
export function chosenProject(db: Database, named: string | undefined): KnownProject | null {
  return named === undefined ? findProject(db, projectHere().key) : projectNamed(db, named, identifyProject);
}
