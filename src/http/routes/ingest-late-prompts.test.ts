// A host that reports a prompt only at the end of its turn: everything is still filed under the right prompt.

import { describe, expect, it } from 'vitest';
import { useHttpBench } from '../../../test/helpers/http.ts';
import { eventsOfSession } from '../../store/ledger/events.ts';
import { storeOn } from '../../store/store.ts';

const bench = useHttpBench();

describe('a host that tells of its prompts only at the end of a turn', () => {
  const tool = (command: string, more = {}) =>
    step('/sessions/s/observations', { tool_name: 'Bash', tool_input: { command }, ...more });
  const end = (asked: string, said: string, more = {}) =>
    step('/sessions/s/summarize', { last_user_message: asked, last_assistant_message: said, ...more });
  const step = async (path: string, body: object) => {
    bench.clock.now += 1000;
    return (await bench.ask('POST', path, body)).body;
  };
  /** What is filed under each prompt, in the order it came. */
  const turns = () => {
    const prompts = bench.db
      .prepare('select number, text from prompts where session_id = ? order by number')
      .all('s') as { number: number; text: string }[];
    const events = bench.db
      .prepare('select id from events where session_id = ? order by id')
      .all('s')
      .map((row) => (row as { id: number }).id);
    const known = new Map(eventsOfSession(bench.db, 's').map((event) => [event.id, event]));
    return prompts.map(({ number, text }) => [
      text,
      ...events.flatMap((id) => {
        const event = known.get(id);
        if (event?.promptNumber !== number || event.kind === 'prompt') return [];
        const input = event.body?.['input'] as { command?: string } | undefined;
        return [input?.command ?? `${event.kind}: ${event.body?.['message']}`];
      }),
    ]);
  };

  it('has a prompt for every turn, with what came before it in that turn', async () => {
    await tool('one');
    await tool('two');
    expect(await end('Build it', 'Built')).toMatchObject({ status: 'added', promptNumber: 1 });
    await tool('three');
    expect(await end('Test it', 'Tested')).toMatchObject({ status: 'added', promptNumber: 2 });
    expect(await end('Ship it', 'Shipped')).toMatchObject({ promptNumber: 3 });
    expect(turns()).toEqual([
      ['Build it', 'one', 'two', 'stop: Built'],
      ['Test it', 'three', 'stop: Tested'],
      ['Ship it', 'stop: Shipped'],
    ]);
    // Each turn is one job, and it holds all of its turn.
    const { claimJob } = await import('../../store/queue/jobs.ts');
    const { loadJob } = await import('../../compress/load.ts');
    const jobs = [1, 2, 3].map(() => {
      const job = claimJob(bench.db, 'me', bench.clock.now, 1000);
      return job && loadJob(storeOn(bench.db), job, bench.clock.now).material.events.length;
    });
    expect(jobs).toEqual([4, 3, 2]);
    expect(bench.db.prepare('select count(*) as n from jobs').get()).toEqual({ n: 3 });
  });

  it('equal prompts in a row are two turns; the same call sent twice is one', async () => {
    await tool('one');
    await end('go on', 'First');
    await tool('two');
    await end('go on', 'Second');
    await end('go on', 'Third');
    await end('go on', 'Third');
    expect(turns()).toEqual([
      ['go on', 'one', 'stop: First'],
      ['go on', 'two', 'stop: Second'],
      ['go on', 'stop: Third', 'stop: Third'],
    ]);
  });

  it('one that told of the prompt when it was typed tells nothing new', async () => {
    await step('/sessions/s/init', { prompt: 'My key is AKIAIOSFODNN7EXAMPLE, use it' });
    await tool('one');
    expect(await end('My key is AKIAIOSFODNN7EXAMPLE, use it', 'Used')).toMatchObject({ promptNumber: 1 });
    // A second Stop of the same turn.
    await tool('two');
    expect(await end('My key is AKIAIOSFODNN7EXAMPLE, use it', 'Used again')).toMatchObject({ promptNumber: 1 });
    // The next turns it tells of only at the end.
    await tool('three');
    expect(await end('And now the other one', 'Done')).toMatchObject({ promptNumber: 2 });
    expect(turns()).toMatchObject([
      [expect.stringContaining('[redacted:'), 'one', 'stop: Used', 'two', 'stop: Used again'],
      ['And now the other one', 'three', 'stop: Done'],
    ]);
  });

  it('a number tells which turn is meant, under either name', async () => {
    await tool('one', { promptNumber: 1 });
    await end('go on', 'First', { promptNumber: 1 });
    await tool('two', { promptNumber: 2 });
    // Late, but named.
    await tool('late', { prompt_number: 1 });
    expect(await end('go on', 'First', { prompt_number: 2 })).toMatchObject({ promptNumber: 2 });
    expect(await end('go on', 'Once more', { promptNumber: 2 })).toMatchObject({ promptNumber: 2 });
    expect(turns()).toEqual([
      ['go on', 'one', 'stop: First', 'late'],
      ['go on', 'two', 'stop: First', 'stop: Once more'],
    ]);
    // One that counts from elsewhere.
    await step('/sessions/t/init', { prompt: 'a', promptNumber: 7 });
    expect(await step('/sessions/t/init', { prompt: 'a', promptNumber: 7 })).toMatchObject({
      status: 'known',
      promptNumber: 1,
    });
    expect(await step('/sessions/t/init', { prompt: 'b', promptNumber: 8 })).toMatchObject({ promptNumber: 2 });
    await step('/sessions/t/observations', { tool_name: 'Bash', tool_input: {}, promptNumber: 7 });
    expect(eventsOfSession(bench.db, 't').at(-1)).toMatchObject({ kind: 'tool', promptNumber: 1 });
  });

  it('what was compressed before the prompt came goes along to its turn, and is not compressed twice', async () => {
    const { claimJob } = await import('../../store/queue/jobs.ts');
    const { loadJob } = await import('../../compress/load.ts');
    const { compressEmbedded } = await import('../../compress/embedded/compress.ts');
    const { commitJob } = await import('../../store/memories/commit.ts');
    const compressAll = async () => {
      for (let job = claimJob(bench.db, 'me', bench.clock.now, 1000); job; ) {
        const { material, context } = loadJob(storeOn(bench.db), job, bench.clock.now);
        const made = { ...compressEmbedded(material), context, wantsRecompress: false };
        commitJob(bench.db, job, 'me', made, bench.clock.now);
        job = claimJob(bench.db, 'me', bench.clock.now, 1000);
      }
    };
    const rows = (table: string, columns: string) =>
      bench.db.prepare(`select prompt_number as n, ${columns} from ${table} order by id`).all();
    await end('Build it', 'I built the shop, as it was asked for.');
    await step('/sessions/s/observations', { tool_name: 'FileSave', tool_input: { path: '/w/shop/a.ts' } });
    bench.clock.now += 600_000;
    await compressAll();
    expect(rows('observations', 'files_modified as files')).toEqual([{ n: 1, files: '["/w/shop/a.ts"]' }]);
    expect(rows('summaries', 'request')).toEqual([
      { n: 1, request: 'Build it' },
      { n: 1, request: 'Build it' },
    ]);
    await end('Test it', 'I tested the shop, and it holds.');
    await compressAll();
    expect(rows('observations', 'files_modified as files')).toEqual([{ n: 2, files: '["/w/shop/a.ts"]' }]);
    expect(rows('summaries', 'request')).toEqual([
      { n: 1, request: 'Build it' },
      { n: 2, request: null },
      { n: 2, request: 'Test it' },
    ]);
  });

  it('words that are not those the turn began with are kept with its end', async () => {
    await step('/sessions/s/init', { prompt: 'Fix the totals' });
    expect(await end('No, the taxes', 'Done')).toMatchObject({ promptNumber: 1 });
    expect(eventsOfSession(bench.db, 's').at(-1)?.body).toEqual({ message: 'Done', asked: 'No, the taxes' });
  });

  it('a turn that was private leaves nothing but the fact', async () => {
    await tool('one');
    await end('Build it', 'Built');
    await tool('hush one');
    await tool('hush two');
    expect(await end('<private>hush</private>', 'hush three')).toMatchObject({ status: 'private' });
    await tool('after');
    await end('Test it', 'Tested');
    expect(turns().map(([text]) => text)).toEqual(['Build it', 'Test it']);
    expect(JSON.stringify(eventsOfSession(bench.db, 's'))).not.toContain('hush');
  });

  it('a machine speaks in the middle of a turn', async () => {
    await tool('one');
    await end('Build it', 'Built');
    await tool('two');
    await end('<task-notification>done</task-notification>', 'All of it is built');
    expect(turns()).toEqual([['Build it', 'one', 'stop: Built', 'two', 'stop: All of it is built']]);
  });
});
