// One memory: work that one host began is known to another in the same project.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runClient } from '../helpers/client.ts';
import { type ScriptedApi, startScriptedApi } from '../helpers/scripted-api.ts';
import { CART, createHostBench, type HostBench } from './bench.ts';
import { REAL_CLIENTS, type RealClient } from './real-clients.ts';

const codex = REAL_CLIENTS.find(({ host }) => host === 'codex') as RealClient;
let bench: HostBench;
let anthropic: ScriptedApi;
let said = 'FINAL';
beforeEach(async () => {
  bench = await createHostBench(codex);
  anthropic = await startScriptedApi((request) => [{ type: 'text', text: request.tools?.length ? said : 'a title' }]);
  expect((await bench.cli('install', '--yes', '--host', 'claude-code,codex')).code).toBe(0);
});
afterEach(async () => {
  await anthropic.close();
  await bench.dispose();
});
const claude = (prompt: string) =>
  runClient({ ...bench.scratch, env: bench.env }, anthropic, ['-p', prompt], { cwd: bench.project, plugin: null });
const toldClaude = (words: string) =>
  JSON.stringify(
    anthropic.requests.find((request) => JSON.stringify(request.messages).includes(words))?.messages ?? '',
  );

it('from Codex to Claude Code and back: each knows what the other did', { timeout: 180_000 }, async () => {
  bench.api.steps = [
    codex.edit(bench, 'cart.js', CART, `${CART} // in cents`),
    { text: 'Totals are counted in cents now, because floats lost pennies.' },
  ];
  await bench.turn('The totals in the cart are wrong by a penny.');
  await bench.settled();

  said = 'The taxes are rounded per line now, as the tax office demands.';
  const answered = await claude('CLAUDE-NEXT continue with the taxes');
  expect([answered.code, answered.stderr]).toEqual([0, '']);
  expect(toldClaude('CLAUDE-NEXT')).toContain('counted in cents');
  await bench.settled();

  bench.api.steps = [{ text: 'Done.' }];
  await bench.turn('CODEX-NEXT what is left?');
  const told = bench.firstRequest('CODEX-NEXT');
  expect(told).toContain('rounded per line');
  expect(told).toContain('counted in cents');
  await bench.settled();

  const rows = bench.scratch.rows<{ host: string; project: string }>(
    'select s.host, p.key as project from sessions s join projects p on p.id = s.project_id order by s.started_at',
  );
  expect(rows.map(({ host }) => host)).toEqual(['codex', 'claude-code', 'codex']);
  expect(new Set(rows.map(({ project }) => project))).toEqual(new Set([join(bench.project, '.git')]));
  // Search finds both, and can be narrowed to one host.
  const found = async (...args: string[]) => (await bench.cli('search', 'cents taxes', ...args)).stdout;
  expect(await found()).toMatch(/cents[\s\S]*per line|per line[\s\S]*cents/);
  expect(await found('--host', 'claude-code')).not.toContain('floats lost pennies');
  expect((await bench.cli('sessions')).stdout).toMatch(/Codex,[\s\S]*Claude Code,[\s\S]*Codex,/);
});
