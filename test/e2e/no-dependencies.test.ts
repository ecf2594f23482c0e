// The packed package with nothing beside it, as npm installs it: on a Node with SQLite it is complete, and on an older one
// `c-mem install` gets SQLite from npm, or says what to do.
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engineName } from '../../src/store/sqlite/connect.ts';
import { installPacked } from '../helpers/packed.ts';
import { fixtureSession, payload, prompt } from '../helpers/payloads.ts';
import { type Registry, startRegistry } from '../helpers/registry.ts';
import { createScratch, hookCommand, ROOT, run, type Scratch, waitFor } from '../helpers/scratch.ts';

let scratch: Scratch;
let folder: string;
let env: Record<string, string>;
const QUIET = { code: 0, stdout: '', stderr: '' };
beforeEach(() => {
  scratch = createScratch();
  folder = installPacked(join(realpathSync(scratch.home), 'opt'), { alone: true });
  mkdirSync(join(scratch.home, '.claude'));
  env = scratch.env;
});
afterEach(() => scratch.dispose());

const cli = (...args: string[]) => run(process.execPath, [join(folder, 'plugin', 'dist', 'c-mem.cjs'), ...args], env);
const installedHook = (event: string, body: object) => {
  const { command, args, env: own } = hookCommand(event, join(folder, 'plugin'));
  return run(command, args, { ...env, ...own }, JSON.stringify(body));
};

async function remembersSomething(): Promise<void> {
  const session = fixtureSession('/home/dev/shop');
  const start = await installedHook('SessionStart', payload(session, 'SessionStart', { source: 'startup' }));
  expect([start.code, start.stderr]).toEqual([0, '']);
  expect(await installedHook('UserPromptSubmit', prompt(session, 'Count herons in the park'))).toEqual(QUIET);
  await installedHook('Stop', payload(session, 'Stop', { last_assistant_message: 'I counted twelve herons.' }));
  await waitFor(async () => (await cli('search', 'heron')).stdout.includes('heron'), 'the memory');
  const asked = await cli('search', 'heron');
  expect([asked.code, asked.stderr]).toEqual([0, '']);
  const doctor = await cli('doctor', '--no-probe');
  expect([doctor.code, doctor.stderr]).toEqual([0, '']);
  expect(doctor.stdout).toContain(engineName());
  expect((await cli('status')).stdout).toContain(engineName());
  await cli('worker', 'stop');
}

describe.runIf(engineName() === 'node:sqlite')('on a Node with SQLite', () => {
  it('is complete, small, and asks npm for nothing', { timeout: 60_000 }, async () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      statSync(join(folder, name)),
    );
    expect(files.reduce((sum, { blocks }) => sum + blocks * 512, 0)).toBeLessThan(8 * 1024 * 1024);
    // npm would be an error.
    env = { ...scratch.env, npm_config_registry: 'http://127.0.0.1:9/' };
    const installed = await cli('install', '--yes', '--host', 'claude-code');
    expect([installed.code, installed.stderr]).toEqual([0, '']);
    await remembersSomething();
    expect(readdirSync(scratch.paths.home)).not.toContain('native');
  });
});

describe.runIf(engineName() === 'better-sqlite3')('on a Node without SQLite', () => {
  const compiled = join(ROOT, 'node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node');
  const { version } = JSON.parse(
    readFileSync(join(ROOT, 'node_modules', 'better-sqlite3', 'package.json'), 'utf8'),
  ) as {
    version: string;
  };
  let registry: Registry;
  /** In place of the real package, whose own script would download or compile for a minute. */
  const serve = async (script: string) => {
    registry = await startRegistry(
      { name: 'better-sqlite3', version, scripts: { install: 'node install.cjs' } } as {
        name: string;
        version: string;
      },
      { 'install.cjs': script },
    );
    env = { ...scratch.env, npm_config_registry: registry.url, npm_config_cache: join(scratch.home, 'npm-cache') };
  };
  afterEach(() => registry.close());

  it('gets it from npm, once', { timeout: 60_000 }, async () => {
    await serve(
      `const { cpSync } = require('node:fs'); cpSync(${JSON.stringify(compiled)}, 'build/Release/better_sqlite3.node');`,
    );
    expect((await cli('install', '--dry-run')).stdout).toContain(`download SQLite (better-sqlite3 ${version})`);
    expect(registry.requests).toEqual([]);
    const installed = await cli('install', '--yes', '--host', 'claude-code');
    expect([installed.code, installed.stderr]).toEqual([0, '']);
    await remembersSomething();
    const native = readdirSync(join(scratch.paths.home, 'native'));
    expect(native).toHaveLength(1);
    registry.requests.length = 0;
    expect((await cli('install', '--yes', '--host', 'claude-code')).code).toBe(0);
    expect(registry.requests).toEqual([]);

    // Damaged, it is replaced.
    writeFileSync(join(scratch.paths.home, 'native', native[0] as string), 'not a module');
    expect((await cli('doctor', '--no-probe')).stdout).toMatch(/BAD {3}sqlite .*cannot be loaded[\s\S]*c-mem install/);
    expect((await cli('install', '--yes', '--host', 'claude-code')).code).toBe(0);
    expect((await cli('doctor', '--no-probe')).code).toBe(0);
    await cli('worker', 'stop');
    await cli('uninstall', '--yes');
    expect(readdirSync(scratch.paths.home)).not.toContain('native');
  });

  it('says what to do if that fails; hooks capture all the same', { timeout: 60_000 }, async () => {
    await serve("console.error('gyp ERR! no compiler'); process.exit(1)");
    const failed = await cli('install', '--yes', '--host', 'claude-code');
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/could not be downloaded[\s\S]*no compiler[\s\S]*Node 22\.16 or later/);
    // Nothing was changed in the host.
    expect(readdirSync(join(scratch.home, '.claude'))).toEqual([]);

    const session = fixtureSession('/home/dev/shop');
    expect(await installedHook('UserPromptSubmit', prompt(session, 'Count herons'))).toEqual(QUIET);
    expect(readdirSync(scratch.paths.spool)).toHaveLength(1);
    for (const command of [['search', 'heron']]) {
      const ran = await cli(...command);
      expect([ran.code, ran.stderr]).toEqual([1, expect.stringMatching(/has no SQLite[\s\S]*c-mem install/)]);
    }
    const status = (await cli('status')).stdout;
    expect(status).toMatch(/! Node v\S+ has no SQLite[\s\S]*Run `c-mem install`/);
    expect(status.split('has no SQLite')).toHaveLength(2);
    rmSync(scratch.paths.spool, { recursive: true });
  });
});
