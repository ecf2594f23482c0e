// Vectors in the built program: the worker makes them, is killed and resumes; commands, the MCP server and the API use
// them; hooks never ask the endpoint.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { type EmbeddingsServer, startEmbeddingsServer } from '../helpers/embeddings-server.ts';
import { fixtureSession, payload, prompt } from '../helpers/payloads.ts';
import { addObservation } from '../helpers/records.ts';
import { killAndWait, ROOT, waitFor } from '../helpers/scratch.ts';
import { ask, scratch, start, useWorkerApi } from '../helpers/worker-api.ts';

const QUESTION = 'why were invoice amounts a penny off';
const ANSWER = 'Compute totals in whole cents';

useWorkerApi();
let server: EmbeddingsServer;
let project: string;
beforeEach(async () => {
  server = await startEmbeddingsServer();
  project = join(scratch.home, 'shop');
  mkdirSync(project);
});
afterEach(() => server.close());

function fill(count: number): void {
  mkdirSync(scratch.paths.home, { recursive: true, mode: 0o700 });
  const db = openDatabase(scratch.paths.database);
  const place = (at: number) => ({ session: `s${at}`, project, at: Date.parse('2026-03-02T10:00:00Z') + at });
  addObservation(db, place(0), { type: 'bugfix', title: ANSWER });
  for (let at = 1; at < count; at += 1) addObservation(db, place(at), { title: `Chore number ${at}` });
  db.close();
}

const enable = async () => {
  await scratch.cli(['config', 'set', 'embeddings.url', server.url]);
  return scratch.cli(['config', 'set', 'embeddings.model', 'topics']);
};
const done = () => scratch.rows<{ n: number }>('select count(*) as n from vectors')[0]?.n ?? 0;
const queries = () => server.texts().filter((text) => text === QUESTION).length;

async function searchOverMcp(): Promise<string> {
  const client = new Client({ name: 'test', version: '1' });
  const env = { ...scratch.env, C_MEM_HOME: scratch.paths.home };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(ROOT, 'dist', 'mcp.cjs')],
      env,
      cwd: scratch.home,
    }),
  );
  const answer = await client.callTool({ name: 'search', arguments: { query: QUESTION, project: 'all' } });
  await client.close();
  return JSON.stringify(answer);
}

it('are made in the background through a kill, and used by every search', { timeout: 120_000 }, async () => {
  fill(100);
  server.answer = (_, index) => (index === 1 ? 'hang' : 'answer');
  expect((await enable()).stdout).toContain('`c-mem status` shows the progress');
  expect((await scratch.cli(['search', QUESTION])).stdout).toContain('No memories match');
  expect(server.asked).toEqual([]);
  await start();
  await waitFor(() => server.asked.length === 2, 'the second batch');
  await killAndWait((await scratch.status()).worker.pid as number, 'SIGKILL');
  expect(done()).toBe(32);
  expect((await scratch.cli(['status'])).stdout).toContain('32 of 100 memories (topics)');
  await start();
  await waitFor(() => done() === 100, 'all vectors');
  expect(server.texts()).toHaveLength(100 + 32);

  expect((await scratch.cli(['search', QUESTION])).stdout).toContain(ANSWER);
  expect(await searchOverMcp()).toContain(ANSWER);
  const { body } = await ask('GET', `/api/search?q=${encodeURIComponent(QUESTION)}`);
  expect(body.items[0].title).toBe(ANSWER);
  expect(queries()).toBe(3);
  expect((await scratch.cli(['doctor', '--no-probe'])).stdout).toContain('100 of 100 memories (topics)');
  expect((await scratch.cli(['doctor'])).stdout).toContain('topics responds, 96 dimensions');
});

it('hooks never ask the endpoint', async () => {
  fill(3);
  await enable();
  await start();
  await waitFor(() => done() === 3, 'all vectors');
  await scratch.cli(['worker', 'stop']);
  server.asked.length = 0;
  const session = fixtureSession(project);
  await scratch.hook('SessionStart', payload(session, 'SessionStart', { source: 'startup' }), {
    C_MEM_HOME: scratch.paths.home,
  });
  await scratch.hook('UserPromptSubmit', prompt(session, QUESTION));
  expect(server.texts()).not.toContain(QUESTION);
});

it('an endpoint that hangs is asked once; the searches after it do not wait for it', async () => {
  fill(3);
  await enable();
  await start();
  await waitFor(() => done() === 3, 'all vectors');
  server.asked.length = 0;
  server.answer = () => 'hang';
  for (let round = 0; round < 3; round += 1)
    expect((await scratch.cli(['search', QUESTION])).stdout).toContain('No memories match');
  expect(queries()).toBe(1);
});
