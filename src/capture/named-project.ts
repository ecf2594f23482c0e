// The project that a host means when it names one beside a folder, or without any.

import type { Project } from '../domain/session.ts';
import type { KnownProject, Store } from '../store/index.ts';
import { isAbsolutePath, lastPart } from '../text/path.ts';

export interface NamedProject {
  /** Where its sessions are taken to be. */
  folder: string;
  /** The one that is known already, where the folder does not tell it. */
  known: KnownProject | null;
  /** A name that its project is found by; also what that is called if it is new, unless it is only its folder's name. */
  name: string | null;
  isGiven: boolean;
}

/**
 * An id or a path says all. A name is that of the folder's own project where this has it (two repositories of one name stay
 * apart); else the name of the one project that is known by it; else a name for the folder's project.
 */
export function resolveProject(
  store: Store,
  named: string,
  cwd: string | null,
  identify: (folder: string) => Project,
): NamedProject {
  if (isAbsolutePath(named)) return { folder: named, known: null, ...UNNAMED };
  const byId = store.projects.ofId(named);
  if (byId) return { folder: cwd ?? folderOf(byId), known: byId, ...UNNAMED };
  const candidates = store.projects.ofName(named);
  if (cwd !== null) {
    const { key, name } = identify(cwd);
    const here = store.projects.find(key);
    const isOwn = here ? candidates.some(({ id }) => id === here.id) : name === named;
    if (isOwn) return { folder: cwd, known: null, ...UNNAMED };
  }
  const [only, second] = candidates;
  if (only && !second) return { folder: cwd ?? folderOf(only), known: only, ...UNNAMED };
  const folder = cwd ?? `/${named.replaceAll(/[\\/]/g, '-')}`;
  // Many hosts send the last part of the folder as the name: a repository is not called after its subfolder.
  return { folder, known: null, name: named, isGiven: lastPart(folder) !== named };
}

const UNNAMED = { name: null, isGiven: false };

const folderOf = ({ key }: KnownProject) => key.replace(/\/\.git$/, '');
