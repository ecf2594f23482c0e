// Events over HTTP: those of one moment share a transaction, and each request gets its own answer.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bash, fixtureSession, stop } from '../../../test/helpers/payloads.ts';
import { createWorkerBench, type WorkerBench } from '../../../test/helpers/worker-bench.ts';
import { readDelivery } from '../../capture/delivery.ts';
import type { Ingested } from '../../capture/ingest.ts';
import type { Delivery } from '../../domain/host-event.ts';
import { createPipeline } from './pipeline.ts';
import { createSubmissions, type Submit } from './submissions.ts';

const session = fixtureSession('/home/dev/shop');

let bench: WorkerBench;
let submit: Submit;
let transactions: number[];
let committed: Ingested[][];
beforeEach(() => {
  bench = createWorkerBench();
  const { store, paths, settings } = bench;
  const now = () => bench.clock.now;
  const pipeline = createPipeline({ store: store.parts, paths, settings, now, isStopped: () => false });
  transactions = [];
  committed = [];
  submit = createSubmissions(
    (deliveries) => {
      transactions.push(deliveries.length);
      return pipeline.ingestAll(deliveries);
    },
    (results) => void committed.push(results),
  );
});
afterEach(() => {
  vi.useRealTimers();
  bench.close();
});

let ids = 0;
const delivery = (payload: object): Delivery => ({
  ...readDelivery({
    ...{ event: '', host: 'claude-code', plugin: false, projectDir: '/home/dev/shop' },
    ...{ id: `http-${++ids}`, at: bench.clock.now, payload: JSON.parse(JSON.stringify(payload)) },
  }),
  source: 'api',
});
const call = () => delivery(bash(session, 'ls', 'ok'));

it('all that come at the same moment share one transaction, and each gets its own results', async () => {
  const [one, two, three] = await Promise.all([submit([call()]), submit([call(), call()]), submit([call()])]);
  expect(transactions).toEqual([4]);
  expect([one.length, two.length, three.length]).toEqual([1, 2, 1]);
  expect(committed.map((results) => results.length)).toEqual([4]);
  expect(bench.count('events')).toBe(4);
});

it('those that come in the next turns of the event loop are waited for', async () => {
  const first = submit([call()]);
  await new Promise(setImmediate);
  await Promise.all([first, submit([call()])]);
  expect(transactions).toEqual([2]);
});

it('one that comes later has a transaction of its own', async () => {
  await submit([call()]);
  await submit([call()]);
  expect(transactions).toEqual([1, 1]);
});

it('one that cannot be recorded fails alone', async () => {
  const results = await Promise.allSettled([submit([call()]), submit([call(), delivery({})]), submit([call()])]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({ reason: { code: 'REQUEST_INVALID' } });
  expect(transactions).toEqual([4]);
  expect(bench.count('events')).toBe(3);
});

it('trouble with the store fails all of them, and nothing is stored', async () => {
  bench.store.db.pragma('query_only = on');
  const results = await Promise.allSettled([submit([call()]), submit([call()])]);
  bench.store.db.pragma('query_only = off');
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([bench.count('events'), committed.length]).toEqual([0, 0]);
});

it('the queue is looked at after a Stop immediately, after tool calls a little later and once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const intake = bench.intake();
  await intake.submit([call()]);
  await intake.submit([call()]);
  await intake.settled();
  expect(bench.reports).not.toContain('idle');
  vi.advanceTimersByTime(200);
  await intake.settled();
  expect(bench.reports.filter((report) => report === 'idle')).toHaveLength(1);
  await intake.submit([delivery(stop(session, 'done'))]);
  await intake.settled();
  expect(bench.reports.filter((report) => report === 'idle')).toHaveLength(2);
});
