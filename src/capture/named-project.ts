// Resolves the project that a host names, with or without a folder.

import type { Project } from '../domain/session.ts';
import type { KnownProject, Store } from '../store/index.ts';
import { isAbsolutePath, lastPart } from '../text/path.ts';

export interface NamedProject {
  /** The folder assumed for its sessions. */
  folder: string;
  /** The known project, if the folder does not determine it. */
  known: KnownProject | null;
  /** Another name for the project; also its name if it is new, unless that is only the folder's name. */
  name: string | null;
  isGiven: boolean;
}

/**
 * An ID or a path is unambiguous. A name means the folder's own project if that has this name (two repositories of the
 * same name stay apart); otherwise the only known project with this name; otherwise it becomes a name for the folder's
 * project.
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
  // Many hosts send the last part of the path as the name, but a repository is not named after its subfolder.
  return { folder, known: null, name: named, isGiven: lastPart(folder) !== named };
}

const UNNAMED = { name: null, isGiven: false };

const folderOf = ({ key }: KnownProject) => key.replace(/\/\.git$/, '');
