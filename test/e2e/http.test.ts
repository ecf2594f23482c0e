// The API of a running worker, asked over real sockets by those who should: where it listens, and what it takes.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startModelServer } from '../helpers/model-server.ts';
import { createScratch, waitFor } from '../helpers/scratch.ts';
import { readPort } from '../helpers/viewer.ts';
import { ask, port, scratch, start, token, useWorkerApi } from '../helpers/worker-api.ts';

useWorkerApi();

describe('listening', () => {
  it('on loopback and a socket only, for their owner only', async () => {
    await start();
    for (const file of [scratch.paths.token, scratch.paths.port, scratch.paths.socket])
      expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600]);
    const { worker } = await scratch.status();
    expect(listening(worker.pid as number)).toEqual([`0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`]);
    expect((await ask('GET', '/api/stats', undefined, { socket: true })).status).toBe(200);
    expect((await ask('GET', '/api/stats', undefined, { socket: true, headers: { Authorization: '' } })).status).toBe(
      401,
    );
    // Nothing is installed into a host here, and a stranger is told no more than that something is wrong.
    expect((await ask('GET', '/health', undefined, { headers: { Authorization: '' } })).body).toEqual({
      status: 'troubled',
      version: expect.any(String),
    });
    const ping = (headers: Record<string, string>) => ask('GET', '/ping', undefined, { headers });
    expect(await ping({ Authorization: '' })).toEqual({ status: 200, body: { pid: worker.pid } });
    expect(await ping({ Host: 'evil.example' })).toEqual({ status: 403, body: {} });
    expect(await ping({ Origin: 'https://evil.example' })).toEqual({ status: 403, body: {} });
  });

  it('on another port where the preferred one is taken; the file tells which; one token for ever', async () => {
    await start();
    const other = createScratch();
    Object.assign(other.env, { C_MEM_PORT: String(port) });
    await other.cli(['worker', 'start']);
    const second = await waitFor(() => readPort(other), 'the other port');
    expect(second).not.toBe(port);
    await other.dispose();
    const before = token;
    await scratch.cli(['worker', 'restart']);
    await waitFor(() => readPort(scratch), 'the port');
    expect(readFileSync(scratch.paths.token, 'utf8').trim()).toBe(before);
    await scratch.cli(['worker', 'stop']);
    expect(readPort(scratch)).toBeNull();
  });
});

describe('writing', () => {
  it('what was acknowledged is there after kill -9, and becomes memories', async () => {
    await start();
    const { worker } = await scratch.status();
    await ask('POST', '/api/sessions/init', { sessionId: 's', prompt: 'Why is the basket empty?', project: '/w/shop' });
    await ask('POST', '/api/sessions/observations', {
      sessionId: 's',
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_response: { stdout: 'Error: basket is undefined\n1 failed' },
    });
    const done = await ask('POST', '/api/sessions/summarize', {
      sessionId: 's',
      last_assistant_message:
        'The basket was empty because the cookie was read before it was set. I fixed the order in basket.ts.',
    });
    expect(done.body).toMatchObject({ status: 'added', promptNumber: 1 });
    process.kill(worker.pid as number, 'SIGKILL');
    await start();
    await waitFor(async () => (await ask('GET', '/api/summaries')).body.items.length === 1, 'the summary');
    expect((await ask('GET', '/api/sessions/s')).body).toMatchObject({ host: 'api', prompts: 1, events: 4 });
  });

  it('a host that tells of its prompts at the end, under its own name for the project, is remembered turn by turn', async () => {
    await start();
    const turn = async (file: string, asked: string, said: string) => {
      const common = { sessionId: 's', project: 'shop', cwd: '/x/y' };
      await ask('POST', '/api/sessions/observations', {
        ...{ ...common, tool_name: 'FileSave', tool_input: { filePath: `/x/y/${file}` }, tool_output: {} },
      });
      const told = { ...common, last_user_message: asked, last_assistant_message: said };
      return (await ask('POST', '/api/sessions/summarize', told)).body;
    };
    const one = await turn(
      'cart.ts',
      'Count the totals in cents',
      'The walrus totals are whole cents now, in every cart.',
    );
    const two = await turn('tax.ts', 'Round the taxes once', 'The heron taxes are rounded once, when they are shown.');
    expect([one, two]).toMatchObject([{ promptNumber: 1 }, { promptNumber: 2 }]);
    await waitFor(
      async () => (await ask('GET', '/api/summaries?project=shop')).body.items.length === 2,
      'the summaries',
    );
    const { turns } = (await ask('GET', '/api/sessions/s')).body;
    expect(turns).toMatchObject([
      { number: 1, prompt: 'Count the totals in cents', summary: { filesEdited: ['cart.ts'] } },
      { number: 2, prompt: 'Round the taxes once', summary: { filesEdited: ['tax.ts'] } },
    ]);
    expect(turns.map((each: { observations: unknown[] }) => each.observations.length)).toEqual([1, 1]);
    const { stdout } = await scratch.cli(['search', 'heron', '--project', 'shop', '--json']);
    expect(JSON.parse(stdout).hits[0]).toMatchObject({ promptNumber: 2 });
  });

  it('a session that is over at once is told of twice: that it began, and that it ended', async () => {
    await start();
    const told: string[] = [];
    const stream = request(
      { host: '127.0.0.1', port, path: '/stream', headers: { Authorization: `Bearer ${token}` } },
      (reply) => {
        reply.setEncoding('utf8');
        reply.on('data', (text: string) => told.push(...(text.match(/^event: .*$/gm) ?? [])));
      },
    );
    stream.end();
    stream.on('error', () => undefined);
    await waitFor(async () => (await ask('GET', '/health')).body.listeners === 1, 'the listener');
    await ask('POST', '/sessions/s/init', { prompt: 'x', cwd: '/w/shop' });
    await ask('POST', '/sessions/s/summarize', { last_assistant_message: 'y' });
    await ask('POST', '/sessions/s/complete', { reason: 'done' });
    await waitFor(() => told.includes('event: session.ended'), 'the end');
    expect(told.filter((line) => /session\.(?:started|ended)/.test(line))).toEqual([
      'event: session.started',
      'event: session.ended',
    ]);
    stream.destroy();
  });

  it('stopping a session lets go of its model long before that would answer, and nothing is lost', {
    timeout: 90_000,
  }, async () => {
    const model = await startModelServer('openai', () => 'hang');
    Object.assign(scratch.env, {
      C_MEM_PROVIDER: 'openai',
      C_MEM_BASE_URL: `${model.url}/v1`,
      C_MEM_API_KEY: 'k',
      C_MEM_STOP_SECONDS: '1',
    });
    await start();
    await ask('POST', '/sessions/s/init', { prompt: 'x', project: '/w/shop' });
    await ask('POST', '/sessions/s/summarize', {
      last_assistant_message: 'Fixed the parser: it reads grams as a number now.',
    });
    await waitFor(() => model.asked.length === 1, 'the question');
    expect((await ask('DELETE', '/sessions/s')).body).toEqual({ sessionId: 's', status: 'failed', queueLength: 1 });
    expect((await ask('GET', '/sessions/s/status')).body).toMatchObject({
      status: 'failed',
      isProcessing: false,
      queueLength: 1,
      events: 3,
    });
    expect(model.asked).toHaveLength(1);
    expect((await ask('POST', '/api/pending-queue/process', {})).body.started).toBe(1);
    await waitFor(() => model.asked.length === 2, 'the question again');
    await model.close();
  });
});

/** The TCP sockets on which this process listens, as the kernel tells them. */
function listening(pid: number): string[] {
  const own = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return '';
    }
  });
  const rows = ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((kind) => {
    try {
      return execFileSync('cat', [`/proc/net/${kind}`], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .slice(1);
    } catch {
      return [];
    }
  });
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter((fields) => own.includes(`socket:[${fields[9]}]`) && (fields[3] === '0A' || fields[3] === '07'))
    .map((fields) => fields[1] as string);
}
