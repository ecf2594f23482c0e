// The packed package of an earlier version, used, then this one over it: memories and settings stay. Back again, the older
// program refuses what it does not know and leaves it alone.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engineName } from '../../src/store/sqlite/connect.ts';
import { buildEarlierPackage, EARLIER_VERSION, hasEarlierCommit } from '../helpers/earlier-package.ts';
import { installPacked } from '../helpers/packed.ts';
import { fixtureSession, payload, prompt } from '../helpers/payloads.ts';
import { createScratch, hookCommand, ROOT, run, type Scratch, waitFor } from '../helpers/scratch.ts';

const QUIET = { code: 0, stdout: '', stderr: '' };

let scratch: Scratch;
let prefix: string;
let folder: string;
let earlier: string;
beforeEach(() => {
  scratch = createScratch();
  mkdirSync(join(scratch.home, '.claude'));
  prefix = join(realpathSync(scratch.home), 'opt');
  folder = join(prefix, 'node_modules', 'c-mem');
});
afterEach(() => scratch.dispose());

/** As `npm install -g` does: in the place of whatever was there. */
function installOld(): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(earlier, folder, { recursive: true });
  const native = join('better-sqlite3', 'build', 'Release', 'better_sqlite3.node');
  for (const part of [join('better-sqlite3', 'package.json'), native])
    cpSync(join(ROOT, 'node_modules', part), join(prefix, 'node_modules', part), { recursive: true });
}

function installNew(): void {
  rmSync(folder, { recursive: true, force: true });
  installPacked(prefix);
}

const cli = (...args: string[]) => {
  const program = [join(folder, 'plugin', 'dist', 'c-mem.cjs'), join(folder, 'dist', 'c-mem.cjs')].find(existsSync);
  return run(process.execPath, [program as string, ...args], scratch.env);
};
/** As Claude Code runs it: from the folder that its settings name. */
const hook = (event: string, body: object) => {
  const { command, args, env } = hookCommand(event, join(folder, 'plugin'));
  return run(command, args, { ...scratch.env, ...env }, JSON.stringify(body));
};

async function turn(words: string, answer: string): Promise<void> {
  const session = fixtureSession('/home/dev/shop');
  await hook('SessionStart', payload(session, 'SessionStart', { source: 'startup' }));
  await hook('UserPromptSubmit', prompt(session, words));
  await hook('Stop', payload(session, 'Stop', { last_assistant_message: answer }));
  await waitFor(async () => (await cli('search', answer)).stdout.includes(words.slice(0, 20)), 'the memory');
}

const digest = () => createHash('sha256').update(readFileSync(scratch.paths.database)).digest('hex');

// It knows only the native module.
describe.runIf(engineName() === 'better-sqlite3' && hasEarlierCommit)('from an earlier version', () => {
  beforeAll(() => {
    earlier = buildEarlierPackage();
  }, 120_000);
  afterAll(() => rmSync(earlier, { recursive: true, force: true }));
  it('upgrades in place, and refuses to go back', { timeout: 120_000 }, async () => {
    installOld();
    expect((await cli('--version')).stdout.trim()).toBe(EARLIER_VERSION);
    expect((await cli('install', '--yes')).code).toBe(0);
    await turn('Count the herons in the park', 'I counted twelve herons.');
    await cli('config', 'set', 'idleMinutes', '9');

    // The worker of the old version is still running.
    installNew();
    await turn('Count the otters in the river', 'I counted three otters.');
    expect((await cli('search', 'herons')).stdout).toContain('Count the herons');
    expect((await cli('config', 'get', 'idleMinutes')).stdout).toContain('9');
    const doctor = JSON.parse((await cli('doctor', '--json')).stdout);
    expect(doctor.findings.filter(({ state }: { state: string }) => !['ok', 'offer'].includes(state))).toEqual([]);
    const { worker, version } = JSON.parse((await cli('status', '--json')).stdout);
    expect(version).not.toBe(EARLIER_VERSION);
    expect(worker.running).toBe(true);
    await cli('worker', 'stop');

    const before = digest();
    installOld();
    const refused = await cli('search', 'otters');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/knows only up to[\s\S]*Upgrade c-mem/)]);
    const session = fixtureSession('/home/dev/shop');
    expect(await hook('SessionStart', payload(session, 'SessionStart', { source: 'startup' }))).toEqual(QUIET);
    expect(await hook('UserPromptSubmit', prompt(session, 'Where are the otters?'))).toEqual(QUIET);
    expect(digest()).toBe(before);

    // What was captured meanwhile is waiting for the newer version.
    installNew();
    await cli('worker', 'start');
    await turn('Count the storks on the roof', 'I counted two storks.');
    expect((await cli('search', 'Where are the otters')).stdout).toContain('otters');
    await cli('worker', 'stop');
  });
});
