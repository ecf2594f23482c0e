// Determines the project of a folder from the file system alone, without running git.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, win32 } from 'node:path';
import type { Project } from '../domain/session.ts';
import { isWindowsPath } from '../text/path.ts';
import { worktreeLayout } from './worktree-layout.ts';

const MAX_PATH = 4096;

/** Finds the repository that contains `folder`. All worktrees and subfolders of a repository are one project. */
export function identifyProject(folder: string): Project {
  // No system has such a folder, and walking up from it would take forever.
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

/** A Windows path on another system: `resolve` would treat it as relative. */
function isForeign(folder: string): boolean {
  if (process.platform === 'win32') return false;
  return isWindowsPath(folder) || (/^\/\/[^/]+\/[^/]/.test(folder) && !existsSync(folder));
}

function foreignProject(folder: string): Project {
  const path = win32.normalize(folder);
  // Drive letters ignore case, and folders have no trailing backslash.
  const key = path.replace(/^[a-z]:/, (drive) => drive.toUpperCase()).replace(/(?<=[^\\:])\\+$/, '');
  const layout = worktreeLayout(key, '\\');
  const root = layout ? layout.root : key;
  const name = layout?.name ?? folderName(root, win32.basename(root), win32.basename(win32.dirname(root)));
  return { key: root, name, worktree: key, ...(layout?.isGroup ? { isGuess: true } : {}) };
}

/** A deleted worktree, recognized by the usual locations; null if the path does not look like one. */
function goneWorktree(path: string): Project | null {
  const layout = worktreeLayout(path, '/');
  if (!layout) return null;
  if (!layout.isGroup) return { ...identifyProject(layout.root), worktree: path };
  // `worktrees/<repository>/<name>`, or a subfolder of `<repository>/worktrees/<name>`: what still exists decides.
  const { base, root, name } = layout;
  const inside = commonFolder(join(base, '.git'));
  if (inside) return { key: inside, name: repositoryName(inside), worktree: path };
  for (const place of [join(base, name), ...listFolder(root).map((other) => join(root, other))]) {
    const common = commonFolder(join(place, '.git'));
    if (common) return { key: common, name: repositoryName(common), worktree: path };
  }
  return { key: root, name, worktree: path, isGuess: true };
}

/** A bare number is not a meaningful project name, so the parent folder is added. */
function folderName(path: string, name: string, above: string): string {
  if (/^\d+$/.test(name) && above !== '') return `${above}/${name}`;
  return name || path;
}

/**
 * For a folder that no longer exists, other projects may identify it: git records its worktrees by path, and if a path
 * could mean two projects, it means the known one.
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

/** Until it is pruned, `<git folder>/worktrees/<name>/gitdir` contains the path of a worktree's `.git`. */
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

/** Caches projects by folder for a while, because repositories come and go. */
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
    // Throwing is slow, and usually there is no such file.
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? (found.isDirectory() ? 'folder' : 'file') : null;
  } catch {
    return null; // a loop of links, a dead mount: not a repository for us
  }
}

/** The native function is faster; on other systems it also changes case and drive letters, and so project names. */
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
