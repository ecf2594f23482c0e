// Search with vectors: what it finds in addition, what it leaves in place, and that an endpoint that fails costs nothing.
import { existsSync } from 'node:fs';
import { setTimeout as rest } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { useVectorBench } from '../../test/helpers/vector-bench.ts';
import { pause } from '../config/pause.ts';
import { searchHomeFirst } from '../recall/search/home-first.ts';

const bench = useVectorBench();

/** Each says one thing; nothing in a question below is a word of its answer. */
const MEMORIES = [
  'Totals lost a fraction: compute in whole cents',
  'The payment provider calls our webhook twice',
  'Thumbnail files are generated lazily beside the upload',
  'Login fails if the cookie is older than a day',
  'The nightly export breaks on a tabulator',
  ...Array.from({ length: 20 }, (_, index) => `Chore number ${index}: rename a folder`),
];
const QUESTIONS: [string, string][] = [
  ['why were invoice amounts a penny off', '#1'],
  ['duplicate notifications, repeated callbacks', '#2'],
  ['deferred picture previews', '#3'],
  ['authentication trouble at sign-in', '#4'],
  ['spreadsheet download', '#5'],
];

const remember = async () => {
  for (const title of MEMORIES) await bench.say(title);
};
const queries = () => bench.server.asked.filter(({ input }) => input.length === 1).length;

describe('with vectors', () => {
  beforeEach(async () => {
    await remember();
    await bench.work();
    bench.server.asked.length = 0;
  });

  it('finds what says the same in other words, which words alone do not', async () => {
    for (const [question, answer] of QUESTIONS) {
      expect(bench.byWords(question)).not.toContain(answer);
      expect((await bench.found(question))[0]).toBe(answer);
    }
  });

  it('keeps everything that contains all words first, in its order', async () => {
    await bench.say('The penny jar moved');
    for (const words of ['penny', 'rename folder', 'webhook provider', 'chore number 7']) {
      const byWords = bench.byWords(words);
      const both = await bench.found(words);
      expect(both.slice(0, byWords.length)).toEqual(byWords);
    }
    expect(await bench.found('penny')).toEqual(['#26', '#1']);
  });

  it('finds nothing by meaning that the filter excludes', async () => {
    await bench.say('Whole cents for the other shop', { project: '/w/other' });
    await bench.work();
    const [shop, other] = bench.rows<{ id: number }>('select id from projects order by id').map(({ id }) => id);
    const penny = 'a penny off';
    expect(await bench.found(penny, { projectIds: [shop as number] })).toEqual(['#1']);
    expect(await bench.found(penny, { projectIds: [other as number] })).toEqual(['#26']);
    expect(await bench.found(penny, { types: ['bugfix'] })).toEqual([]);
    expect(await bench.found(penny, { kinds: ['prompt'] })).toEqual([]);
  });

  it('from inside a project: what is only near here does not come before what contains the words elsewhere', async () => {
    await bench.say('Whole cents for the other shop', { project: '/w/other' });
    await bench.work();
    const searcher = bench.searcher();
    const request = { limit: 20, offset: 0 };
    const from = async (project: number, text: string) =>
      (await searchHomeFirst((each) => searcher(bench.store.parts, each), { ...request, text }, [project])).hits.map(
        ({ id }) => id,
      );
    const [shop, other] = bench.rows<{ id: number }>('select id from projects order by id').map(({ id }) => id);
    expect((await from(other as number, 'totals lost a fraction'))[0]).toBe(1);
    expect((await from(other as number, 'a penny off')).slice(0, 2)).toEqual([26, 1]);
    expect((await from(shop as number, 'a penny off')).slice(0, 2)).toEqual([1, 26]);
  });

  it('asks once for all pages of a search', async () => {
    const searcher = bench.searcher();
    const page = (offset: number) =>
      searcher(bench.store.parts, { text: 'picture previews', projectIds: null, limit: 1, offset });
    const [first, second] = [await page(0), await page(1)];
    expect(first.hits[0]?.id).toBe(3);
    expect(second.hits.map(({ id }) => id)).not.toContain(3);
    expect(queries()).toBe(1);
  });

  it('does not ask about phrases, beginnings of words, or nothing', async () => {
    for (const text of ['"penny off"', 'penn*', '  ']) expect(await bench.found(text)).toEqual(bench.byWords(text));
    expect(queries()).toBe(0);
  });

  it('sends no secret that was typed into a search', async () => {
    await bench.found('who uses AKIAIOSFODNN7EXAMPLE for the webhook');
    expect(queries()).toBe(1);
    expect(bench.server.texts().join()).not.toContain('AKIAIOSFODNN7EXAMPLE');
  });

  it('sends nothing while capture is paused, or from an excluded project', async () => {
    const [question] = QUESTIONS[0] as [string, string];
    bench.settings = { ...bench.settings, excludeProjects: ['/w/secret/**'] };
    const { createSearcher } = await import('./search.ts');
    const from = createSearcher({
      ...{ paths: bench.paths, settings: () => bench.settings, now: () => bench.clock.now, livesOn: false },
      project: () => ({ key: '/w/secret/a', name: 'a', worktree: '/w/secret/a' }),
    });
    const request = { text: question, projectIds: null, limit: 20, offset: 0 };
    expect((await from(bench.store.parts, request)).hits).toEqual([]);
    pause(bench.paths, bench.clock.now);
    expect(await bench.found(question)).toEqual([]);
    expect(queries()).toBe(0);
  });

  it.each([
    ['refuses the key', { status: 401 }],
    ['asks for patience', { status: 429, headers: { 'retry-after': '5' } }],
    ['has a problem', { status: 500 }],
    ['breaks the connection', 'reset'],
    ['never answers', 'hang'],
    ['answers nonsense', { raw: '{"data":[{"embedding":["a"]}]}' }],
    ['answers without vectors', { raw: 'Not Found' }],
  ] as const)(
    'an endpoint that %s: the answer is that of the words, and it is not asked for a minute',
    async (_, answer) => {
      bench.server.answer = () => answer;
      for (const [question] of QUESTIONS) expect(await bench.found(question)).toEqual(bench.byWords(question));
      expect(queries()).toBe(1);
      bench.server.answer = () => 'answer';
      bench.clock.now += 61_000;
      expect((await bench.found('spreadsheet download'))[0]).toBe('#5');
      expect(queries()).toBe(2);
    },
  );

  it('an endpoint that has to load its model: this search does not wait, and the next ones use it', async () => {
    bench.server.answer = () => ({ afterMs: 500 });
    const ask = async (searcher: ReturnType<typeof bench.searcher>) =>
      (await searcher(bench.store.parts, { text: 'spreadsheet download', projectIds: null, limit: 20, offset: 0 }))
        .hits;
    const server = bench.searcher(true);
    expect(await ask(server)).toEqual([]);
    expect(existsSync(bench.paths.embeddingsDown)).toBe(true);
    while (existsSync(bench.paths.embeddingsDown)) await rest(10);
    expect((await ask(server))[0]?.id).toBe(5);
    expect(queries()).toBe(1);
  });

  it('asks again immediately if the settings changed', async () => {
    bench.server.answer = () => ({ status: 401 });
    await bench.found('spreadsheet download');
    bench.server.answer = ({ key }) => (key === 'Bearer right' ? 'answer' : { status: 401 });
    bench.settings = { ...bench.settings, embeddings: { ...bench.settings.embeddings, apiKey: 'right' } };
    expect((await bench.found('spreadsheet download'))[0]).toBe('#5');
  });

  it('ignores a vector of other dimensions', async () => {
    bench.server.answer = () => ({ dimensions: 64 });
    expect(await bench.found('spreadsheet download')).toEqual(bench.byWords('spreadsheet download'));
  });
});

describe('without vectors', () => {
  it('asks nobody if no model is set', async () => {
    await remember();
    bench.settings = { ...bench.settings, embeddings: { ...bench.settings.embeddings, model: '' } };
    await bench.work();
    expect(await bench.found('webhook twice')).toEqual(bench.byWords('webhook twice'));
    expect(bench.server.asked).toEqual([]);
    expect(existsSync(bench.paths.embeddingsDown)).toBe(false);
  });

  it('asks nobody as long as no memory has a vector', async () => {
    await remember();
    expect(await bench.found('webhook twice')).toEqual(bench.byWords('webhook twice'));
    expect(bench.server.asked).toEqual([]);
  });
});
