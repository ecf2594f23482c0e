// The queue: when jobs are due, and who holds them.
import { describe, expect, it } from 'vitest';
import { event, jobs, rules, store, useQueueBench } from '../../../test/helpers/queue-bench.ts';
import { claimJob, enqueue, makeReadyIfOver, nextDue, releaseJob } from './jobs.ts';

useQueueBench();

describe('when jobs are due', () => {
  it('a turn is one job, due at its Stop, or when it has been quiet', () => {
    event('prompt', 1);
    event('tool', 1);
    expect(jobs()).toEqual([{ s: 's', purpose: 'turn', state: 'waiting', a: 1, b: 2, size: 2, n: 1, at: 1500 }]);
    event('tool', 1, 's', 1200);
    expect(jobs()).toMatchObject([{ b: 3, at: 1700 }]);
    event('stop', 1, 's', 1300);
    expect(jobs()).toMatchObject([{ b: 4, at: 1300 }]);
    expect(nextDue(store.db)).toBe(1300);
  });

  it('the next prompt and the end of the session leave nothing waiting', () => {
    event('prompt', 1);
    event('prompt', 2, 's', 1100);
    expect(jobs()).toMatchObject([
      { n: 1, at: 1100 },
      { n: 2, at: 1600 },
    ]);
    event('session_end', 2, 's', 1200);
    expect(jobs()).toMatchObject([
      { n: 1, at: 1100 },
      { n: 2, at: 1200 },
    ]);
  });

  it('a session that is over does not wait for quiet', () => {
    store.db.exec("update sessions set status = 'completed' where id = 's'");
    event('message', 1);
    expect(jobs()).toMatchObject([{ at: 1000 }]);
  });

  it('a session that fell silent has nothing more to wait for; the others do', () => {
    event('tool', 1);
    event('tool', 1, 't');
    makeReadyIfOver(store.db, 1100);
    expect(jobs()).toMatchObject([{ at: 1500 }, { at: 1500 }]);
    store.db.exec("update sessions set status = 'interrupted' where id = 's'");
    makeReadyIfOver(store.db, 1100);
    expect(jobs()).toMatchObject([
      { s: 's', at: 1100 },
      { s: 't', at: 1500 },
    ]);
    // A job that was tried and waits for its provider keeps waiting.
    const job = claimJob(store.db, 'a', 1100, 100);
    if (!job) throw new Error('no job');
    releaseJob(store.db, job, 'a', 9000, 'X');
    makeReadyIfOver(store.db, 1200);
    expect(jobs()).toMatchObject([{ s: 's', at: 9000 }, { s: 't' }]);
  });

  it('a long turn is split into batches; two sessions do not mix', () => {
    for (let i = 0; i < 7; i += 1) event('tool', 1);
    event('tool', 1, 't');
    expect(jobs()).toMatchObject([
      { s: 's', purpose: 'batch', size: 5, at: 1000 },
      { s: 's', purpose: 'turn', size: 2 },
      { s: 't', purpose: 'turn', size: 1 },
    ]);
  });

  it('an event that arrives while the job runs gets a job of its own', () => {
    event('stop', 1);
    claimJob(store.db, 'me', 1000, 100);
    event('message', 1);
    expect(jobs()).toMatchObject([
      { state: 'running', b: 1 },
      { state: 'waiting', a: 2 },
    ]);
  });

  it('a Stop closes its job: what follows gets its own, but late events do not', () => {
    event('prompt', 1, 's', 1000);
    event('stop', 1, 's', 1100);
    const id = event('session_start', null, 's', 1105);
    const late = { id, sessionId: 's', promptNumber: 1, kind: 'message', at: 1090 };
    enqueue(store.db, late, { ...rules, now: 1110 });
    expect(jobs()).toMatchObject([{ a: 1, b: 3, size: 3, at: 1100 }]);
    event('tool', 1, 's', 1200);
    event('stop', 1, 's', 1300);
    event('stop', 1, 's', 1400);
    expect(jobs()).toMatchObject([
      { a: 1, b: 3, at: 1100 },
      { a: 4, b: 5, at: 1300 },
      { a: 6, b: 6, at: 1400 },
    ]);
  });

  it('late events do not turn a closed job into a batch, which would have no summary', () => {
    event('stop', 1, 's', 2000);
    for (let i = 0; i < 7; i += 1) event('message', 1, 's', 1900);
    expect(jobs()).toMatchObject([{ purpose: 'turn', size: 8 }]);
  });

  it('starts and compactions alone are no work', () => {
    event('session_start', null);
    event('pre_compact', null);
    expect(jobs()).toEqual([]);
  });
});

describe('claiming', () => {
  it('one holder at a time; an expired lease is claimed again', () => {
    event('stop', 1);
    expect(claimJob(store.db, 'a', 999, 100)).toBeNull();
    const job = claimJob(store.db, 'a', 1000, 100);
    expect(job).toMatchObject({ state: 'running', tries: 1 });
    expect(claimJob(store.db, 'b', 1050, 100)).toBeNull();
    expect(claimJob(store.db, 'b', 1101, 100)).toMatchObject({ id: job?.id, tries: 2 });
  });

  it('a job given back waits until its time, and keeps its error', () => {
    event('stop', 1);
    const job = claimJob(store.db, 'a', 1000, 100);
    if (!job) throw new Error('no job');
    expect(releaseJob(store.db, job, 'b', 5000, 'X')).toBe(false);
    expect(releaseJob(store.db, job, 'a', 5000, 'X')).toBe(true);
    expect(claimJob(store.db, 'a', 4999, 100)).toBeNull();
    expect(claimJob(store.db, 'a', 5000, 100)).toMatchObject({ tries: 2, lastError: 'X' });
  });
});
