// Which project a folder belongs to, told from the file system alone: no git process is run.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, win32 } from 'node:path';
import type { Project } from '../domain/session.ts';
import { isWindowsPath } from '../text/path.ts';
import { worktreeLayout } from './worktree-layout.ts';

const MAX_PATH = 4096;

/** Finds the repository that holds `folder`; worktrees and subfolders of one repository are one project (SPEC C10). */
export function identifyProject(folder: string): Project {
  // No system has such a folder; walking up from it would take for ever.
  if (folder.length > MAX_PATH || folder.includes('\u0000')) return { key: '/', name: '/', worktree: '/' };
  if (isForeign(folder)) return foreignProject(folder);
  const start = real(resolve(folder));
  const gone = existsSync(start) ? null : goneWorktree(start);
  if (gone) return gone;
  for (let at = start; ; at = dirname(at)) {
    const common = commonFolder(join(at, '.git'));
    if (common) return { key: common, name: repositoryName(common), worktree: at };
    if (dirname(at) === at) break;
  }
  return { key: start, name: folderName(start, basename(start), basename(dirname(start))), worktree: start };
}

/** A path of Windows on another system: `resolve` would take it for a part of the current folder. */
function isForeign(folder: string): boolean {
  if (process.platform === 'win32') return false;
  return isWindowsPath(folder) || (/^\/\/[^/]+\/[^/]/.test(folder) && !existsSync(folder));
}

function foreignProject(folder: string): Project {
  const path = win32.normalize(folder);
  // Drives have no case, and a folder has no backslash at its end.
  const key = path.replace(/^[a-z]:/, (drive) => drive.toUpperCase()).replace(/(?<=[^\\:])\\+$/, '');
  const layout = worktreeLayout(key, '\\');
  const root = layout ? layout.root : key;
  const name = layout?.name ?? folderName(root, win32.basename(root), win32.basename(win32.dirname(root)));
  return { key: root, name, worktree: key, ...(layout?.isGroup ? { isGuess: true } : {}) };
}

/** A worktree that is no longer there, by where people and tools put them; null where the path does not look like one. */
function goneWorktree(path: string): Project | null {
  const layout = worktreeLayout(path, '/');
  if (!layout) return null;
  if (!layout.isGroup) return { ...identifyProject(layout.root), worktree: path };
  // `worktrees/<repository>/<name>`, or a subfolder of `<repository>/worktrees/<name>`; what is still there tells.
  const { base, root, name } = layout;
  const inside = commonFolder(join(base, '.git'));
  if (inside) return { key: inside, name: repositoryName(inside), worktree: path };
  for (const place of [join(base, name), ...listFolder(root).map((other) => join(root, other))]) {
    const common = commonFolder(join(place, '.git'));
    if (common) return { key: common, name: repositoryName(common), worktree: path };
  }
  return { key: root, name, worktree: path, isGuess: true };
}

/** Nobody knows a project by a bare number: those have the folder above in their name. */
function folderName(path: string, name: string, above: string): string {
  if (/^\d+$/.test(name) && above !== '') return `${above}/${name}`;
  return name || path;
}

/**
 * For a folder that is gone, other projects may tell which one it was: git remembers its worktrees by their path, and of
 * two projects that a path may mean, the one that is known is meant.
 */
export function identifyAmong(identify: (folder: string) => Project, others: () => Project[]) {
  const owners = new Map<string, Project | undefined>();
  const findOwner = (project: Project): Project | undefined => {
    const known = [...new Map(others().map((other) => [other.key, other])).values()];
    return (
      known.find(({ key }) => listsWorktree(key, project.worktree)) ??
      (project.isGuess ? onlyOne(known.filter(({ name, isGuess }) => name === project.name && !isGuess)) : undefined)
    );
  };
  return (folder: string): Project => {
    const project = identify(folder);
    if (existsSync(folder)) return project;
    if (!owners.has(folder)) owners.set(folder, findOwner(project));
    const owner = owners.get(folder);
    return owner ? { key: owner.key, name: owner.name, worktree: project.worktree } : project;
  };
}

const onlyOne = <T>(found: T[]): T | undefined => (found.length === 1 ? found[0] : undefined);

/** Until it is pruned, `<git folder>/worktrees/<name>/gitdir` holds the path of a worktree's `.git`. */
function listsWorktree(common: string, worktree: string): boolean {
  const folder = join(common, 'worktrees');
  return listFolder(folder).some((name) => read(join(folder, name, 'gitdir'))?.trim() === join(worktree, '.git'));
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Answers quickly for folders asked about before; forgets after a while, because repositories come and go. */
export function cachedProjects(now: () => number, keepMs = 60_000): (folder: string) => Project {
  const known = new Map<string, { project: Project; until: number }>();
  return (folder) => {
    const hit = known.get(folder);
    if (hit && hit.until > now()) return hit.project;
    const project = identifyProject(folder);
    if (known.size > 1000) known.clear();
    known.set(folder, { project, until: now() + keepMs });
    return project;
  };
}

/** The git common folder behind a `.git`, which is a folder in a main tree and a file in a worktree or submodule. */
function commonFolder(dotGit: string): string | null {
  const kind = kindOf(dotGit);
  if (kind === 'folder') return kindOf(join(dotGit, 'HEAD')) === 'file' ? real(dotGit) : null;
  if (kind !== 'file') return null;
  const target = /^gitdir: (.+)$/m.exec(read(dotGit) ?? '')?.[1]?.trim();
  if (!target) return null;
  const gitFolder = isAbsolute(target) ? target : resolve(dirname(dotGit), target);
  const shared = read(join(gitFolder, 'commondir'))?.trim();
  return real(shared ? resolve(gitFolder, shared) : gitFolder);
}

function repositoryName(common: string): string {
  const name = basename(common);
  if (name === '.git') return basename(dirname(common)) || common;
  return name.replace(/\.git$/, '') || name;
}

function kindOf(path: string): 'file' | 'folder' | null {
  try {
    // Thrown errors are slow to make, and mostly there is none.
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? (found.isDirectory() ? 'folder' : 'file') : null;
  } catch {
    return null; // a loop of links, a dead mount: not a repository for us
  }
}

/** The system's own way is quicker; elsewhere it also changes case and drives, and with them the names of projects. */
const realPath = process.platform === 'linux' ? realpathSync.native : realpathSync;

function real(path: string): string {
  try {
    return realPath(path);
  } catch {
    return path;
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
