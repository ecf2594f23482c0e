// Compression through the real `claude` program: what it costs, what goes over the wire, and that it leaves nothing behind.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { liveWorker } from '../../src/process/worker-file.ts';
import { runClient } from '../helpers/client.ts';
import { partOf, useCompressBench } from '../helpers/compress-bench.ts';
import { goodAnswer } from '../helpers/model-server.ts';
import { hookCommand, isAlive, killAndWait, PLUGIN, ROOT, waitFor } from '../helpers/scratch.ts';
import { type ScriptedApi, startScriptedApi } from '../helpers/scripted-api.ts';
import { configure, sendTurn } from '../helpers/turns.ts';

const bench = useCompressBench();
const { query, observations, allDone } = bench;
let api: ScriptedApi | null = null;
afterEach(async () => {
  await api?.close();
  api = null;
});

const commandOf = (event: string) =>
  hookCommand(event, PLUGIN).args[1]?.replaceAll('${CLAUDE_PLUGIN_ROOT}', PLUGIN) ?? '';

describe('with the user’s own claude', () => {
  const transcripts = () => {
    const folder = join(bench.scratch.home, '.claude', 'projects');
    return existsSync(folder)
      ? readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.jsonl'))
      : [];
  };

  it('200 tool uses in 20 turns cost 20 calls of the real program, which fire no hook and leave no transcript', {
    timeout: 240_000,
  }, async () => {
    api = await startScriptedApi((request) => [
      { type: 'text', text: goodAnswer(`Part ${partOf(JSON.stringify(request.messages))} by claude`) },
    ]);
    // Our hooks are installed in that home, as a user would have them, and one that leaves a mark.
    const marker = join(bench.scratch.home, 'hooked');
    const events = ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd'];
    const hooks = Object.fromEntries(
      events.map((event) => [
        event,
        [
          {
            hooks: [
              { type: 'command', command: `touch ${marker}` },
              // Without a plugin nobody fills in its folder.
              { type: 'command', command: commandOf(event) },
            ],
          },
        ],
      ]),
    );
    mkdirSync(join(bench.scratch.home, '.claude'), { recursive: true });
    writeFileSync(join(bench.scratch.home, '.claude', 'settings.json'), JSON.stringify({ hooks }));
    writeFileSync(join(bench.scratch.home, '.claude', 'CLAUDE.md'), 'THE USER’S OWN NOTES');
    configure(bench.scratch, {
      provider: 'claude',
      claudePath: join(ROOT, 'node_modules', '.bin', 'claude'),
      model: 'claude-haiku-4-5',
    });
    let material = 0;
    for (let turn = 1; turn <= 20; turn += 1) material += sendTurn(bench.scratch, bench.session, turn, 10).material;
    Object.assign(bench.scratch.env, {
      ANTHROPIC_BASE_URL: api.url,
      ANTHROPIC_API_KEY: 'dummy',
      DISABLE_TELEMETRY: '1',
      IS_SANDBOX: '1',
    });
    await bench.scratch.cli(['worker', 'start']);
    await allDone(20);
    expect(api.requests).toHaveLength(20);
    expect(observations()).toMatchObject(
      Array.from({ length: 20 }, (_, i) => ({ n: i + 1, provider: 'claude', title: `Part ${i + 1} by claude` })),
    );

    // What went over the wire: our question, our instructions, and what the program adds of its own.
    const texts = (content: unknown): string[] =>
      typeof content === 'string' ? [content] : (content as { text?: string }[]).map((block) => block.text ?? '');
    const wire = api.requests.map((request) => {
      const said = request.messages.flatMap((message) => texts(message.content));
      const system = texts(request.system);
      const length = (parts: string[]) => parts.reduce((sum, part) => sum + part.length, 0);
      const question = length(said.filter((part) => part.includes('<material>')));
      const ours = length(system.filter((part) => part.includes('You maintain the memory of a coding agent')));
      return { question, ours, added: length(said) + length(system) - question - ours };
    });
    const sum = (key: 'question' | 'added') => wire.reduce((total, one) => total + one[key], 0);
    console.log(
      `claude: 20 calls, ${(sum('question') / material).toFixed(2)} × the new material, instructions of ${wire[0]?.ours} characters, ${Math.round(sum('added') / 20)} characters a call added by the program`,
    );
    expect(wire.every((one) => one.question > 0 && one.ours > 0)).toBe(true);
    expect(sum('question')).toBeLessThanOrEqual(2 * material);
    for (const { added } of wire) expect(added).toBeLessThan(1500);
    for (const request of api.requests) {
      expect(request).toMatchObject({ thinking: { type: 'disabled' }, max_tokens: 4000 });
      expect(request.tools ?? []).toEqual([]);
      expect(JSON.stringify(request)).not.toContain('OWN NOTES');
      expect(JSON.stringify(request)).not.toContain('cache_control');
    }
    const { today } = JSON.parse((await bench.scratch.cli(['usage', '--json'])).stdout) as {
      today: { calls: number; tokens: number; usd: number };
    };
    expect(today).toMatchObject({ calls: 20, tokens: 20 * 120 });
    expect(today.usd).toBeGreaterThan(0);

    expect(existsSync(marker)).toBe(false);
    expect(transcripts()).toEqual([]);
    expect(await bench.scratch.status()).toMatchObject({ sessions: 1, prompts: 20, spool: 0, problems: [] });
    // The same program without our care would have done all of it.
    await runClient(bench.scratch, api, ['-p', 'hello'], { cwd: bench.scratch.home, plugin: null });
    expect(existsSync(marker)).toBe(true);
    expect(transcripts()).toHaveLength(1);
    await waitFor(async () => (await bench.scratch.status()).sessions === 2, 'the session of our own making');
  });

  describe('a program that never answers', () => {
    let pids: string;
    const children = () => (existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : []);
    const start = async (answerSeconds: number) => {
      pids = join(bench.scratch.home, 'pids');
      const program = join(bench.scratch.home, 'slow-claude');
      writeFileSync(program, `#!/bin/sh\ncat >/dev/null\necho $$ >> ${pids}\nexec sleep 600\n`, { mode: 0o755 });
      configure(bench.scratch, { provider: 'claude', claudePath: program, answerSeconds });
      sendTurn(bench.scratch, bench.session, 1, 3);
      await bench.scratch.cli(['worker', 'start']);
      await waitFor(() => children().length > 0, 'the program to be started');
      const worker = liveWorker(bench.scratch.paths.workerInfo);
      if (!worker) throw new Error('no worker');
      return worker.pid;
    };
    const allGone = () => waitFor(() => children().every((pid) => !isAlive(pid)), 'the end of the program');

    it.each(['SIGKILL', 'SIGTERM'] as const)('does not outlive a worker that gets %s', async (signal) => {
      await killAndWait(await start(600), signal);
      await allGone();
      const [job] = query<{ state: string; tries: number }>('select state, tries from jobs');
      expect(job).toEqual(signal === 'SIGTERM' ? { state: 'waiting', tries: 0 } : { state: 'running', tries: 1 });
      const aborted = query<{ error: string; tokens: number }>('select error, tokens_in as tokens from usage');
      if (signal === 'SIGTERM') expect(aborted).toEqual([{ error: 'the worker ended', tokens: expect.any(Number) }]);
      expect(aborted.every(({ tokens }) => tokens > 100)).toBe(true);
    });

    it('is ended when its time is over, and what it was sent counts', { timeout: 90_000 }, async () => {
      await start(1);
      await allDone(1);
      await allGone();
      expect(children()).toHaveLength(3);
      const calls = query<{ error: string; tokens: number }>('select error, tokens_in as tokens from usage');
      expect(calls).toHaveLength(3);
      for (const call of calls) {
        expect(call.error).toBe('retry: no answer in time');
        expect(call.tokens).toBeGreaterThan(100);
      }
    });
  });
});
