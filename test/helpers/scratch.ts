// A scratch home for one test: its own HOME and data folder, the real bundles, and a way to wait.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Paths, resolvePaths } from '../../src/config/paths.ts';
import { Sqlite } from './sqlite.ts';

export const ROOT = resolve(import.meta.dirname, '..', '..');
export const PLUGIN = join(ROOT, 'plugin');

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Scratch {
  home: string;
  env: Record<string, string>;
  paths: Paths;
  /** Runs `c-mem …` from the built bundle. */
  cli(args: string[], input?: string | Buffer): Promise<Ran>;
  status(): Promise<StatusJson>;
  /** Rows of the store. */
  rows<T>(query: string): T[];
  /** Runs the command that the plugin's hooks.json names for this event, as the client would. */
  hook(event: string, payload: unknown, env?: Record<string, string>): Promise<Ran>;
  /** Kills the worker if one runs, and removes the folder. */
  dispose(): Promise<void>;
}

export interface StatusJson {
  events: number;
  sessions: number;
  prompts: number;
  spool: number;
  quarantine: number;
  queue: { waiting: number; running: number; failed: number };
  worker: { running: boolean; pid: number | null; rssMb: number | null };
  problems: { check: string; code?: string; message: string; fix: string }[];
}

export function createScratch(options: { home?: string } = {}): Scratch {
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'c-mem-test-'));
  mkdirSync(home, { recursive: true });
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, C_MEM_LOG_LEVEL: 'debug' };
  const paths = resolvePaths(env);
  const cli = (args: string[], input?: string | Buffer) =>
    run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), ...args], env, input);
  return {
    home,
    env,
    paths,
    cli,
    status: async () => {
      const status = JSON.parse((await cli(['status', '--json'])).stdout) as StatusJson;
      // Hooks are run here without being installed.
      return { ...status, problems: status.problems.filter(({ check }) => check !== 'plugin') };
    },
    rows: <T>(query: string) => {
      const db = new Sqlite(paths.database, { readonly: true });
      try {
        return db.prepare<[], T>(query).all();
      } finally {
        db.close();
      }
    },
    hook: (event, payload, more = {}) => {
      const { command, args, env: root } = hookCommand(event, PLUGIN);
      const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
      return run(command, args, { ...env, ...root, ...more }, body);
    },
    async dispose() {
      // One that is only just starting has told nobody yet.
      for (const pid of processesOf(home)) await killAndWait(pid, 'SIGKILL');
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface HooksJson {
  hooks: Record<string, { hooks: { command: string }[] }[]>;
}

/** What the client would spawn for an event, and the variable that it sets for it. */
export function hookCommand(
  event: string,
  plugin: string,
): { command: string; args: string[]; env: { CLAUDE_PLUGIN_ROOT: string } } {
  const { hooks } = JSON.parse(readFileSync(join(plugin, 'hooks', 'hooks.json'), 'utf8')) as HooksJson;
  const hook = hooks[event]?.[0]?.hooks[0];
  if (!hook) throw new Error(`hooks.json has no ${event}`);
  return { command: '/bin/sh', args: ['-c', hook.command], env: { CLAUDE_PLUGIN_ROOT: plugin } };
}

export function run(
  command: string,
  args: string[],
  env: Record<string, string>,
  input?: string | Buffer,
  cwd?: string,
): Promise<Ran> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'], ...(cwd ? { cwd } : {}) });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('error', fail);
    child.on('close', (code) => done({ code, stdout, stderr }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
  });
}

/** Waits until `probe` answers something true, and answers that; fails with what it last saw. */
export async function waitFor<T>(
  probe: () => T | Promise<T>,
  what: string,
  timeoutMs = 30_000,
): Promise<NonNullable<T>> {
  let last: T | undefined;
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(20)) {
    last = await probe();
    if (last) return last;
  }
  throw new Error(`waited in vain for ${what}; last: ${JSON.stringify(last)}`);
}

export async function killAndWait(pid: number, signal: NodeJS.Signals): Promise<void> {
  try {
    process.kill(pid, signal);
  } catch {
    return;
  }
  await waitFor(() => !isAlive(pid), `the end of process ${pid}`);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

/** The processes that run with this folder as their HOME. */
export function processesOf(home: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`HOME=${home}`);
      } catch {
        return false;
      }
    });
}

/** Every file below a folder whose bytes hold this text. */
export function filesContaining(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => bytesOf(file).includes(text));
}

/** Nothing, of a file that was taken away since it was listed. */
function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
