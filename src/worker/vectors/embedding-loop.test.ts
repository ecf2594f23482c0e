// The embedding loop: everything gets a vector, once; what changes gets another, what goes loses its own; and an endpoint
// that fails is left alone.
import { readFileSync } from 'node:fs';
import { setTimeout as rest } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../test/helpers/embeddings-server.ts';
import { writeTurn } from '../../../test/helpers/memories.ts';
import { useVectorBench } from '../../../test/helpers/vector-bench.ts';
import { pause, resume } from '../../config/pause.ts';

const bench = useVectorBench();
const MANY = 70;
const sayMany = async (count = MANY) => {
  for (let at = 1; at <= count; at += 1) await bench.say(`Memory number ${at}`);
};
const progress = (model = 'topics') => bench.store.parts.vectors.progress(model, []);
const notice = () => bench.store.parts.notices.read().find(({ kind }) => kind === 'embeddings');
const set = (changes: Partial<typeof bench.settings.embeddings>) => {
  bench.settings = { ...bench.settings, embeddings: { ...bench.settings.embeddings, ...changes } };
};

describe('what gets a vector', () => {
  it('every observation and summary, once, in batches', async () => {
    await sayMany();
    await writeTurn(bench.store.db, { session: 'x', summary: { request: 'Ask', completed: 'Done' } });
    expect(progress()).toEqual({ done: 0, total: MANY + 1 });
    await bench.work();
    expect(progress()).toEqual({ done: MANY + 1, total: MANY + 1 });
    expect(bench.server.asked.map(({ input }) => input.length)).toEqual([32, 32, 7]);
    expect(new Set(bench.server.texts()).size).toBe(MANY + 1);
    await bench.work();
    expect(bench.server.asked).toHaveLength(3);
  });

  it('the newest first', async () => {
    await sayMany(40);
    await bench.work();
    expect(bench.server.asked[0]?.input[0]).toBe('Memory number 40');
  });

  it('nothing of excluded projects, and nothing while capture is paused', async () => {
    await bench.say('Kept apart', { project: '/w/secret' });
    await bench.say('Public');
    bench.settings = { ...bench.settings, excludeProjects: ['/w/secret/**'] };
    pause(bench.paths, bench.clock.now);
    await bench.work();
    expect(bench.server.asked).toEqual([]);
    resume(bench.paths, bench.clock.now);
    await bench.work();
    expect(bench.server.texts()).toEqual(['Public']);
  });

  it('what a model expects before a text is put there', async () => {
    await bench.say('Totals in cents');
    set({ model: 'nomic-embed-text' });
    await bench.work();
    await bench.found('a penny off');
    expect(bench.server.texts()).toEqual(['search_document: Totals in cents', 'search_query: a penny off']);
  });

  it('the key is sent if there is one', async () => {
    await bench.say('Totals in cents');
    set({ apiKey: 'k' });
    await bench.work();
    expect(bench.server.asked[0]?.key).toBe('Bearer k');
  });
});

describe('a worker that ends or is killed', () => {
  it('leaves nothing half done; the next one makes only the rest', async () => {
    await sayMany();
    bench.server.answer = (_, index) => (index === 1 ? 'hang' : 'answer');
    const loop = bench.loop();
    loop.wake();
    while (bench.server.asked.length < 2) await rest(5);
    loop.stop();
    await loop.settled();
    expect(progress().done).toBe(32);
    bench.server.asked.length = 0;
    bench.server.answer = () => 'answer';
    await bench.work();
    expect(bench.server.texts()).toHaveLength(MANY - 32);
    expect(progress()).toEqual({ done: MANY, total: MANY });
  });
});

describe('another model', () => {
  it('makes all vectors again; only its own are compared, and the old ones go at the end', async () => {
    await bench.say('Totals in whole cents');
    await sayMany(40);
    await bench.work();
    set({ model: 'other' });
    bench.server.answer = (_, index) => (index === 2 ? { dimensions: 48 } : { status: 500 });
    await bench.work();
    expect(progress('other').done).toBe(32);
    // The observation about cents is the oldest: it has no vector of the new model yet.
    bench.server.answer = () => ({ dimensions: 48 });
    expect(await bench.found('a penny off')).not.toContain('#1');
    expect(bench.rows('select name from vector_models')).toHaveLength(2);
    bench.clock.now += 3600_000;
    await bench.work();
    expect(await bench.found('a penny off')).toEqual(['#1']);
    expect(bench.rows('select name, dimensions from vector_models')).toEqual([{ name: 'other', dimensions: 48 }]);
    expect(bench.embedded()).toHaveLength(41);
  });
});

describe('memories that change', () => {
  const penny = () => bench.found('a penny off');

  it('edited, it gets another vector', async () => {
    const id = await bench.say('Totals in whole cents');
    await bench.work();
    bench.store.parts.memories.editObservation(id, { title: 'Thumbnails are made later' }, 0);
    expect(bench.embedded()).toEqual([]);
    await bench.work();
    expect(bench.server.texts().at(-1)).toBe('Thumbnails are made later');
    expect(bench.embedded()).toEqual([`observation ${id}`]);
  });

  it('edited while the endpoint works, the vector of the old text is not stored', async () => {
    const id = await bench.say('Totals in whole cents');
    bench.server.answer = () => {
      bench.store.parts.memories.editObservation(id, { title: 'Thumbnails are made later' }, 0);
      return 'answer';
    };
    await bench.work();
    expect(bench.embedded()).toEqual([]);
  });

  it('hidden or superseded, it is not found by meaning; brought back, it is again', async () => {
    const { memories } = bench.store.parts;
    const id = await bench.say('Totals in whole cents');
    const newer = await bench.say('Something else entirely');
    await bench.work();
    memories.hide('observation', id, 9e15);
    expect(await penny()).not.toContain('#1');
    memories.bringBack('observation', id);
    await bench.work();
    expect(await penny()).toEqual(['#1']);
    memories.supersede(id, newer);
    await bench.work();
    expect(await penny()).not.toContain('#1');
    memories.supersede(id, null);
    await bench.work();
    expect(await penny()).toEqual(['#1']);
  });

  it('forgotten, no byte of its vector is left in the file', async () => {
    const id = await bench.say('Totals in whole cents');
    await bench.say('Something else entirely');
    await bench.work();
    const [{ vector }] = bench.rows<{ vector: Buffer }>(`select vector from vectors where memory_id = ${id}`) as [
      { vector: Buffer },
    ];
    const isInFile = () =>
      ['', '-wal'].some((suffix) => readFileSync(bench.store.file + suffix).includes(vector.subarray(8, 88)));
    expect(isInFile()).toBe(true);
    bench.store.parts.forgetting.forget([{ kind: 'observation', id }], bench.clock.now);
    bench.store.parts.forgetting.wipeFreed();
    expect(isInFile()).toBe(false);
    expect(await penny()).not.toContain('#1');
  });

  it('moved to another project, it is found there', async () => {
    await bench.say('Totals in whole cents', { project: '/w/old' });
    await bench.say('Something else entirely', { project: '/w/new' });
    await bench.work();
    const [old, now] = bench.rows<{ id: number }>('select id from projects order by id') as [
      { id: number },
      { id: number },
    ];
    bench.store.parts.projects.merge(old.id, now.id);
    expect(await bench.found('a penny off', { projectIds: [now.id] })).toEqual(['#1']);
    expect(bench.server.asked).toHaveLength(2);
  });
});

describe('an endpoint that fails', () => {
  /** How often it is asked by a worker that looks every ten seconds for so long. */
  const requestsWithin = async (minutes: number) => {
    const loop = bench.loop();
    for (const end = bench.clock.now + minutes * 60_000; bench.clock.now < end; bench.clock.now += 10_000) {
      loop.wake();
      await rest(2);
      await loop.settled();
    }
    loop.stop();
    return bench.server.asked.length;
  };

  it.each<[string, Answer, number, string]>([
    ['is down', 'reset', 7, 'embeddings.url'],
    ['has a problem', { status: 503 }, 7, 'retries by itself'],
    ['refuses the key', { status: 401 }, 3, 'embeddings.apiKey'],
    ['does not know the model', { status: 404 }, 3, 'embeddings.model'],
    ['wants an hour of rest', { status: 429, headers: { 'retry-after': '3600' } }, 1, 'retries by itself'],
    ['is not one for embeddings', { raw: '{"choices":[]}' }, 3, 'embeddings.model'],
  ])('%s: it is left alone, longer each time, and the status tells the fix', async (_, answer, most, fix) => {
    await sayMany(40);
    bench.server.answer = () => answer;
    expect(await requestsWithin(20)).toBeLessThanOrEqual(most);
    expect(notice()?.fix).toContain(fix);
    bench.server.answer = () => 'answer';
    bench.clock.now += 3600_000;
    await bench.work();
    expect(progress().done).toBe(40);
    expect(notice()).toBeUndefined();
  });

  it('asks again when the settings change', async () => {
    await bench.say('Totals in whole cents');
    bench.server.answer = ({ key }) => (key === 'Bearer right' ? 'answer' : { status: 401 });
    const loop = bench.loop();
    loop.wake();
    await rest(20);
    await loop.settled();
    set({ apiKey: 'right' });
    await bench.work(loop);
    expect(bench.embedded()).toHaveLength(1);
    expect(notice()).toBeUndefined();
  });

  it('other dimensions than before: nothing is mixed, and the status tells', async () => {
    await bench.say('Totals in whole cents');
    await bench.work();
    await bench.say('Thumbnails are made later');
    bench.server.answer = () => ({ dimensions: 64 });
    await bench.work();
    expect(bench.embedded()).toEqual(['observation 1']);
    expect(notice()?.message).toContain('64 dimensions');
  });

  it('a text that it refuses is tried alone and in short, then marked; the others are not held up', async () => {
    await sayMany(5);
    const long = await bench.say('Too long', { narrative: 'word '.repeat(300) });
    const bad = await bench.say('Poison');
    bench.server.answer = ({ input }) =>
      input.some((text) => text.length > 1000 || text === 'Poison')
        ? { status: 500, message: 'input is too large to process. increase the physical batch size' }
        : 'answer';
    await bench.work();
    expect(bench.embedded()).toHaveLength(6);
    expect(bench.embedded()).toContain(`observation ${long}`);
    expect(bench.rows('select memory_id as id from vectors where vector is null')).toEqual([{ id: bad }]);
    expect(notice()).toBeUndefined();
  });

  it('that refuses every text: none is marked', async () => {
    await sayMany(5);
    bench.server.answer = () => ({ status: 400 });
    await bench.work();
    expect(bench.rows('select * from vectors')).toEqual([]);
    expect(notice()).toBeDefined();
  });
});

describe('the budget', () => {
  it('ends the day’s work, and does not touch that of the model', async () => {
    await sayMany();
    set({ dailyTokens: 320 });
    await bench.work();
    expect(progress().done).toBe(32);
    expect(notice()?.message).toContain('320 tokens');
    const { usage } = bench.store.parts;
    expect(usage.since(0)).toMatchObject({ calls: 0, tokens: 0 });
    expect(usage.since(0, 'embeddings')).toMatchObject({ calls: 1, tokens: 320 });
    bench.clock.now += 24 * 3600_000;
    await bench.work();
    expect(progress().done).toBe(64);
  });
});
