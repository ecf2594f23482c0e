// Compresses a finished range again, and keeps what a person has touched.
import { describe, expect, it } from 'vitest';
import { all, context, made, observation, run, store, useQueueBench } from '../../../test/helpers/queue-bench.ts';
import type { Compressed } from '../../domain/memory.ts';
import { commitJob, commitTurn } from '../memories/commit.ts';
import { claimJob } from './jobs.ts';
import { claimOutdated } from './outdated.ts';
import { requestRecompress } from './recompress.ts';

useQueueBench();

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

describe('redoing what an older embedded compressor made', () => {
  const redo = (result: Compressed) => {
    store.db.exec("update events set payload = x'00'");
    const redone = claimOutdated(store.db, { sessionId: 's', promptNumber: 1 }, 2, 'me', 9000).map((job) => ({
      job,
      result: { ...result, compressor: 2, context: context(), wantsRecompress: false },
    }));
    return commitTurn(store.db, 'me', redone, 9000);
  };

  it('an old finding that a newer one of a model superseded stays superseded', async () => {
    await run('s', made([observation('The retry limit of the sender is 5')]));
    await run(
      's',
      made([observation('The retry limit of the sender is now 3')]),
      context({ promptNumber: 2, at: 2000 }),
    );
    store.db.exec("update jobs set provider = 'claude' where id = 2");
    expect(redo(made([observation('The retry limit of the sender is 5')]))).toMatchObject({
      committed: true,
      added: 1,
    });
    const [newer] = all('id, title').filter((row) => (row as { title: string }).title.endsWith('now 3')) as {
      id: number;
    }[];
    expect(all('title, superseded_by as "by"')).toContainEqual({
      title: 'The retry limit of the sender is 5',
      by: newer?.id,
    });
  });

  it('does nothing at all if one job of the turn was taken by somebody else', async () => {
    await run('s', made([observation('Old')]));
    store.db.exec("update events set payload = x'00'");
    const [job] = claimOutdated(store.db, { sessionId: 's', promptNumber: 1 }, 2, 'slow', 9000);
    claimOutdated(store.db, { sessionId: 's', promptNumber: 1 }, 2, 'other', 9000);
    if (!job) throw new Error('no job');
    const result = { ...made([observation('New')]), context: context(), wantsRecompress: false };
    expect(commitTurn(store.db, 'slow', [{ job, result }], 9000)).toMatchObject({ committed: false });
    expect(all('title')).toEqual([{ title: 'Old' }]);
  });
});
