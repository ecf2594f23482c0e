// Which project a folder belongs to.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cachedProjects, identifyAmong, identifyProject } from './project.ts';

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

describe('project identity', () => {
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

  it('two repositories of the same name stay apart, and so does a submodule', () => {
    const one = repository('a/shop');
    const two = repository('b/shop');
    expect(identifyProject(one).name).toBe(identifyProject(two).name);
    expect(identifyProject(one).key).not.toBe(identifyProject(two).key);
    git(one, 'submodule', 'add', '-q', two, 'vendor');
    expect(identifyProject(join(one, 'vendor')).key).not.toBe(identifyProject(one).key);
  });

  it('a bare repository with worktrees is named without its extension', () => {
    const main = repository('shop');
    git(folder, 'clone', '-q', '--bare', main, 'store.git');
    git(join(folder, 'store.git'), 'worktree', 'add', '-q', join(folder, 'tree'));
    expect(identifyProject(join(folder, 'tree'))).toMatchObject({ key: join(folder, 'store.git'), name: 'store' });
  });

  it('without git, or if the folder no longer exists, it is the folder', () => {
    mkdirSync(join(folder, 'plain'));
    expect(identifyProject(join(folder, 'plain'))).toMatchObject({ key: join(folder, 'plain'), name: 'plain' });
    expect(identifyProject('/no/such/place')).toMatchObject({ key: '/no/such/place', name: 'place' });
    mkdirSync(join(folder, 'odd', '.git'), { recursive: true });
    expect(identifyProject(join(folder, 'odd')).name).toBe('odd');
  });

  describe('a deleted worktree', () => {
    it.each([
      '.worktrees/3',
      'worktrees/3',
      '.claude/worktrees/feature-x',
      '.worktrees/feature/login',
      '.claude/worktrees/x/packages/api',
    ])('below its repository: %s', (place) => {
      const main = repository('a/shop');
      expect(identifyProject(join(main, place))).toEqual({
        ...{ key: join(main, '.git'), name: 'shop', worktree: join(main, place) },
      });
    });

    it('next to its repository, or identified by remaining worktrees', () => {
      const main = repository('shop');
      const shop = { key: join(main, '.git'), name: 'shop' };
      expect(identifyProject(join(folder, 'shop.worktrees', '3'))).toMatchObject(shop);
      expect(identifyProject(join(folder, 'shop-worktrees', '3', 'src'))).toMatchObject(shop);
      expect(identifyProject(join(folder, 'worktrees', 'shop', '3'))).toMatchObject(shop);
      const group = join(folder, 'far', 'worktrees', 'shop');
      git(main, 'worktree', 'add', '-q', join(group, '4'), '-b', 'four');
      expect(identifyProject(join(group, '3'))).toEqual({ ...shop, worktree: join(group, '3') });
    });

    it('if nothing is left, is named by its path, but never by a bare number', () => {
      const named = (path: string) => {
        const { key, name } = identifyProject(path);
        return [key, name];
      };
      expect(named('/gone/u/repo/.worktrees/3')).toEqual(['/gone/u/repo', 'repo']);
      expect(named('/gone/u/repo/.worktrees/3')).toEqual(named('/gone/u/repo'));
      expect(named('/gone/u/repo.worktrees/3')).toEqual(['/gone/u/repo', 'repo']);
      expect(named('/gone/u/repo/.claude/worktrees/3')).toEqual(['/gone/u/repo', 'repo']);
      expect(named('/home/nobody-here/worktrees/repo/3')).toEqual(['/home/nobody-here/worktrees/repo', 'repo']);
      expect(named('/home/nobody-here/.cursor/worktrees/repo/3')[1]).toBe('repo');
      expect(named('/gone/checkouts/3')).toEqual(['/gone/checkouts/3', 'checkouts/3']);
      expect(named('/home/nobody-here/worktrees/3')[1]).toBe('worktrees/3');
    });

    it("is identified by other projects: git's own list, or the only project of that name", () => {
      const main = repository('far/shop');
      const tree = join(folder, 'somewhere', '7');
      git(main, 'worktree', 'add', '-q', tree, '-b', 'seven');
      rmSync(tree, { recursive: true });
      const shop = identifyProject(main);
      const identify = identifyAmong(identifyProject, () => [shop, identifyProject('/gone/bank')]);
      expect(identify(tree)).toEqual({ ...shop, worktree: tree });
      expect(identify('/gone/worktrees/bank/3')).toMatchObject({ key: '/gone/bank', name: 'bank' });
      expect(identify('/gone/worktrees/other/3')).toMatchObject({ key: '/gone/worktrees/other', name: 'other' });
      expect(identify('/gone/bank')).toMatchObject({ key: '/gone/bank' });
      const twice = identifyAmong(identifyProject, () => [identifyProject('/gone/bank'), identifyProject('/old/bank')]);
      expect(twice('/gone/worktrees/bank/3')).toMatchObject({ key: '/gone/worktrees/bank', name: 'bank' });
    });
  });

  it.each([
    ['D:\\x\\shop', 'D:\\x\\shop', 'shop'],
    ['d:/x/shop/', 'D:\\x\\shop', 'shop'],
    ['\\\\server\\share\\shop', '\\\\server\\share\\shop', 'shop'],
    ['//server-of-nobody/share/shop', '\\\\server-of-nobody\\share\\shop', 'shop'],
    ['D:\\x\\shop\\.worktrees\\3', 'D:\\x\\shop', 'shop'],
    ['C:\\Users\\me\\worktrees\\shop\\3', 'C:\\Users\\me\\worktrees\\shop', 'shop'],
    ['D:\\2024', 'D:\\2024', '2024'],
    ['D:\\jobs\\2024', 'D:\\jobs\\2024', 'jobs/2024'],
    ['D:\\', 'D:\\', 'D:\\'],
  ])('a Windows path is absolute on every system: %s', (path, key, name) => {
    expect(identifyProject(path)).toMatchObject({ key, name });
  });

  it('an impossible path costs no time', () => {
    expect(identifyProject('/c'.repeat(100_000))).toEqual({ key: '/', name: '/', worktree: '/' });
    expect(identifyProject('/nul\u0000')).toMatchObject({ key: '/' });
  });

  it('is cached for a while', () => {
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
