// The same project on two machines, however its remote is written.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { normalizeRemote, projectIdentity } from './identity.ts';

it.each([
  ['git@github.com:acme/shop.git', 'github.com/acme/shop'],
  ['https://github.com/acme/shop', 'github.com/acme/shop'],
  ['https://ann:token@GitHub.com/Acme/Shop.git/', 'github.com/acme/shop'],
  ['ssh://git@github.com:22/acme/shop.git', 'github.com/acme/shop'],
  ['git+ssh://git@github.com/acme/shop', 'github.com/acme/shop'],
  ['gitlab.example.com:group/sub/shop.git', 'gitlab.example.com/group/sub/shop'],
  ['https://dev.azure.com/acme/shop/_git/shop', 'dev.azure.com/acme/shop/_git/shop'],
  ['/srv/git/shop.git', null],
  ['../shop', null],
  ['file:///srv/git/shop.git', null],
  ['C:\\git\\shop', null],
  ['http://localhost:3000/acme/shop', null],
  ['git@github.com:', null],
  ['nonsense', null],
])('%s is %s', (url, expected) => expect(normalizeRemote(url)).toBe(expected));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'c-mem-identity-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const git = (...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    encoding: 'utf8',
  }).trim();

it('takes origin, else the only remote, else the first commit, else nothing', async () => {
  const key = join(folder, '.git');
  expect(await projectIdentity(folder)).toBeNull();
  git('init', '-q');
  expect(await projectIdentity(key)).toBeNull();
  writeFileSync(join(folder, 'a'), 'a');
  git('add', '.');
  git('commit', '-qm', 'first');
  const first = git('rev-parse', 'HEAD');
  git('commit', '-qm', 'second', '--allow-empty');
  expect(await projectIdentity(key)).toBe(`commit/${first}`);
  git('remote', 'add', 'fork', 'https://github.com/bob/shop');
  expect(await projectIdentity(key)).toBe('github.com/bob/shop');
  git('remote', 'add', 'other', 'https://github.com/eve/shop');
  expect(await projectIdentity(key)).toBe(`commit/${first}`);
  git('remote', 'add', 'origin', 'git@github.com:acme/shop.git');
  expect(await projectIdentity(key)).toBe('github.com/acme/shop');
});
