// The store as commands use it: opened, handed over, closed.

import { existsSync } from 'node:fs';
import { identifyProject } from '../capture/project.ts';
import { resolvePaths } from '../config/paths.ts';
import { CMemError } from '../domain/errors.ts';
import type { Project } from '../domain/session.ts';
import { launchFolder } from '../hosts/index.ts';
import { createStalenessCheck } from '../recall/staleness.ts';
import { type KnownProject, openStore, type Store } from '../store/index.ts';

const STALENESS_MS = 500;

/** For reading: the worker need not run, and nothing is changed. */
export async function withStore<T>(work: (store: Store) => T | Promise<T>): Promise<T> {
  return using(openStore(resolvePaths().database, { readonly: true }), work);
}

export async function withWritableStore<T>(work: (store: Store) => T | Promise<T>): Promise<T> {
  return using(openStore(resolvePaths().database), work);
}

/** For changing what is there: nothing is made where nothing was captured yet. */
export async function withExistingStore<T>(work: (store: Store) => T | Promise<T>): Promise<T> {
  const { database } = resolvePaths();
  if (!existsSync(database)) throw new CMemError('STORE_MISSING', `There is no store at ${database} yet`);
  return using(openStore(database), work);
}

/** For changes that are rolled back: a store of an older version is refused, and not brought up to date on the way. */
export async function withUnchangedStore<T>(work: (store: Store) => T | Promise<T>): Promise<T> {
  openStore(resolvePaths().database, { readonly: true }).close();
  return withExistingStore(work);
}

async function using<T>(store: Store, work: (store: Store) => T | Promise<T>): Promise<T> {
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

/** A person can wait longer than a hook to learn which files have changed since. */
export const checkStaleness = (root: string) => createStalenessCheck(root, Date.now, STALENESS_MS);

/** Where the command was called. */
export function projectHere(): Project {
  return identifyProject(launchFolder() ?? process.cwd());
}

/** The named project; without a name the one of this folder, null where nothing is known of it. */
export function chosenProject(store: Store, named: string | undefined): KnownProject | null {
  return named === undefined ? store.projects.find(projectHere().key) : store.projects.named(named, identifyProject);
}
