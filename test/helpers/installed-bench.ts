// The packed package in a scratch home, and the real client with a scripted API.
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { runClient } from './client.ts';
import { installPacked } from './packed.ts';
import { createScratch, type Ran, run, type Scratch, type StatusJson, waitFor } from './scratch.ts';
import { type Block, type MessagesRequest, type ScriptedApi, startScriptedApi, stepOfTurn } from './scripted-api.ts';

export let scratch: Scratch;
export let api: ScriptedApi;
export let folder: string;
export let project: string;
/** What the agent does next; changed by each test. */
export const agent: { steps: Block[][]; last: string } = { steps: [], last: 'FINAL' };

/** For each test of a file: the package unpacked in a new home, a repository, and an agent that does as it is told. */
export function useInstalledBench(): void {
  beforeEach(async () => {
    scratch = createScratch();
    const home = realpathSync(scratch.home);
    folder = installPacked(join(home, 'opt'));
    project = join(home, 'work', 'shop');
    mkdirSync(project, { recursive: true });
    execFileSync('git', ['init', '-q', '-b', 'main', project]);
    writeFileSync(join(project, 'cart.js'), 'exports.total = (prices) => prices.reduce((a, b) => a + b, 0);\n');
    git('add', '.');
    git('commit', '-qm', 'start');
    agent.steps = [];
    agent.last = 'FINAL';
    api = await startScriptedApi((request) => {
      if (!request.tools?.length) return [{ type: 'text', text: 'a title' }];
      if (JSON.stringify(request.messages.at(0)).includes('SUBAGENT'))
        return [{ type: 'text', text: 'The subagent found rounding in tax.js.' }];
      return agent.steps[stepOfTurn(request)] ?? [{ type: 'text', text: agent.last }];
    });
  });
  afterEach(async () => {
    await api.close();
    await scratch.dispose();
  });
}

export const git = (...args: string[]) =>
  execFileSync('git', ['-C', project, '-c', 'user.name=dev', '-c', 'user.email=dev@example.org', ...args]);
export const cli = (...args: string[]): Promise<Ran> =>
  run(process.execPath, [join(folder, 'plugin', 'dist', 'c-mem.cjs'), ...args], scratch.env, '', project);
export const status = async () => JSON.parse((await cli('status', '--json')).stdout) as StatusJson;
export const claude = (args: string[], cwd = project, env: Record<string, string> = {}) =>
  runClient(scratch, api, args, { cwd, plugin: null, env });
export const tool = (name: string, input: Record<string, unknown>): Block => ({ type: 'tool_use', name, input });

/** Until everything is in the ledger and compressed. */
export const settled = (sessions: number) =>
  waitFor(
    async () => {
      const { spool, queue, sessions: known } = await status();
      return spool === 0 && known >= sessions && queue.waiting + queue.running === 0;
    },
    'everything to be compressed',
    60_000,
  );

/** What we put before the model in the last conversation: all contexts in its first request after the prompt. */
export function told(request: MessagesRequest | undefined): string {
  const text = JSON.stringify(request?.messages ?? []);
  return [...text.matchAll(/<c-mem-context>(.*?)<\/c-mem-context>/g)].map((match) => match[1]).join('\n');
}
export const requestsWith = (word: string) =>
  api.requests.filter((r) => JSON.stringify(r.messages).includes(word) && r.tools?.length);
