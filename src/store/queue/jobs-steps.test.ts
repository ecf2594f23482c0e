// Every step in the life of a job after it was claimed.
import { describe, expect, it } from 'vitest';
import { event, jobs, store, useQueueBench } from '../../../test/helpers/queue-bench.ts';
import { endsItsTurn, isCheckpoint, summedUpTo } from './checkpoints.ts';
import { claimJob, failedJobs, failJob, recoverJobs, releaseJob, retryFailed } from './jobs.ts';
import { keepAsIs, nextToRecompress, requestRecompress } from './recompress.ts';
import { countUnreadable, keepUnreadable, unreadableAnswers } from './unreadable-answers.ts';

useQueueBench();

describe('every other step of a job', () => {
  const claimed = (owner = 'a', now = 1000) => {
    const job = claimJob(store.db, owner, now, 100);
    if (!job) throw new Error('no job');
    return job;
  };
  const state = () =>
    store.db
      .prepare(
        'select state, purpose, tries, run_at as at, lease_owner as owner, last_error as error, wants_recompress as wants from jobs',
      )
      .all();
  const raw = () => store.db.exec("update events set payload = x'00'");

  it('released by a stopping worker: due immediately, and not counted as a try', () => {
    event('stop', 1);
    expect(releaseJob(store.db, claimed(), 'a', 1000, 'the worker ends', false)).toBe(true);
    expect(state()).toMatchObject([{ state: 'waiting', tries: 0, at: 1000, owner: null }]);
  });

  it('recovered at the next start, although its lease has not expired', () => {
    event('stop', 1);
    claimed();
    expect(recoverJobs(store.db, 1001)).toBe(1);
    expect(state()).toMatchObject([{ state: 'waiting', tries: 1, at: 1001, owner: null }]);
    expect(recoverJobs(store.db, 1002)).toBe(0);
  });

  it('failed when every worker that took it died', () => {
    event('stop', 1);
    for (let deaths = 0; deaths < 20; deaths += 1) {
      expect(state()).toMatchObject([{ state: 'waiting' }]);
      claimed();
      recoverJobs(store.db, 1000);
    }
    expect(state()).toMatchObject([{ state: 'failed', error: 'WORKER_DIED', owner: null }]);
    expect(claimJob(store.db, 'a', 9_000_000, 100)).toBeNull();
  });

  it('failed, reported, and retried by the user; another holder cannot fail it', () => {
    event('stop', 1);
    event('stop', 1, 't');
    const job = claimed();
    expect(failJob(store.db, job, 'b', 1001, 'X')).toBe(false);
    expect(failJob(store.db, job, 'a', 1001, 'X')).toBe(true);
    expect(failedJobs(store.db)).toEqual({ count: 1, lastError: 'X' });
    // The others continue.
    expect(claimed().sessionId).toBe('t');
    expect(claimJob(store.db, 'a', 1050, 100)).toBeNull();
    expect(recoverJobs(store.db, 1060)).toBe(1);
    expect(retryFailed(store.db, 'other', 2000)).toBe(0);
    expect(retryFailed(store.db, null, 2000)).toBe(1);
    expect(state()).toMatchObject([{ state: 'waiting', tries: 0, at: 2000 }, {}]);
    expect(failedJobs(store.db).count).toBe(0);
  });

  it('what comes after a failed job of the same turn gets a job of its own', () => {
    event('stop', 1);
    failJob(store.db, claimed(), 'a', 1001, 'X');
    event('message', 1);
    expect(jobs()).toMatchObject([
      { state: 'failed', a: 1, b: 1 },
      { state: 'waiting', a: 2, b: 2 },
    ]);
  });

  it('redone, on request or automatically, as long as its raw events exist', () => {
    event('stop', 1);
    keepAsIs(store.db, claimed(), 'a', 1001, true);
    expect(state()).toMatchObject([{ state: 'done', wants: 1, owner: null }]);
    expect(nextToRecompress(store.db, 1002)).toBe(false);
    expect(requestRecompress(store.db, null, 1002)).toBe(0);
    raw();
    expect(nextToRecompress(store.db, 1003)).toBe(true);
    expect(state()).toMatchObject([{ state: 'waiting', purpose: 'recompress', tries: 0, at: 1003, wants: 0 }]);
    expect(nextToRecompress(store.db, 1003)).toBe(false);
    const again = claimed('a', 1003);
    keepAsIs(store.db, again, 'b', 1004, false);
    expect(state()).toMatchObject([{ state: 'running' }]);
    keepAsIs(store.db, again, 'a', 1004, false);
    expect(state()).toMatchObject([{ state: 'done', wants: 0 }]);
    expect(requestRecompress(store.db, 'other', 1005)).toBe(0);
    expect(requestRecompress(store.db, 's', 1005)).toBe(1);
    expect(state()).toMatchObject([{ state: 'waiting', purpose: 'recompress', at: 1005 }]);
  });

  it('only the last batch of a turn ends it', () => {
    for (let i = 0; i < 7; i += 1) event('tool', 1);
    event('stop', 1);
    const [piece, rest] = [claimed(), claimed()];
    expect([piece, rest].map((job) => [job.purpose, endsItsTurn(store.db, job)])).toEqual([
      ['batch', false],
      ['turn', true],
    ]);
  });

  it('a range is summarized from the last Stop on, the first time or again', () => {
    event('prompt', 1);
    event('stop', 1, 's', 1100);
    for (let i = 0; i < 6; i += 1) event('tool', 1, 's', 1200);
    event('stop', 1, 's', 1300);
    const all = [claimed('a', 1300), claimed('a', 1300), claimed('a', 1300)];
    const facts = () => all.map((job) => [job.firstEvent, isCheckpoint(store.db, job), summedUpTo(store.db, job)]);
    const expected = [
      [1, true, 0],
      [3, false, 2],
      [8, true, 2],
    ];
    expect(facts()).toEqual(expected);
    for (const job of all) job.purpose = 'recompress';
    store.db.exec("update jobs set purpose = 'recompress', state = 'waiting'");
    expect(facts()).toEqual(expected);
    // A database of the previous version did not record Stops: there the last range summarizes the entire turn.
    store.db.exec('update jobs set stopped_at = null');
    expect(facts()).toEqual([
      [1, false, 0],
      [3, false, 0],
      [8, true, 0],
    ]);
  });

  it('an unreadable answer is kept with it, up to 8 KB', () => {
    event('stop', 1);
    const job = claimed();
    expect(unreadableAnswers(store.db, 5)).toEqual([]);
    keepUnreadable(store.db, job, 'a', `I am sorry \0${'ü'.repeat(9000)}`);
    const [kept] = unreadableAnswers(store.db, 5);
    expect(kept).toMatchObject({ jobId: job.id, sessionId: 's', promptNumber: 1, doneBy: null });
    expect(kept?.words).toMatch(/^I am sorry ü+…$/);
    expect(Buffer.byteLength(kept?.words ?? '')).toBeLessThanOrEqual(8192);
    keepUnreadable(store.db, job, 'a', 'short');
    // Whoever lost the job, for example because its events were forgotten, can no longer change it.
    keepUnreadable(store.db, job, 'b', 'late');
    expect(unreadableAnswers(store.db, 5)).toMatchObject([{ words: 'short' }]);
    expect(countUnreadable(store.db)).toBe(1);
  });
});
