// Opens the store for a command, and closes it afterwards.

import { existsSync } from 'node:fs';
import { identifyProject } from '../capture/project.ts';
import { resolvePaths } from '../config/paths.ts';
import { CMemError } from '../domain/errors.ts';
import type { Project } from '../domain/session.ts';
import { launchFolder } from '../hosts/index.ts';
import { createStalenessCheck } from '../recall/staleness.ts';
import { checkEngine, type KnownProject, openStore, type Store } from '../store/index.ts';

const STALENESS_MS = 500;

/** For reading: works without the worker and changes nothing. */
export async function withStore<T>(work: (store: Store) => T | Promise<T>): Promise<T> {
  return using(openToRead(), work);
}

export async function withWritableStore<T>(work: (store: Store) => T | Promise<T>): Promise<T> {
  return using(openStore(resolvePaths().database), work);
}

/** For changing what exists: no database is created if nothing was captured yet. */
export async function withExistingStore<T>(work: (store: Store) => T | Promise<T>): Promise<T> {
  const { database } = resolvePaths();
  if (!existsSync(database)) {
    checkEngine();
    throw new CMemError('STORE_MISSING', `There is no database at ${database} yet`);
  }
  return using(openStore(database), work);
}

/** For changes that are rolled back: a database of an older version is refused rather than upgraded. */
export async function withUnchangedStore<T>(work: (store: Store) => T | Promise<T>): Promise<T> {
  openToRead().close();
  return withExistingStore(work);
}

function openToRead(): Store {
  try {
    return openStore(resolvePaths().database, { readonly: true });
  } catch (error) {
    // No worker can have created it if SQLite cannot be loaded, which is the better message.
    if ((error as CMemError).code === 'STORE_MISSING') checkEngine();
    throw error;
  }
}

async function using<T>(store: Store, work: (store: Store) => T | Promise<T>): Promise<T> {
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

/** A person can wait longer than a hook to see which files have changed. */
export const checkStaleness = (root: string) => createStalenessCheck(root, Date.now, STALENESS_MS);

/** The project of the current folder. */
export function projectHere(): Project {
  return identifyProject(launchFolder() ?? process.cwd());
}

/** The named project; without a name, the one of this folder, or null if nothing was captured here. */
export function chosenProject(store: Store, named: string | undefined): KnownProject | null {
  return named === undefined ? store.projects.find(projectHere().key) : store.projects.named(named, identifyProject);
}
