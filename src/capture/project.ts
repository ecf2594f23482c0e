// Which project a folder belongs to, told from the file system alone: no git process is run.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { Project } from '../domain/session.ts';

const MAX_PATH = 4096;

/** Finds the repository that holds `folder`; worktrees and subfolders of one repository are one project (SPEC C10). */
export function identifyProject(folder: string): Project {
  // No system has such a folder; walking up from it would take for ever.
  if (folder.length > MAX_PATH || folder.includes('\u0000')) return { key: '/', name: '/', worktree: '/' };
  const start = real(resolve(folder));
  for (let at = start; ; at = dirname(at)) {
    const common = commonFolder(join(at, '.git'));
    if (common) return { key: common, name: repositoryName(common), worktree: at };
    if (dirname(at) === at) break;
  }
  return { key: start, name: basename(start) || start, worktree: start };
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
