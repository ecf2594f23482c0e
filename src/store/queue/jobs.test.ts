// The queue: when jobs are due, who holds them, and every other step of their life.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore, type TestStore } from '../../../test/helpers/store.ts';
import type { Compressed, MemoryContext, Observation } from '../../domain/memory.ts';
import { commitJob } from '../memories/commit.ts';
import { endsItsTurn, isCheckpoint, summedUpTo } from './checkpoints.ts';
import {
  claimJob,
  enqueue,
  failedJobs,
  failJob,
  makeReadyIfOver,
  nextDue,
  recoverJobs,
  releaseJob,
  retryFailed,
} from './jobs.ts';
import { keepAsIs, nextToRecompress, requestRecompress } from './recompress.ts';
import { countUnreadable, keepUnreadable, unreadableAnswers } from './unreadable-answers.ts';

let store: TestStore;
let nextId: number;
beforeEach(() => {
  store = createStore();
  nextId = 1;
  store.db.exec(`
    insert into projects (id, key, name, created_at) values (1, '/p', 'p', 0);
    insert into sessions (id, host, project_id, started_at, last_event_at) values ('s', 'h', 1, 0, 0), ('t', 'h', 1, 0, 0);
  `);
});
afterEach(() => store.close());

const rules = { now: 1000, quietMs: 500, batchEvents: 5 };

function event(kind: string, promptNumber: number | null, sessionId = 's', now = rules.now): number {
  const id = nextId++;
  store.db
    .prepare(
      `insert into events (id, session_id, project_id, key, kind, source, prompt_number, payload_bytes, created_at, stored_at)
       values (?, ?, 1, ?, ?, 'hook', ?, 0, ?, ?)`,
    )
    .run(id, sessionId, `k${id}`, kind, promptNumber, now, now);
  enqueue(store.db, { id, sessionId, promptNumber, kind }, { ...rules, now });
  return id;
}
const jobs = () =>
  store.db
    .prepare(
      'select session_id as s, purpose, state, first_event as a, last_event as b, size, prompt_number as n, run_at as at from jobs order by id',
    )
    .all();

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
    const late = { id: nextId, sessionId: 's', promptNumber: 1, kind: 'message', at: 1090 };
    event('session_start', null, 's', 1105);
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

describe('committing', () => {
  const observation = (title: string, extra: Partial<Observation> = {}): Observation => ({
    type: 'bugfix',
    title,
    subtitle: null,
    narrative: 'n',
    facts: ['f'],
    concepts: [],
    filesRead: [],
    filesModified: ['/p/a.ts'],
    toolName: 'Edit',
    eventIds: [1],
    ...extra,
  });
  const context = (extra: Partial<MemoryContext> = {}): MemoryContext => ({
    sessionId: 's',
    projectId: 1,
    promptNumber: 1,
    branch: 'main',
    at: 1000,
    provider: 'embedded',
    files: [{ path: '/p/a.ts', role: 'modified', digest: 'd1' }],
    ...extra,
  });
  const made = (observations: Observation[], completed: string | null = 'done'): Compressed => ({
    observations,
    summary: completed
      ? {
          request: 'r',
          investigated: null,
          learned: null,
          completed,
          nextSteps: null,
          filesRead: [],
          filesEdited: [],
          notes: null,
        }
      : null,
    title: 'T',
    subtitle: null,
  });
  const run = async (sessionId: string, result: Compressed, where = context({ sessionId })) => {
    event('stop', where.promptNumber, sessionId);
    const job = claimJob(store.db, 'me', 9000, 100);
    if (!job) throw new Error('no job');
    return commitJob(store.db, job, 'me', { ...result, context: where, wantsRecompress: false }, 9000);
  };
  const all = (columns: string, table = 'observations') =>
    store.db.prepare(`select ${columns} from ${table} order by id`).all();

  it('writes memories and the end of the job together, with files and events', async () => {
    expect(await run('s', made([observation('One')]))).toEqual({ committed: true, added: 1, changed: [] });
    expect(all('title, branch, prompt_number as n, created_at as at')).toEqual([
      { title: 'One', branch: 'main', n: 1, at: 1000 },
    ]);
    expect(store.db.prepare('select path, role, digest from observation_files').all()).toEqual([
      { path: '/p/a.ts', role: 'modified', digest: 'd1' },
    ]);
    expect(store.db.prepare('select event_id from observation_events').all()).toEqual([{ event_id: 1 }]);
    expect(all('state, outcome', 'jobs')).toEqual([{ state: 'done', outcome: 'memories' }]);
    expect(store.db.prepare("select title from sessions where id = 's'").get()).toEqual({ title: 'T' });
  });

  it('records that there was nothing worth keeping', async () => {
    await run('s', made([], null));
    expect(all('state, outcome', 'jobs')).toEqual([{ state: 'done', outcome: 'nothing' }]);
  });

  it('refuses a holder whose lease was taken over, and writes nothing', async () => {
    event('stop', 1);
    const job = claimJob(store.db, 'slow', 1000, 10);
    claimJob(store.db, 'other', 2000, 10_000);
    if (!job) throw new Error('no job');
    const result = { ...made([observation('One')]), context: context(), wantsRecompress: false };
    expect(commitJob(store.db, job, 'slow', result, 2001)).toEqual({
      committed: false,
      added: 0,
      changed: [],
    });
    expect(all('id')).toEqual([]);
  });

  it('the same title in one session grows; what a person edited stays', async () => {
    await run('s', made([observation('One', { facts: ['a'] })]));
    await run('s', made([observation('ONE', { facts: ['a', 'b'], narrative: 'newer' })]));
    expect(all('title, facts, narrative')).toEqual([{ title: 'One', facts: '["a","b"]', narrative: 'newer' }]);
    store.db.exec('update observations set edited_at = 1');
    await run('s', made([observation('One', { facts: ['c'], narrative: 'newest' })]));
    expect(all('facts, narrative')).toEqual([{ facts: '["a","b"]', narrative: 'newer' }]);
  });

  it('a growing memory gets its new files and updated digests; one that is about to be deleted does not grow', async () => {
    const touched = (...files: [string, string][]) =>
      context({ files: files.map(([path, digest]) => ({ path, role: 'modified' as const, digest })) });
    const files = () =>
      store.db.prepare('select observation_id as o, path, digest from observation_files order by 1, 2').all();
    await run('s', made([observation('One')]));
    const more = observation('One', { filesModified: ['/p/a.ts', '/p/b.ts'] });
    await run('s', made([more]), touched(['/p/a.ts', 'd2'], ['/p/b.ts', 'e1']));
    expect(files()).toEqual([
      { o: 1, path: '/p/a.ts', digest: 'd2' },
      { o: 1, path: '/p/b.ts', digest: 'e1' },
    ]);
    store.db.exec('update observations set hidden_until = 1');
    expect(await run('s', made([more]), touched(['/p/a.ts', 'd3']))).toMatchObject({ added: 1 });
    expect(files()).toHaveLength(4);
  });

  it('a newer finding about the same file and subject supersedes the older one, and deletes nothing', async () => {
    await run('s', made([observation('Fix the rounding of cart totals')]));
    await run(
      't',
      made([observation('Fix rounding of cart totals in cents'), observation('Add a logo')]),
      context({ sessionId: 't', at: 2000 }),
    );
    expect(all('id, superseded_by as by')).toEqual([
      { id: 1, by: 2 },
      { id: 2, by: null },
      { id: 3, by: null },
    ]);
  });

  it('a pinned finding is not superseded', async () => {
    await run('s', made([observation('Pool is closed too early')]));
    store.db.exec('update observations set pinned = 1');
    const { changed } = await run(
      't',
      made([observation('Pool is closed too late')]),
      context({ sessionId: 't', at: 2000 }),
    );
    expect(changed).toEqual([]);
    expect(all('superseded_by as by')).toEqual([{ by: null }, { by: null }]);
  });

  it('every Stop of a turn has its own summary, and a later one removes nothing', async () => {
    await run('s', made([], 'first'));
    await run('s', made([], 'second'));
    store.db.exec('update summaries set pinned = 1');
    await run('s', made([], 'third'));
    expect(all('completed, prompt_number as n', 'summaries')).toEqual([
      { completed: 'first', n: 1 },
      { completed: 'second', n: 1 },
      { completed: 'third', n: 1 },
    ]);
  });

  it('one job may contain several Stops, each with a summary and time of its own', async () => {
    const { summary, ...rest } = made([], 'second');
    if (!summary) throw new Error('no summary');
    await run('s', { ...rest, summary, earlier: [{ ...summary, completed: 'first', at: 500 }] });
    expect(all('completed, ordinal, created_at as at', 'summaries')).toEqual([
      { completed: 'first', ordinal: 0, at: 500 },
      { completed: 'second', ordinal: 1, at: 1000 },
    ]);
  });

  describe('recompression', () => {
    const again = async (result: Compressed, where = context()) => {
      store.db.exec("update events set payload = x'00'");
      requestRecompress(store.db, 's', 9000);
      const job = claimJob(store.db, 'me', 9000, 100);
      if (!job) throw new Error('no job');
      const all = { ...result, context: { ...where, provider: 'better' }, wantsRecompress: false };
      return commitJob(store.db, job, 'me', all, 9000);
    };
    const summaries = () => all('id, completed, provider', 'summaries');

    it('a job overwrites its own summary, and no other of its turn', async () => {
      await run('s', made([], 'first'));
      await run('s', made([], 'second'));
      await again(made([], 'first, but better'));
      expect(summaries()).toEqual([
        { id: 1, completed: 'first, but better', provider: 'better' },
        { id: 2, completed: 'second', provider: 'embedded' },
      ]);
      expect(store.db.prepare("select rowid from summaries_fts where summaries_fts match 'better'").all()).toEqual([
        { rowid: 1 },
      ]);
    });

    it('a job with fewer summaries than before removes the old ones; one with none keeps them all', async () => {
      const { summary, ...rest } = made([], 'second');
      if (!summary) throw new Error('no summary');
      await run('s', { ...rest, summary, earlier: [{ ...summary, completed: 'first', at: 500 }] });
      await again(made([], null));
      expect(summaries()).toHaveLength(2);
      await again(made([], 'both'));
      expect(summaries()).toEqual([{ id: 1, completed: 'both', provider: 'better' }]);
    });

    it.each(['edited_at = 1', 'pinned = 1', 'hidden_until = 99999'])(
      'a job with fewer summaries than before keeps an old one with %s',
      async (touched) => {
        const { summary, ...rest } = made([], 'second');
        if (!summary) throw new Error('no summary');
        await run('s', { ...rest, summary, earlier: [{ ...summary, completed: 'first', at: 500 }] });
        store.db.exec(`update summaries set ${touched} where id = 2`);
        await again(made([], 'both'));
        expect(summaries()).toEqual([
          { id: 1, completed: 'both', provider: 'better' },
          { id: 2, completed: 'second', provider: 'embedded' },
        ]);
      },
    );

    it.each(['edited_at = 1', 'pinned = 1', 'hidden_until = 99999'])('keeps summaries with %s', async (touched) => {
      await run('s', made([], 'by a person'));
      store.db.exec(`update summaries set ${touched}`);
      await again(made([], 'by a model'));
      expect(summaries()).toEqual([{ id: 1, completed: 'by a person', provider: 'embedded' }]);
    });

    it.each(['edited_at = 1', 'pinned = 1', 'hidden_until = 99999'])('keeps observations with %s', async (touched) => {
      const other = observation('Another', { type: 'feature', eventIds: [] });
      await run('s', made([observation('As the compressor had it'), other]));
      store.db.exec(`update observations set title = 'As a person wants it', ${touched} where id = 1`);
      await again(made([observation('As the compressor had it'), observation('New', { type: 'decision' })]));
      // The original does not come back either; everything else is replaced.
      expect(all('title, provider')).toEqual([
        { title: 'As a person wants it', provider: 'embedded' },
        { title: 'New', provider: 'better' },
      ]);
    });

    it('replaces what nobody touched', async () => {
      await run('s', made([observation('Old')]));
      await again(made([observation('New')]));
      expect(all('title, provider')).toEqual([{ title: 'New', provider: 'better' }]);
    });
  });
});
