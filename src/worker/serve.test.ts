// The worker in this process, wired as it is in its own: from the spool to memories, and in good order to its end.
import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { goodAnswer, startModelServer } from '../../test/helpers/model-server.ts';
import { bash, fixtureSession, prompt, stop } from '../../test/helpers/payloads.ts';
import { Sqlite } from '../../test/helpers/sqlite.ts';
import { createWorkerBench, type WorkerBench } from '../../test/helpers/worker-bench.ts';
import { writeWorkerInfo } from '../process/worker-file.ts';
import { acquireLock, type Lock } from '../store/index.ts';
import { createEndSignal, type EndSignal } from './end-signal.ts';
import { createOwnership, REPLACED } from './ownership.ts';
import { serve } from './serve.ts';

const session = fixtureSession('/home/dev/shop');

let bench: WorkerBench;
let end: EndSignal;
let running: Promise<string> | null;
beforeEach(() => {
  bench = createWorkerBench();
  end = createEndSignal();
  running = null;
});
afterEach(async () => {
  end.request('the test is over');
  await running;
  bench.close();
});

function start(settings: object = {}): Promise<string> {
  const { paths, log, store } = bench;
  const lock = acquireLock(paths.workerLock, 50) as Lock;
  const inode = statSync(paths.database).ino;
  writeFileSync(paths.settings, JSON.stringify(settings));
  writeWorkerInfo(paths.workerInfo, '1.0.0', Date.now(), inode);
  running = serve({
    ...{ paths, lock, log, end, store: store.parts, repair: null, now: Date.now },
    ownership: createOwnership(lock, paths.database, inode),
  });
  return running;
}
/** What is stored, also after the worker has closed its own connection. */
function rows<T>(query: string): T[] {
  const db = new Sqlite(bench.paths.database, { readonly: true });
  try {
    return db.prepare(query).all() as T[];
  } finally {
    db.close();
  }
}
function spoolTurn(): void {
  const id = { prompt_id: 'p1' };
  bench.spool(prompt(session, 'Run the tests of the shop', id), 'UserPromptSubmit');
  bench.spool(bash(session, 'npm test', '12 passed', id));
  bench.spool(stop(session, 'All twelve tests of the shop pass.', id), 'Stop');
}
const wait = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

it('a turn in the spool becomes memories; at the end nothing of the worker is left', async () => {
  spoolTurn();
  start();
  await wait(() => expect(rows('select state from jobs')).toEqual([{ state: 'done' }]));
  expect(rows('select 1 from summaries')).toHaveLength(1);
  end.request('enough');
  expect(await running).toBe('enough');
  const { paths } = bench;
  expect([paths.workerInfo, paths.port, paths.socket].filter(existsSync)).toEqual([]);
  const next = acquireLock(paths.workerLock, 0);
  expect(next).not.toBeNull();
  next?.release();
});

it('what lies in the spool when the end is requested is still taken', async () => {
  start();
  spoolTurn();
  end.request('enough');
  await running;
  expect(rows('select 1 from events')).toHaveLength(3);
  expect(bench.spooled()).toEqual([]);
});

it('settings that changed before an event came in count for it', async () => {
  start();
  const part = join(bench.store.folder, 'settings.part');
  writeFileSync(part, JSON.stringify({ skipTools: ['Bash'], excludeProjects: ['/secret'] }));
  renameSync(part, bench.paths.settings);
  spoolTurn();
  await wait(() => expect(rows("select 1 from events where kind = 'stop'")).toHaveLength(1));
  expect(rows("select 1 from events where kind = 'tool'")).toEqual([]);
  expect(existsSync(bench.paths.excluded)).toBe(true);
});

it('jobs of a worker that was killed are resumed', async () => {
  const intake = bench.intake();
  spoolTurn();
  intake.wake();
  await intake.settled();
  bench.store.parts.jobs.claim('killed', Date.now(), 3600_000);
  start();
  await wait(() => expect(rows('select state from jobs')).toEqual([{ state: 'done' }]));
});

it('a database that was replaced ends the worker before anything is taken', async () => {
  start();
  renameSync(bench.paths.database, `${bench.paths.database}.moved`);
  spoolTurn();
  expect(await running).toBe(REPLACED);
  expect(bench.spooled()).toHaveLength(3);
});

it('a model that hangs does not keep the worker alive, and its job is handed back', async () => {
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((done) => (asked = done));
  const server = await startModelServer('openai', () => {
    asked();
    return 'hang';
  });
  spoolTurn();
  start({ provider: 'openai', baseUrl: server.url, apiKey: 'key' });
  await isAsked;
  end.request('enough');
  expect(await running).toBe('enough');
  expect(rows('select state, tries from jobs')).toEqual([{ state: 'waiting', tries: 0 }]);
  await server.close();
});

it('a model that answers is the one whose memories are stored', async () => {
  const server = await startModelServer('openai', () => ({ say: goodAnswer('By the model') }));
  spoolTurn();
  start({ provider: 'openai', baseUrl: server.url, apiKey: 'key' });
  await wait(() => expect(rows('select title from observations')).toEqual([{ title: 'By the model' }]));
  await server.close();
});
