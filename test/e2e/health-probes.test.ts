// What doctor tries out, hook to ledger and the model, and a model that cannot be asked.
import { cpSync, existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { doctor, scratch, session, status, useHealthBench } from '../helpers/health-bench.ts';
import { prompt } from '../helpers/payloads.ts';
import { ROOT, run, waitFor } from '../helpers/scratch.ts';
import { configure, sendTurn } from '../helpers/turns.ts';

useHealthBench();

describe('what doctor sends', () => {
  it('goes through hook, spool and ledger, and leaves nothing behind', async () => {
    await scratch.hook('UserPromptSubmit', prompt(session, 'hello'));
    await waitFor(async () => (await status()).events === 1, 'the event');
    const count = () =>
      scratch.rows(
        'select (select count(*) from sessions) s, (select count(*) from events) e, (select count(*) from projects) p, (select count(*) from jobs) j, (select count(*) from prompts) t, (select count(*) from transcripts) r',
      );
    const before = count();
    const { findings } = await doctor();
    expect(findings.find(({ check }) => check === 'probe')).toMatchObject({ state: 'ok' });
    expect(count()).toEqual(before);
    expect(readdirSync(scratch.paths.spool)).toEqual([]);
    expect(existsSync(scratch.paths.probe)).toBe(false);
  });

  it('tells where it got stuck', async () => {
    const plugin = join(scratch.home, 'program');
    for (const part of ['plugin', '.claude-plugin', 'package.json'])
      cpSync(join(ROOT, part), join(plugin, part), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(plugin, 'node_modules'));
    await run(
      process.execPath,
      [join(plugin, 'plugin', 'dist', 'c-mem.cjs'), 'install', '--yes', '--host', 'claude-code'],
      scratch.env,
    );
    writeFileSync(join(plugin, 'plugin', 'scripts', 'spool.sh'), 'exit 0\n');
    const { code, findings } = await doctor();
    expect(code).toBe(1);
    expect(findings.find(({ check }) => check === 'probe')).toMatchObject({
      state: 'fault',
      message: expect.stringContaining('did not reach the ledger'),
    });
  });

  it('to the model: a question for its list of models, and nothing that costs', async () => {
    const asked: string[] = [];
    const server = createServer((req, res) => {
      asked.push(`${req.method} ${req.url}`);
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"small"},{"id":"large"}]}');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    configure(scratch, { provider: 'openai', apiKey: 'k-123', baseUrl, model: 'small' });
    const good = await doctor();
    expect(good.findings.find(({ check }) => check === 'model')).toMatchObject({ state: 'ok' });
    configure(scratch, { provider: 'openai', apiKey: 'k-123', baseUrl, model: 'unheard-of' });
    const bad = await doctor('--no-probe');
    expect(bad.findings.find(({ check }) => check === 'model')).toBeUndefined();
    expect((await doctor()).findings.find(({ check }) => check === 'model')).toMatchObject({
      state: 'warning',
      fix: expect.stringContaining('config set model'),
    });
    expect(new Set(asked)).toEqual(new Set(['GET /v1/models']));
    await new Promise((done) => server.close(done));
    expect((await doctor()).findings.find(({ check }) => check === 'model')).toMatchObject({
      state: 'fault',
      message: expect.stringContaining('ECONNREFUSED'),
      fix: expect.stringContaining(`Start the server at ${baseUrl}`),
    });
  });
});

describe('a model that cannot be asked', () => {
  it.each([
    [
      'nobody listens',
      'http://127.0.0.1:1/v1',
      'no connection to http://127.0.0.1:1 (ECONNREFUSED)',
      'Start the server',
    ],
    ['a port that is forbidden', 'http://127.0.0.1:9/v1', 'is not a usable address (bad port)', 'config set baseUrl'],
  ])(
    '%s: it is told, with the remedy, and nothing is charged',
    { timeout: 90_000 },
    async (_name, baseUrl, message, fix) => {
      configure(scratch, { provider: 'openai', apiKey: 'k-123', baseUrl, model: 'm' });
      // Port 1 is forbidden as well: one that is free and was just given back is not.
      if (baseUrl.includes(':1/')) {
        const server = createServer();
        await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
        const { port } = server.address() as AddressInfo;
        await new Promise((done) => server.close(done));
        configure(scratch, { provider: 'openai', apiKey: 'k-123', baseUrl: `http://127.0.0.1:${port}/v1`, model: 'm' });
        message = message.replace(':1 ', `:${port} `);
      }
      await scratch.cli(['worker', 'start']);
      for (const turn of [1, 2]) sendTurn(scratch, session, turn, 2);
      const problem = await waitFor(
        async () => (await status()).problems.find(({ check }) => check === 'provider'),
        'the notice',
        60_000,
      );
      expect(problem.message).toContain(message);
      expect(problem.fix).toContain(fix);
      expect(
        scratch.rows('select sum(tokens_in + tokens_out) as tokens, sum(coalesce(cost_usd, 0)) as usd from usage'),
      ).toEqual([{ tokens: 0, usd: 0 }]);
      // The work is done all the same.
      await waitFor(
        () => scratch.rows<{ n: number }>('select count(*) as n from summaries')[0]?.n === 2,
        'both turns',
        60_000,
      );
    },
  );
});
