// The job loop in process, with a scripted model and a clock of the test's: what is asked, paid for, put off and kept.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJobBench, type JobBench, REPLY } from '../../../test/helpers/job-bench.ts';
import { readNotices } from '../../store/queue/notices.ts';
import { requestRecompress } from '../../store/queue/recompress.ts';

let bench: JobBench;
beforeEach(() => {
  bench = createJobBench();
});
afterEach(() => {
  vi.useRealTimers();
  bench.store.close();
});

const calls = () =>
  bench.rows<{ tokens: number; usd: number | null; error: string | null }>(
    'select tokens_in + tokens_out as tokens, cost_usd as usd, error from usage order by id',
  );

describe('the budget', () => {
  it.each([{ dailyTokens: 150 }, { monthlyTokens: 150 }, { dailyUsd: 0.75 }, { monthlyUsd: 0.75 }])(
    'at %j no model is asked any more, and the embedded compressor takes over',
    async (cap) => {
      bench.settings.budget = { ...bench.settings.budget, ...cap };
      for (let i = 0; i < 4; i += 1) bench.addTurn();
      await bench.work();
      expect(bench.model.calls).toBe(2);
      expect(bench.providers()).toEqual(['scripted', 'scripted', 'embedded', 'embedded']);
      expect(readNotices(bench.store.db)).toMatchObject([
        { kind: 'budget', message: expect.stringContaining(Object.keys(cap)[0] as string) },
      ]);
    },
  );

  it('a call that did not reach the model costs nothing; one that may have been charged counts', async () => {
    bench.addTurn();
    bench.model.fails('wait', 'no connection', { waitMs: 1000 });
    await bench.work();
    expect(calls()).toEqual([{ tokens: 0, usd: null, error: 'wait: no connection' }]);
    bench.addTurn();
    bench.model.fails('wait', 'no answer in time', { waitMs: 1000, mayBeCharged: true });
    await bench.work();
    expect(calls()[1]).toEqual({ tokens: expect.any(Number), usd: expect.any(Number), error: expect.any(String) });
    expect(calls()[1]?.tokens).toBeGreaterThan(100);
    expect(calls()[1]?.usd).toBeGreaterThan(0);
  });

  it('an answer that cannot be read was paid for', async () => {
    bench.addTurn();
    bench.model.answer = () => ({ ...REPLY, text: '<observation><title>' });
    await bench.work();
    expect(calls()).toMatchObject([{ tokens: 100, usd: 0.5, error: expect.stringContaining('cannot be read') }]);
  });
});

describe('a model that fails', () => {
  it('is asked again later and later, and never all at the same moment', async () => {
    bench.addTurn();
    bench.model.fails('retry', 'overloaded');
    const waits: number[] = [];
    for (const random of [0.5, 0.5, 0]) {
      await bench.work(bench.loop({ random: () => random }));
      const [job] = bench.rows<{ wait: number; state: string }>(
        `select run_at - ${bench.clock.now} as wait, state from jobs`,
      );
      if (job?.state !== 'waiting') break;
      waits.push(job.wait);
      bench.clock.now += job.wait;
    }
    expect(waits).toEqual([2000, 4000]);
    expect(bench.model.calls).toBe(3);
    // Then the turn does not wait for it any longer.
    expect(bench.providers()).toEqual(['embedded']);
  });

  it('refuses the key: it is left alone for a while, and every turn has its memories', async () => {
    for (let i = 0; i < 3; i += 1) bench.addTurn();
    bench.model.fails('stop', 'wrong key');
    const jobs = bench.loop();
    jobs.wake();
    await jobs.settled();
    expect(bench.model.calls).toBe(1);
    expect(bench.providers()).toEqual(['embedded', 'embedded', 'embedded']);
    bench.model.answer = () => REPLY;
    bench.clock.now += 9 * 60_000;
    jobs.wake();
    await jobs.settled();
    expect(bench.model.calls).toBe(1);
    bench.clock.now += 2 * 60_000;
    await bench.work(jobs);
    expect(bench.providers()).toEqual(['scripted', 'scripted', 'scripted']);
  });

  it('is away when a turn is to be done again: what it made before stays', async () => {
    bench.addTurn();
    await bench.work();
    expect(bench.rows('select title from observations')).toEqual([{ title: 'By the model' }]);
    requestRecompress(bench.store.db, null, bench.clock.now);
    bench.model.fails('stop', 'wrong key');
    await bench.work();
    expect(bench.rows('select title, provider from observations')).toEqual([
      { title: 'By the model', provider: 'scripted' },
    ]);
    expect(bench.rows('select state from jobs')).toEqual([{ state: 'done' }]);
  });
});

describe('the clock', () => {
  it('a job that is not due yet is left alone, and claimed when its time has come', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    bench.addTurn();
    bench.store.db.prepare('update jobs set run_at = ?').run(bench.clock.now + 30_000);
    const jobs = bench.loop();
    jobs.wake();
    await jobs.settled();
    expect(bench.model.calls).toBe(0);
    bench.clock.now += 30_000;
    vi.advanceTimersByTime(29_999);
    await jobs.settled();
    expect(bench.model.calls).toBe(0);
    vi.advanceTimersByTime(1);
    await jobs.settled();
    expect(bench.providers()).toEqual(['scripted']);
    jobs.stop();
  });

  it('however far off the next job is, the queue is checked every minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    bench.addTurn();
    bench.store.db.prepare('update jobs set run_at = ?').run(bench.clock.now + 12 * 3600_000);
    const jobs = bench.loop();
    jobs.wake();
    await jobs.settled();
    // Another process made it due without telling us.
    bench.store.db.prepare('update jobs set run_at = 0').run();
    vi.advanceTimersByTime(60_000);
    await jobs.settled();
    expect(bench.providers()).toEqual(['scripted']);
    jobs.stop();
  });

  it('a model that asks for patience is asked again when it said, and nothing is done without it meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    bench.addTurn();
    bench.addTurn();
    bench.model.fails('retry', 'too many requests', { waitMs: 20_000 });
    const jobs = bench.loop();
    jobs.wake();
    await jobs.settled();
    expect([bench.model.calls, ...bench.providers()]).toEqual([1, null, null]);
    bench.model.answer = () => REPLY;
    bench.clock.now += 20_000;
    vi.advanceTimersByTime(20_000);
    await jobs.settled();
    expect([bench.model.calls, ...bench.providers()]).toEqual([3, 'scripted', 'scripted']);
    jobs.stop();
  });

  it('trouble with the store is tried again after a moment', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    bench.addTurn();
    bench.store.db.pragma('query_only = on');
    const jobs = bench.loop();
    jobs.wake();
    await jobs.settled();
    bench.store.db.pragma('query_only = off');
    vi.advanceTimersByTime(1999);
    await jobs.settled();
    expect(bench.providers()).toEqual([null]);
    vi.advanceTimersByTime(1);
    await jobs.settled();
    expect(bench.providers()).toEqual(['scripted']);
    jobs.stop();
  });

  it('nothing is left to wait for: no timer keeps the loop awake', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    bench.addTurn();
    const jobs = bench.loop();
    jobs.wake();
    await jobs.settled();
    expect(vi.getTimerCount()).toBe(0);
    jobs.stop();
  });
});
