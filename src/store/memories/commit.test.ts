// Commits the memories of a job together with its end.
import { describe, expect, it } from 'vitest';
import {
  all,
  context,
  event,
  made,
  observation,
  run,
  store,
  useQueueBench,
} from '../../../test/helpers/queue-bench.ts';
import { claimJob } from '../queue/jobs.ts';
import { commitJob } from './commit.ts';

useQueueBench();

describe('committing', () => {
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
});
