// The job loop in process, with a scripted model and a clock of the test's: what is asked, paid for, put off and kept.

import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CaptureBench, createCaptureBench } from '../../test/helpers/capture.ts';
import { goodAnswer } from '../../test/helpers/model-server.ts';
import { fixtureSession, payload, prompt, type SessionFixture, stop } from '../../test/helpers/payloads.ts';
import { SCHEMA, type Settings } from '../config/settings.ts';
import { type Provider, ProviderError, type Reply } from '../providers/provider.ts';
import { readNotices } from '../store/queue/notices.ts';
import { requestRecompress } from '../store/queue/recompress.ts';
import { createJobLoop } from './jobs.ts';
import { openLog } from './log.ts';

let answer: () => Reply;
const ask = vi.fn(async () => answer());
vi.mock('../providers/choose.ts', () => ({
  chooseProvider: (): Provider => ({ name: 'scripted', ask }),
}));

const REPLY: Reply = { text: goodAnswer('By the model'), model: 'm', tokensIn: 60, tokensOut: 40, costUsd: 0.5 };
const defaults = Object.fromEntries(
  Object.entries(SCHEMA).map(([key, { default: value }]) => [key, value]),
) as unknown as Settings;

let bench: CaptureBench;
let session: SessionFixture;
let settings: Settings;
beforeEach(() => {
  bench = createCaptureBench();
  session = fixtureSession(join(bench.store.folder, 'work'));
  settings = { ...defaults, provider: 'openai' } as Settings;
  answer = () => REPLY;
  ask.mockClear();
});
afterEach(() => bench.store.close());

let turns = 0;
function addTurn(): void {
  turns += 1;
  const id = { prompt_id: `p${turns}` };
  bench.take(prompt(session, `Change the price of item ${turns}`, id));
  const [filePath, newString] = [join(session.cwd, `item${turns}.ts`), `export const price = ${turns};`];
  bench.take(
    payload(session, 'PostToolUse', {
      ...{ ...id, tool_name: 'Edit', tool_use_id: `t${turns}` },
      tool_input: { file_path: filePath, old_string: 'a', new_string: newString },
      tool_response: { filePath, newString },
    }),
  );
  bench.take(stop(session, `The price of item ${turns} is changed.`, id));
}

const loop = (random = 0.5) =>
  createJobLoop({
    store: bench.store.parts,
    home: bench.store.folder,
    settings: () => settings,
    log: openLog(null, 'silent'),
    now: () => bench.clock.now,
    random: () => random,
    owner: 'test',
    onWork: () => undefined,
  });
async function work(jobs = loop()): Promise<void> {
  jobs.wake();
  await jobs.settled();
  jobs.stop();
}
const rows = <T>(query: string) => bench.store.db.prepare(query).all() as T[];
const providers = () => rows<{ provider: string }>('select provider from jobs order by id').map((job) => job.provider);
const calls = () =>
  rows<{ tokens: number; usd: number | null; error: string | null }>(
    'select tokens_in + tokens_out as tokens, cost_usd as usd, error from usage order by id',
  );
const fails = (...args: ConstructorParameters<typeof ProviderError>) => {
  answer = () => {
    // No test gets so far, unless the loop asks without end.
    if (ask.mock.calls.length > 10) return REPLY;
    throw new ProviderError(...args);
  };
};

describe('the budget', () => {
  it.each([{ dailyTokens: 150 }, { monthlyTokens: 150 }, { dailyUsd: 0.75 }, { monthlyUsd: 0.75 }])(
    'at %j no model is asked any more, and the embedded compressor goes on',
    async (cap) => {
      Object.assign(settings, cap);
      for (let i = 0; i < 4; i += 1) addTurn();
      await work();
      expect(ask).toHaveBeenCalledTimes(2);
      expect(providers()).toEqual(['scripted', 'scripted', 'embedded', 'embedded']);
      expect(readNotices(bench.store.db)).toMatchObject([
        { kind: 'budget', message: expect.stringContaining(Object.keys(cap)[0] as string) },
      ]);
    },
  );

  it('a call that did not reach the model costs nothing; one that may have been charged counts', async () => {
    addTurn();
    fails('wait', 'no connection', { waitMs: 1000 });
    await work();
    expect(calls()).toEqual([{ tokens: 0, usd: null, error: 'wait: no connection' }]);
    addTurn();
    fails('wait', 'no answer in time', { waitMs: 1000, mayBeCharged: true });
    await work();
    expect(calls()[1]).toEqual({ tokens: expect.any(Number), usd: expect.any(Number), error: expect.any(String) });
    expect(calls()[1]?.tokens).toBeGreaterThan(100);
    expect(calls()[1]?.usd).toBeGreaterThan(0);
  });

  it('an answer that cannot be read was paid for', async () => {
    addTurn();
    answer = () => ({ ...REPLY, text: '<observation><title>' });
    await work();
    expect(calls()).toMatchObject([{ tokens: 100, usd: 0.5, error: expect.stringContaining('cannot be read') }]);
  });
});

describe('a model that fails', () => {
  it('is asked again later and later, and never all at the same moment', async () => {
    addTurn();
    fails('retry', 'overloaded');
    const waits: number[] = [];
    for (const random of [0.5, 0.5, 0]) {
      await work(loop(random));
      const [job] = rows<{ wait: number; state: string }>(
        `select run_at - ${bench.clock.now} as wait, state from jobs`,
      );
      if (job?.state !== 'waiting') break;
      waits.push(job.wait);
      bench.clock.now += job.wait;
    }
    expect(waits).toEqual([2000, 4000]);
    expect(ask).toHaveBeenCalledTimes(3);
    // Then the turn does not wait for it any longer.
    expect(providers()).toEqual(['embedded']);
  });

  it('refuses the key: it is left alone for a while, and every turn has its memories', async () => {
    for (let i = 0; i < 3; i += 1) addTurn();
    fails('stop', 'wrong key');
    const jobs = loop();
    jobs.wake();
    await jobs.settled();
    expect(ask).toHaveBeenCalledTimes(1);
    expect(providers()).toEqual(['embedded', 'embedded', 'embedded']);
    answer = () => REPLY;
    bench.clock.now += 9 * 60_000;
    jobs.wake();
    await jobs.settled();
    expect(ask).toHaveBeenCalledTimes(1);
    bench.clock.now += 2 * 60_000;
    await work(jobs);
    expect(providers()).toEqual(['scripted', 'scripted', 'scripted']);
  });

  it('is away when a turn is to be done again: what it made before stays', async () => {
    addTurn();
    await work();
    expect(rows('select title from observations')).toEqual([{ title: 'By the model' }]);
    requestRecompress(bench.store.db, null, bench.clock.now);
    fails('stop', 'wrong key');
    await work();
    expect(rows('select title, provider from observations')).toEqual([{ title: 'By the model', provider: 'scripted' }]);
    expect(rows('select state from jobs')).toEqual([{ state: 'done' }]);
  });
});
