// The current working tree: its branch from the file system, its uncommitted files from git within a deadline.
import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

export interface WorkingTree {
  /** Null if no branch is checked out, or without git. */
  branch: string | null;
  /** Absolute paths of files that differ from the last commit. */
  changed: string[];
}

/** A session must not wait for git longer than this. */
const DEADLINE_MS = 40;
const MOST_FILES = 200;

export function readWorkingTree(root: string, deadlineMs = DEADLINE_MS): WorkingTree {
  const branch = currentBranch(root);
  // Without a repository, git is not called.
  return branch === undefined ? { branch: null, changed: [] } : { branch, changed: changedFiles(root, deadlineMs) };
}

/** The current branch; null for none, and without git. */
export function branchOf(root: string): string | null {
  return currentBranch(root) ?? null;
}

/** Undefined: not a repository; null: no branch. */
function currentBranch(root: string): string | null | undefined {
  try {
    const dotGit = join(root, '.git');
    const found = statSync(dotGit, { throwIfNoEntry: false });
    if (!found) return undefined;
    const folder = found.isDirectory() ? dotGit : linkedFolder(dotGit);
    return /^ref: refs\/heads\/(.+)$/m.exec(readFileSync(join(folder, 'HEAD'), 'utf8'))?.[1]?.trim() ?? null;
  } catch {
    return undefined;
  }
}

function linkedFolder(dotGit: string): string {
  const target = /^gitdir: (.+)$/m.exec(readFileSync(dotGit, 'utf8'))?.[1]?.trim() ?? '';
  return isAbsolute(target) ? target : resolve(dirname(dotGit), target);
}

function changedFiles(root: string, deadlineMs: number): string[] {
  try {
    const { spawnSync } = process.getBuiltinModule('node:child_process');
    const { status, stdout } = spawnSync(
      'git',
      ['--no-optional-locks', 'status', '--porcelain=v1', '-z', '--untracked-files=normal', '--no-renames'],
      {
        cwd: root,
        timeout: deadlineMs,
        killSignal: 'SIGKILL',
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 1 << 20,
      },
    );
    if (status !== 0) return [];
    return stdout
      .toString('utf8')
      .split('\0')
      .filter((entry) => entry.length > 3)
      .slice(0, MOST_FILES)
      .map((entry) => join(root, entry.slice(3)));
  } catch {
    return [];
  }
}
