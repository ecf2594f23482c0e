import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cachedProjects, identifyProject } from './project.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'c-mem-project-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'protocol.file.allow=always', ...args], {
    cwd,
    stdio: 'ignore',
  });

function repository(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  git(path, 'init', '-q');
  git(path, 'commit', '-q', '--allow-empty', '-m', 'first');
  return path;
}

describe('project identity (C10)', () => {
  it('subfolders, worktrees and symlinks of a repository share it', () => {
    const main = repository('a/shop');
    mkdirSync(join(main, 'src/deep'), { recursive: true });
    git(main, 'worktree', 'add', '-q', join(folder, 'elsewhere'), '-b', 'feature');
    symlinkSync(main, join(folder, 'link'));
    const project = identifyProject(main);
    expect(project).toEqual({ key: join(main, '.git'), name: 'shop', worktree: main });
    expect(identifyProject(join(main, 'src/deep'))).toEqual(project);
    expect(identifyProject(join(folder, 'link', 'src'))).toEqual(project);
    expect(identifyProject(join(folder, 'elsewhere'))).toEqual({ ...project, worktree: join(folder, 'elsewhere') });
  });

  it('two repositories of one name stay apart, and so does a submodule', () => {
    const one = repository('a/shop');
    const two = repository('b/shop');
    expect(identifyProject(one).name).toBe(identifyProject(two).name);
    expect(identifyProject(one).key).not.toBe(identifyProject(two).key);
    git(one, 'submodule', 'add', '-q', two, 'vendor');
    expect(identifyProject(join(one, 'vendor')).key).not.toBe(identifyProject(one).key);
  });

  it('a bare repository with worktrees is named without its ending', () => {
    const main = repository('shop');
    git(folder, 'clone', '-q', '--bare', main, 'store.git');
    git(join(folder, 'store.git'), 'worktree', 'add', '-q', join(folder, 'tree'));
    expect(identifyProject(join(folder, 'tree'))).toMatchObject({ key: join(folder, 'store.git'), name: 'store' });
  });

  it('without git, and for a folder that is gone, it is the folder', () => {
    mkdirSync(join(folder, 'plain'));
    expect(identifyProject(join(folder, 'plain'))).toMatchObject({ key: join(folder, 'plain'), name: 'plain' });
    expect(identifyProject('/no/such/place')).toMatchObject({ key: '/no/such/place', name: 'place' });
    mkdirSync(join(folder, 'odd', '.git'), { recursive: true });
    expect(identifyProject(join(folder, 'odd')).name).toBe('odd');
  });

  it('a path that no system can have costs no time', () => {
    expect(identifyProject('/c'.repeat(100_000))).toEqual({ key: '/', name: '/', worktree: '/' });
    expect(identifyProject('/nul\u0000')).toMatchObject({ key: '/' });
  });

  it('is remembered for a while', () => {
    let now = 0;
    const identify = cachedProjects(() => now, 1000);
    const path = join(folder, 'late');
    mkdirSync(path);
    expect(identify(path).key).toBe(path);
    git(path, 'init', '-q');
    expect(identify(path).key).toBe(path);
    now = 2000;
    expect(identify(path).key).toBe(join(path, '.git'));
  });
});
