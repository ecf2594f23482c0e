// The packed package installed by `c-mem install` into a scratch home, and a real client driven against the scripted API.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPacked } from '../helpers/packed.ts';
import {
  createScratch,
  processesOf,
  type Ran,
  run,
  type Scratch,
  type StatusJson,
  waitFor,
} from '../helpers/scratch.ts';
import type { Place, RealClient } from './real-clients.ts';
import { type ScriptedModels, startScriptedModels } from './scripted-models.ts';

export interface HostBench extends Place {
  scratch: Scratch;
  /** The unpacked package. */
  folder: string;
  cli(...args: string[]): Promise<Ran>;
  status(): Promise<StatusJson>;
  /** Runs one turn. */
  turn(prompt: string, options?: { resume?: boolean }): Promise<Ran>;
  /** Starts a turn and cuts it off as soon as `when` is true. */
  turnKilled(prompt: string, when: () => boolean): Promise<void>;
  /** Until everything is in the ledger and compressed. */
  settled(): Promise<void>;
  /** Every tool call in the ledger, as `kind name`, in order. */
  calls(): string[];
  /** All titles and texts of memories. */
  memories(): string;
  /** The request in which a prompt was first sent. */
  firstRequest(words: string): string;
  dispose(): Promise<void>;
}

export const CART = 'exports.total = (prices) => prices.reduce((a, b) => a + b, 0);';

export async function createHostBench(client: RealClient): Promise<HostBench> {
  const scratch = createScratch();
  const home = realpathSync(scratch.home);
  const folder = installPacked(join(home, 'opt'));
  const project = join(home, 'work', 'shop');
  mkdirSync(project, { recursive: true });
  execFileSync('git', ['init', '-q', '-b', 'main', project]);
  writeFileSync(join(project, 'cart.js'), `${CART}\n`);
  writeFileSync(join(project, 'check.js'), "throw new Error('totals must be in cents');\n");
  const api: ScriptedModels = await startScriptedModels([{ text: 'FINAL' }]);
  const env = { ...scratch.env, HOME: home };
  const place: Place = { home, project, env, api };
  client.configure(place);
  const cli = (...args: string[]) =>
    run(process.execPath, [join(folder, 'plugin', 'dist', 'c-mem.cjs'), ...args], env, '', project);
  const status = async () => JSON.parse((await cli('status', '--json')).stdout) as StatusJson;
  return {
    ...place,
    ...{ scratch, folder, cli, status },
    turn(prompt, { resume = false } = {}) {
      const { program, args, env: own } = client.command(place, prompt, resume);
      return run(program, args, own, '', project);
    },
    async turnKilled(prompt, when) {
      const { program, args, env: own } = client.command(place, prompt, false);
      const child = spawn(program, args, { env: own, cwd: project, stdio: 'ignore', detached: true });
      const ended = new Promise<void>((done) => child.on('close', () => done()));
      await waitFor(when, 'the moment to kill the client', 60_000);
      // The whole group: a client from npm starts its own program.
      process.kill(-(child.pid as number), client.cutOff);
      await ended;
      // What the npm package started may take longer to end by itself.
      if (client.cutOff === 'SIGKILL') return;
      const isClient = (pid: number) => commandOf(pid).includes(client.client);
      await waitFor(() => !processesOf(home).some(isClient), 'the end of the client');
    },
    async settled() {
      await waitFor(
        async () => {
          const { spool, events } = await status();
          // A turn that was cut off waits for minutes, in case it goes on.
          const due = scratch.rows(
            `select id from jobs where state = 'running' or (state = 'waiting' and run_at < ${Date.now() + 60_000})`,
          );
          return spool === 0 && events > 0 && due.length === 0;
        },
        'everything to be compressed',
        60_000,
      );
    },
    calls: () =>
      scratch
        .rows<{ call: string }>(
          "select kind || ' ' || tool_name as call from events where kind in ('tool', 'tool_failure') order by id",
        )
        .map(({ call }) => call),
    memories: () =>
      JSON.stringify([scratch.rows('select * from observations'), scratch.rows('select * from summaries')]),
    firstRequest: (words) => api.requests.find((request) => request.includes(words)) ?? '',
    async dispose() {
      await api.close();
      await scratch.dispose();
    },
  };
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The hosts' own configuration: every file that we may change, with its bytes. What a host records is not among them. */
export function hostFiles(home: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const file of CONFIGURATION) {
    const path = join(home, file);
    for (const one of [path, `${path}.before-c-mem`]) if (existsSync(one)) files[one] = readFileSync(one, 'utf8');
  }
  return files;
}

const CONFIGURATION = [
  '.codex/hooks.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  '.copilot/hooks/c-mem.json',
  '.copilot/mcp-config.json',
  '.config/opencode/opencode.json',
  '.config/opencode/plugin/c-mem.js',
];
