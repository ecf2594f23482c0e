// Installed by Claude Code's own plugin commands from a git repository, with no npm package and no checkout anywhere.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engineName } from '../../src/store/sqlite/connect.ts';
import { runClient } from '../helpers/client.ts';
import { type GitServer, startGitServer } from '../helpers/git-server.ts';
import { installPacked } from '../helpers/packed.ts';
import { createScratch, ROOT, run, type Scratch, waitFor } from '../helpers/scratch.ts';
import { type Block, type ScriptedApi, startScriptedApi, stepOfTurn } from '../helpers/scripted-api.ts';
import { Sqlite } from '../helpers/sqlite.ts';

const RELEASE = join(ROOT, 'scripts', 'release-branch.mjs');
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=dev', '-c', 'user.email=dev@example.org', ...args], {
    encoding: 'utf8',
  });

let repositories: Scratch;
let server: GitServer;
beforeAll(async () => {
  repositories = createScratch();
  const repository = join(repositories.home, 'c-mem.git');
  execFileSync('git', ['init', '-q', '--bare', repository]);
  const identity = { GIT_AUTHOR_NAME: 'dev', GIT_AUTHOR_EMAIL: 'dev@example.org' };
  const env = { ...process.env, ...identity, GIT_COMMITTER_NAME: 'dev', GIT_COMMITTER_EMAIL: 'dev@example.org' };
  const release = () => execFileSync(process.execPath, [RELEASE, '--into', repository], { env, encoding: 'utf8' });
  expect(release()).toMatch(/^release: c-mem \d/);
  expect(release()).toContain('up to date');
  server = await startGitServer(repositories.home);
});
afterAll(async () => {
  await server.close();
  await repositories.dispose();
});

let scratch: Scratch;
let api: ScriptedApi;
let project: string;
let steps: Block[][] = [];
let last = 'FINAL';
beforeEach(async () => {
  scratch = createScratch();
  project = join(realpathSync(scratch.home), 'shop');
  mkdirSync(project);
  execFileSync('git', ['init', '-q', '-b', 'main', project]);
  steps = [];
  last = 'FINAL';
  api = await startScriptedApi((request) => {
    if (!request.tools?.length) return [{ type: 'text', text: 'a title' }];
    return steps[stepOfTurn(request)] ?? [{ type: 'text', text: last }];
  });
});
afterEach(async () => {
  await api.close();
  await scratch.dispose();
});

/** Node 20 has no SQLite, and `c-mem install` never ran here. */
const native = (): Record<string, string> =>
  engineName() === 'node:sqlite' ? {} : { NODE_PATH: join(ROOT, 'node_modules') };
const claude = (...args: string[]) => runClient(scratch, api, args, { cwd: project, plugin: null, env: native() });
const plugin = (...args: string[]) =>
  run(join(ROOT, 'node_modules', '.bin', 'claude'), ['plugin', ...args], scratch.env, '', project);
const say = (request: object | undefined) => JSON.stringify(request ?? {});
const requestsWith = (word: string) => api.requests.filter((r) => r.tools?.length && say(r.messages).includes(word));
/** The command that C-Mem leaves in its data folder. */
const command = (...args: string[]) =>
  run(join(scratch.paths.home, 'launcher', 'c-mem'), args, { ...scratch.env, ...native() }, '', project);

async function installFromMarketplace(): Promise<void> {
  const added = await plugin('marketplace', 'add', `${server.urlOf('c-mem.git')}#release`);
  expect([added.code, added.stderr]).toEqual([0, '']);
  const installed = await plugin('install', 'c-mem@c-mem');
  expect([installed.code, installed.stderr]).toEqual([0, '']);
}

async function workOnce(): Promise<void> {
  steps = [
    [
      {
        type: 'tool_use',
        name: 'Write',
        input: { file_path: join(project, 'cart.js'), content: 'exports.unit = "cents";\n' },
      },
    ],
  ];
  last = 'Totals are counted in cents now, because floats lost pennies.';
  const ran = await claude('-p', 'The totals in the cart are wrong by a penny.');
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  steps = [];
  last = 'FINAL';
}

const settled = () =>
  waitFor(async () => {
    if (!existsSync(join(scratch.paths.home, 'launcher', 'c-mem'))) return false;
    const { spool, queue, sessions } = JSON.parse((await command('status', '--json')).stdout);
    return spool === 0 && sessions > 0 && queue.waiting + queue.running === 0;
  }, 'everything to be compressed');

const counted = () => {
  const db = new Sqlite(scratch.paths.database, { readonly: true });
  const rows = db.prepare<[], { kind: string; n: number }>('select kind, count(*) n from events group by kind').all();
  db.close();
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
};

describe('the plugin from a marketplace', () => {
  it('remembers, searches, has its command, and leaves nothing', { timeout: 180_000 }, async () => {
    await installFromMarketplace();
    await workOnce();
    await settled();
    // The agent has the tools and the skill, and the second session knows what the first did.
    steps = [[{ type: 'tool_use', name: 'mcp__plugin_c-mem_c-mem__search', input: { query: 'pennies' } }]];
    expect((await claude('-p', 'SESSION-TWO what is next?')).stdout).toBe('FINAL\n');
    const [first] = requestsWith('SESSION-TWO');
    expect(say(first)).toContain('counted in cents');
    expect(say(first)).toContain('c-mem:memory');
    expect(say(requestsWith('SESSION-TWO').at(-1)?.messages)).toContain('tool_result');
    expect(say(requestsWith('SESSION-TWO').at(-1)?.messages)).toMatch(/tool_result.*pennies/);

    const status = await command('status');
    expect([status.code, status.stderr]).toEqual([0, '']);
    expect(status.stdout).toMatch(/Capturing +yes/);
    const doctor = JSON.parse((await command('doctor', '--json')).stdout);
    expect(doctor.findings.filter(({ state }: { state: string }) => state === 'fault')).toEqual([]);
    expect(say(doctor)).toContain('installed as c-mem@c-mem');

    await command('worker', 'stop');
    expect((await plugin('uninstall', 'c-mem@c-mem')).code).toBe(0);
    expect((await plugin('marketplace', 'remove', 'c-mem')).code).toBe(0);
    expect((await claude('-p', 'WITHOUT-US hello')).stdout).toBe('FINAL\n');
    expect(/c-mem-context|plugin_c-mem|c-mem:memory/.test(say(requestsWith('WITHOUT-US')[0]))).toBe(false);
  });

  it('is removed by our own command too, with the records of the client', { timeout: 180_000 }, async () => {
    await installFromMarketplace();
    await workOnce();
    await settled();
    const would = await command('uninstall', '--dry-run');
    const gone = await command('uninstall', '--purge', '--yes');
    expect([gone.code, gone.stderr]).toEqual([0, '']);
    expect(would.stdout).toContain('installed_plugins.json');
    expect(existsSync(scratch.paths.home)).toBe(false);
    const plugins = join(scratch.home, '.claude', 'plugins');
    const left = existsSync(plugins) ? readdirSync(plugins, { recursive: true, encoding: 'utf8' }) : [];
    expect(left.filter((name) => name.includes('c-mem'))).toEqual([]);
    for (const name of left.filter((each) => each.endsWith('.json')))
      expect(readFileSync(join(plugins, name), 'utf8')).not.toContain('c-mem');
    const settings = join(scratch.home, '.claude', 'settings.json');
    if (existsSync(settings)) expect(readFileSync(settings, 'utf8')).not.toContain('c-mem');
    expect((await plugin('list')).stdout).not.toContain('c-mem@');
  });

  it('updated there, keeps memories and settings', { timeout: 180_000 }, async () => {
    await installFromMarketplace();
    await workOnce();
    await settled();
    await command('config', 'set', 'idleMinutes', '7');
    const next = join(scratch.home, 'next');
    const repository = join(repositories.home, 'c-mem.git');
    const old = git(repository, 'rev-parse', 'release').trim();
    git(scratch.home, 'clone', '-q', '-b', 'release', repository, next);
    const file = join(next, 'plugin', '.claude-plugin', 'plugin.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": "[^"]*"/, '"version": "99.0.0"'));
    git(next, 'commit', '-qam', 'c-mem 99.0.0');
    git(next, 'push', '-q', 'origin', 'release');
    try {
      expect((await plugin('marketplace', 'update', 'c-mem')).code).toBe(0);
      expect((await plugin('update', 'c-mem@c-mem')).code).toBe(0);
    } finally {
      git(repository, 'update-ref', 'refs/heads/release', old);
    }
    expect((await claude('-p', 'AFTER-UPDATE hello')).stdout).toBe('FINAL\n');
    expect(/counted in cents/.test(say(requestsWith('AFTER-UPDATE')[0]))).toBe(true);
    expect((await command('doctor', '--no-probe')).stdout).toContain(join('c-mem', '99.0.0'));
    expect((await command('config', 'get', 'idleMinutes')).stdout).toContain('7');
    await command('worker', 'stop');
  });

  it('beside `c-mem install`, in either order, is one', { timeout: 180_000 }, async () => {
    const folder = installPacked(join(realpathSync(scratch.home), 'opt'));
    const install = () =>
      run(
        process.execPath,
        [join(folder, 'plugin', 'dist', 'c-mem.cjs'), 'install', '--yes', '--host', 'claude-code'],
        scratch.env,
        '',
        project,
      );
    await installFromMarketplace();
    expect((await install()).stdout).toContain('already runs C-Mem from a marketplace');
    await plugin('uninstall', 'c-mem@c-mem');
    await plugin('marketplace', 'remove', 'c-mem');
    expect((await install()).stdout).toContain('add two entries');
    await plugin('marketplace', 'add', `${server.urlOf('c-mem.git')}#release`);
    await plugin('install', 'c-mem@c-mem');
    await workOnce();
    await settled();
    expect(counted()).toMatchObject({ prompt: 1, tool: 1, session_start: 1, stop: 1, session_end: 1 });
    await command('worker', 'stop');
  });

  it('installed twice, captures and injects once', { timeout: 180_000 }, async () => {
    await installFromMarketplace();
    // A second marketplace with another name offers the same plugin.
    const fork = join(repositories.home, 'fork');
    if (!existsSync(fork)) {
      execFileSync('git', ['clone', '-q', '-b', 'release', join(repositories.home, 'c-mem.git'), fork]);
      const file = join(fork, '.claude-plugin', 'marketplace.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace('"name": "c-mem"', '"name": "fork"'));
      git(fork, 'commit', '-qam', 'Another name');
    }
    expect((await plugin('marketplace', 'add', fork)).code).toBe(0);
    expect((await plugin('install', 'c-mem@fork')).code).toBe(0);
    await workOnce();
    await settled();
    expect(counted()).toMatchObject({ prompt: 1, tool: 1, session_start: 1, stop: 1, session_end: 1 });
    expect((await claude('-p', 'SESSION-TWO what is next?')).stdout).toBe('FINAL\n');
    expect(say(requestsWith('SESSION-TWO')[0]).split('Where we left off')).toHaveLength(2);
    expect(say(JSON.parse((await command('doctor', '--no-probe', '--json')).stdout))).toContain('installed twice');
    await command('worker', 'stop');
  });
});
