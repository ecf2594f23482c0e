// One job, in process: who may do it, what happens to it when it is interrupted, and when it fails.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJobBench, type JobBench, REPLY } from '../../../test/helpers/job-bench.ts';
import { ProviderError, type Question } from '../../providers/provider.ts';

let bench: JobBench;
beforeEach(() => {
  bench = createJobBench();
});
afterEach(() => bench.store.close());

const jobRows = () =>
  bench.rows<{ state: string; tries: number; wait: number; last_error: string | null }>(
    `select state, tries, run_at - ${bench.clock.now} as wait, last_error from jobs order by id`,
  );

/** A model that answers only when its call is canceled, as the real ones do. */
function hang(onAsked: () => void): void {
  bench.model.answer = ({ signal }: Question) =>
    new Promise((_, fail) => {
      signal.addEventListener('abort', () => fail(new ProviderError('retry', 'canceled')));
      setImmediate(onAsked);
    });
}

it('jobs are done in the order in which they became due, one at a time', async () => {
  let active = 0;
  const most: number[] = [];
  bench.model.answer = async () => {
    active += 1;
    most.push(active);
    await new Promise(setImmediate);
    active -= 1;
    return REPLY;
  };
  for (let i = 0; i < 3; i += 1) bench.addTurn();
  await bench.work();
  expect(most).toEqual([1, 1, 1]);
  expect(bench.rows('select job_id from summaries order by id')).toEqual([{ job_id: 1 }, { job_id: 2 }, { job_id: 3 }]);
});

describe('a lease', () => {
  it('that was lost: what came of the job is thrown away, and the new holder keeps it', async () => {
    bench.addTurn();
    bench.model.answer = () => {
      bench.store.db.prepare("update jobs set lease_owner = 'another'").run();
      return REPLY;
    };
    await bench.work();
    expect(bench.rows('select 1 from observations')).toEqual([]);
    expect(bench.rows('select state, lease_owner from jobs')).toEqual([{ state: 'running', lease_owner: 'another' }]);
  });

  it('that ran out is claimed by the next worker', async () => {
    bench.addTurn();
    const { clock, store } = bench;
    store.parts.jobs.claim('killed', clock.now, 60_000);
    await bench.work();
    expect(bench.providers()).toEqual([null]);
    clock.now += 60_001;
    await bench.work();
    expect(bench.providers()).toEqual(['scripted']);
  });

  it('lasts longer than a model may take', async () => {
    bench.addTurn();
    let until = 0;
    bench.model.answer = () => {
      until = bench.rows<{ lease_until: number }>('select lease_until from jobs')[0]?.lease_until ?? 0;
      return REPLY;
    };
    await bench.work();
    expect(until - bench.clock.now).toBeGreaterThan(bench.settings.answerSeconds * 1000);
  });
});

describe('without a model', () => {
  it('that is open, the embedded compressor does the job, and the model does it again when it is back', async () => {
    bench.addTurn();
    bench.model.fails('wait', 'over quota', { waitMs: 3600_000 });
    const jobs = bench.loop();
    jobs.wake();
    await jobs.settled();
    expect(bench.rows('select provider, wants_recompress from jobs')).toEqual([
      { provider: 'embedded', wants_recompress: 1 },
    ]);
    expect(bench.rows('select 1 from summaries')).toHaveLength(1);
    bench.model.answer = () => REPLY;
    bench.clock.now += 3600_000;
    await bench.work(jobs);
    expect(bench.rows('select provider, wants_recompress from jobs')).toEqual([
      { provider: 'scripted', wants_recompress: 0 },
    ]);
    expect(bench.rows('select title from observations')).toEqual([{ title: 'By the model' }]);
  });

  it('by choice, nothing waits for one', async () => {
    bench.settings.provider = 'embedded';
    bench.addTurn();
    await bench.work();
    expect(bench.model.calls).toBe(0);
    expect(bench.rows('select provider, wants_recompress from jobs')).toEqual([
      { provider: 'embedded', wants_recompress: 0 },
    ]);
  });

  it('a question that is never going to be answered is not asked again', async () => {
    bench.addTurn();
    bench.model.fails('reject', 'refused by policy');
    await bench.work();
    await bench.work();
    expect(bench.model.calls).toBe(1);
    expect(bench.rows('select provider, wants_recompress from jobs')).toEqual([
      { provider: 'embedded', wants_recompress: 0 },
    ]);
  });
});

describe('a job that is interrupted', () => {
  it('by the end of the worker is handed back immediately, and does not count as tried', async () => {
    bench.addTurn();
    const jobs = bench.loop();
    hang(() => jobs.stop());
    jobs.wake();
    await jobs.settled();
    expect(jobRows()).toEqual([{ state: 'waiting', tries: 0, wait: 0, last_error: 'the worker ends' }]);
    expect(bench.rows('select error from usage')).toEqual([{ error: 'the worker ended' }]);
  });

  it('because its session was stopped is handed back; another session does not matter', async () => {
    bench.addTurn();
    const jobs = bench.loop();
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((done) => (asked = done));
    hang(() => asked());
    jobs.wake();
    await isAsked;
    await jobs.letGo('another session', 0);
    expect(jobRows()).toMatchObject([{ state: 'running' }]);
    // Handed back, it is due; the model answers this time.
    const released = jobs.letGo(bench.session.sessionId, 0);
    bench.model.answer = () => REPLY;
    await released;
    await jobs.settled();
    jobs.stop();
    expect(bench.rows('select error from usage order by id')).toEqual([
      { error: 'the session was stopped' },
      { error: null },
    ]);
    expect(jobRows()).toMatchObject([{ state: 'done', tries: 1 }]);
  });
});

it('a job that fails through a fault of our own is tried five times, later and later, and then marked as failed', async () => {
  bench.addTurn();
  bench.store.db.exec("create trigger no_memory before insert on summaries begin select raise(abort, 'no'); end");
  const waits: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    await bench.work();
    waits.push(jobRows()[0]?.wait ?? 0);
    if (jobRows()[0]?.state === 'waiting') bench.clock.now += jobRows()[0]?.wait ?? 0;
  }
  expect(waits.slice(0, 4)).toEqual([2000, 4000, 8000, 16_000]);
  expect(jobRows()).toMatchObject([{ state: 'failed', tries: 5, last_error: expect.any(String) }]);
  await bench.work();
  expect(jobRows()).toMatchObject([{ state: 'failed', tries: 5 }]);
});
