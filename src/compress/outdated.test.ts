// Redoes what an older version of the embedded compressor made, on a real store: what is replaced, and what stays.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJobBench, type JobBench } from '../../test/helpers/job-bench.ts';
import { payload, prompt, stop } from '../../test/helpers/payloads.ts';
import { COMPRESSOR_VERSION } from './embedded/compress.ts';
import { estimateMs, offerRedoing, outdatedTurns, type RedoOptions, redoOutdated } from './outdated.ts';

let bench: JobBench;
beforeEach(() => {
  bench = createJobBench();
  bench.settings.provider = 'embedded';
});
afterEach(() => bench.store.close());

/** So many turns, as the older version left them. */
async function oldTurns(howMany: number): Promise<void> {
  for (let i = 0; i < howMany; i += 1) bench.addTurn();
  await bench.work();
  age();
}
/** Makes everything look as if the older version had made it. */
const age = () =>
  bench.store.db.exec(`update jobs set compressor = null, finished_at = 5;
    update observations set title = 'Old ' || id, type = 'change', facts = '["old"]';
    update sessions set title = 'Old title'`);
const redo = (options: Partial<RedoOptions> = {}) =>
  redoOutdated(outdatedTurns(bench.store.parts), {
    store: bench.store.parts,
    now: () => bench.clock.now,
    owner: 'redo',
    isStopped: () => false,
    pause: async () => undefined,
    onTurn: () => undefined,
    ...options,
  });
const titles = () =>
  bench.rows<{ title: string }>('select title from observations order by prompt_number, id').map(({ title }) => title);
const versions = () =>
  bench.rows<{ compressor: number | null }>('select compressor from jobs order by id').map((job) => job.compressor);
const turn = (n: number) => expect.stringMatching(new RegExp(`item ?${n}|item${n}`, 'i'));

describe('what is redone', () => {
  it('a job done without a model knows the version, one done by a model does not', async () => {
    bench.addTurn();
    await bench.work();
    bench.settings.provider = 'openai';
    bench.addTurn();
    await bench.work();
    expect(versions()).toEqual([COMPRESSOR_VERSION, null]);
    expect(outdatedTurns(bench.store.parts)).toEqual([]);
  });

  it('replaces old memories and the title of the session, the oldest turn first', async () => {
    await oldTurns(3);
    const order: number[] = [];
    const turns = outdatedTurns(bench.store.parts);
    expect(turns.map(({ promptNumber }) => promptNumber)).toEqual([1, 2, 3]);
    expect(estimateMs(bench.store.parts, turns, bench.clock.now)).toBeGreaterThan(0);
    expect(titles()).toEqual(['Old 1', 'Old 2', 'Old 3']);
    expect(await redo({ onTurn: (done) => order.push(done) })).toMatchObject({ turns: 3, observations: 3, left: 0 });
    expect(order).toEqual([1, 2, 3]);
    expect(titles()).toEqual([turn(1), turn(2), turn(3)]);
    expect(versions()).toEqual([COMPRESSOR_VERSION, COMPRESSOR_VERSION, COMPRESSOR_VERSION]);
    expect(bench.rows('select title from sessions')).toEqual([{ title: turn(1) }]);
    expect(bench.rows('select 1 from jobs where lease_owner is not null')).toEqual([]);
  });

  it('keeps the title that the user or the host gave the session', async () => {
    await oldTurns(1);
    bench.store.db.exec("update sessions set title_by = 'host'");
    await redo();
    expect(bench.rows('select title from sessions')).toEqual([{ title: 'Old title' }]);
  });

  it('neither keeps raw events longer nor takes a turn away from the model it waits for', async () => {
    await oldTurns(1);
    bench.store.db.exec('update jobs set wants_recompress = 1');
    await redo();
    expect(bench.rows('select state, finished_at, wants_recompress from jobs')).toEqual([
      { state: 'done', finished_at: 5, wants_recompress: 1 },
    ]);
  });

  it('leaves alone what a model made, what is not done, and what has lost raw events', async () => {
    await oldTurns(4);
    bench.store.db.exec(`update jobs set provider = 'claude' where id = 1;
      update jobs set state = 'waiting' where id = 2;
      update events set payload = null where id = (select min(id) from events where prompt_number = 3)`);
    expect(outdatedTurns(bench.store.parts)).toMatchObject([{ promptNumber: 4 }]);
  });

  it('a finding is not merged into a later turn that is redone next', async () => {
    await oldTurns(2);
    await redo();
    const [first = ''] = titles();
    age();
    bench.store.db.prepare('update observations set title = ? where prompt_number = 2').run(first);
    await redo();
    expect(titles()).toEqual([first, turn(2)]);
  });
});

describe('what a person did stays', () => {
  it.each(['edited_at = 1', 'pinned = 1', 'hidden_until = 1e15'])(
    'a memory with %s, which does not come back in other words either',
    async (touched) => {
      await oldTurns(2);
      bench.store.db.exec(`update observations set title = 'Mine', ${touched} where prompt_number = 1;
        update summaries set completed = 'Mine', ${touched} where prompt_number = 1`);
      await redo();
      expect(titles()).toEqual(['Mine', turn(2)]);
      expect(bench.rows('select type from observations where prompt_number = 1')).toEqual([{ type: 'change' }]);
      expect(bench.rows('select completed from summaries where prompt_number = 1')).toEqual([{ completed: 'Mine' }]);
    },
  );

  it('what was forgotten does not come back', async () => {
    await oldTurns(3);
    const forget = (kind: 'observation' | 'prompt', id: number) =>
      bench.store.parts.forgetting.forget([{ kind, id }], bench.clock.now);
    forget('observation', 1);
    forget('prompt', 2);
    expect(outdatedTurns(bench.store.parts)).toMatchObject([{ promptNumber: 3 }]);
    await redo();
    expect(titles()).toEqual([turn(3)]);
  });

  it('what is forgotten while it is being redone does not come back', async () => {
    await oldTurns(1);
    let asked = 0;
    const now = () => {
      // Between reading the turn and writing its memories.
      if (++asked === 3) bench.store.parts.forgetting.forget([{ kind: 'prompt', id: 1 }], bench.clock.now);
      return bench.clock.now;
    };
    expect(await redo({ now })).toMatchObject({ turns: 0, left: 1 });
    expect(titles()).toEqual([]);
  });

  it('a turn that a worker takes meanwhile is left to it', async () => {
    await oldTurns(1);
    let asked = 0;
    const now = () => {
      if (++asked === 3) bench.store.parts.jobs.requestRecompress(null, bench.clock.now);
      return bench.clock.now;
    };
    expect(await redo({ now })).toMatchObject({ turns: 0, left: 1 });
    expect(titles()).toEqual(['Old 1']);
    await bench.work();
    expect(titles()).toEqual([turn(1)]);
  });
});

describe('a run that ends early', () => {
  it('that is stopped or killed has redone whole turns, and the next run does the others', async () => {
    await oldTurns(3);
    let done = 0;
    expect(await redo({ isStopped: () => done === 1, onTurn: (n) => (done = n) })).toMatchObject({
      turns: 1,
      stopped: true,
    });
    expect(titles()).toEqual([turn(1), 'Old 2', 'Old 3']);
    // Killed: its lease stays behind.
    bench.store.parts.jobs.claimOutdated(
      { sessionId: bench.session.sessionId, promptNumber: 2 },
      COMPRESSOR_VERSION,
      'killed',
      1e15,
    );
    expect(await redo()).toMatchObject({ turns: 2, stopped: false });
    expect(titles()).toEqual([turn(1), turn(2), turn(3)]);
    expect(await redo()).toMatchObject({ turns: 0 });
  });

  it('a turn that cannot be compressed keeps its memories, and the others are redone', async () => {
    await oldTurns(2);
    bench.store.db.exec("update events set payload = x'00' where prompt_number = 2");
    expect(await redo()).toMatchObject({ turns: 1, failed: 1, lastError: expect.any(String) });
    expect(titles()).toEqual([turn(1), 'Old 2']);
  });
});

describe('a long turn', () => {
  const part = (n: number) => {
    const path = `${bench.session.cwd}/part${n}.ts`;
    bench.take(
      payload(bench.session, 'PostToolUse', {
        ...{ prompt_id: 'long', tool_name: 'Edit', tool_use_id: `l${n}` },
        tool_input: { file_path: path, old_string: 'a', new_string: `export const part = ${n};` },
        tool_response: { filePath: path, newString: `export const part = ${n};` },
      }),
    );
  };
  /** A batch, and the rest of the turn; both have a memory of the older version. */
  async function longTurn(): Promise<void> {
    bench.take(prompt(bench.session, 'Split the price list into parts', { prompt_id: 'long' }));
    for (let n = 1; n < 64; n += 1) part(n);
    bench.take(stop(bench.session, 'The price list is split into 63 parts.', { prompt_id: 'long' }));
    await bench.work();
    bench.store.db.exec(`insert into observations (session_id, project_id, job_id, ordinal, type, title, provider, prompt_number, created_at)
      select session_id, project_id, (select id from jobs where purpose = 'batch'), 0, 'change', 'x', 'embedded', 1, 1
      from observations;
      insert into observation_events select (select max(id) from observations), id from events where kind = 'tool' order by id limit 5`);
    age();
  }

  it('the memories of its batches are replaced by those of its last job', async () => {
    await longTurn();
    expect(bench.rows('select purpose from jobs order by id')).toEqual([{ purpose: 'batch' }, { purpose: 'turn' }]);
    expect(titles()).toHaveLength(2);
    expect(await redo()).toMatchObject({ turns: 1, observations: 1 });
    expect(titles()).toEqual([expect.stringMatching(/price list|part/i)]);
    expect(versions()).toEqual([COMPRESSOR_VERSION, COMPRESSOR_VERSION]);
  });

  it('if a model made the last one, they stay', async () => {
    await longTurn();
    bench.store.db.exec("update jobs set provider = 'claude' where purpose = 'turn'");
    await redo();
    expect(titles()).toHaveLength(2);
    expect(outdatedTurns(bench.store.parts)).toEqual([]);
  });

  it('a batch memory that a person pinned stays', async () => {
    await longTurn();
    bench.store.db.exec(
      "update observations set pinned = 1 where job_id = (select id from jobs where purpose = 'batch')",
    );
    await redo();
    expect(titles()).toEqual(['Old 2', expect.stringMatching(/price list|part/i)]);
  });
});

describe('the offer', () => {
  const notices = () => bench.store.parts.notices.read().map(({ kind, message }) => [kind, message]);

  it('says how many, and goes away when nothing is outdated', async () => {
    await oldTurns(2);
    expect(offerRedoing(bench.store.parts)).toBe(2);
    expect(notices()).toEqual([['outdated', '2 turns were compressed by an older version']]);
    await redo();
    expect(notices()).toEqual([]);
  });

  it('is not made to somebody with nothing outdated', async () => {
    bench.addTurn();
    await bench.work();
    expect(offerRedoing(bench.store.parts)).toBe(0);
    expect(notices()).toEqual([]);
    expect(await redo()).toMatchObject({ turns: 0, left: 0 });
  });
});
