// What a search finds, and in which order.
import { describe, expect, it } from 'vitest';
import { writeTurn } from '../../../test/helpers/memories.ts';
import { NOW, SENTENCES, useSearch } from '../../../test/helpers/search.ts';
import { recordPrompt } from '../../store/ledger/turns.ts';
import { formatId } from '../ids.ts';

const { store, ask, found, say } = useSearch();

const STOP = new Set('the to is from when our we over a because on once and are before'.split(' '));

describe('what is found', () => {
  it('any pair of content words of a stored sentence finds it, first', async () => {
    for (const [index, sentence] of SENTENCES.entries()) await say(sentence, { session: `s${index}` });
    for (const [index, sentence] of SENTENCES.entries()) {
      const words = sentence.split(' ').filter((word) => !STOP.has(word.toLowerCase()));
      for (const first of words)
        for (const second of words)
          if (first !== second)
            expect((await found(`${first} ${second}`))[0], `${first} ${second}`).toBe(`#${index + 1}`);
    }
  });

  it('finds other forms of a word, regular and irregular', async () => {
    await say('She wrote the parser and chose recursive descent');
    for (const words of ['writing parsers', 'written', 'choosing', 'choose', 'recursively descending'])
      expect(await found(words), words).toEqual(['#1']);
  });

  it('those with all the words come before those with some', async () => {
    await say('cache cache cache cache', { session: 'a' });
    await say('The invalidation of the cache is done by the writer', { session: 'b' });
    await say('invalidation invalidation', { session: 'c' });
    expect((await found('cache invalidation'))[0]).toBe('#2');
    expect(await found('cache invalidation')).toHaveLength(3);
  });

  it('a phrase in quotes must be there; a star stands for the rest of a word', async () => {
    await say('the retry budget was used up', { session: 'a' });
    await say('the budget allows for a retry', { session: 'b' });
    expect(await found('"retry budget"')).toEqual(['#1']);
    expect((await found('retry budget')).sort()).toEqual(['#1', '#2']);
    expect((await found('budg*')).sort()).toEqual(['#1', '#2']);
    expect(await found('allo*')).toEqual(['#2']);
    expect(await found('llow*')).toEqual([]);
  });

  it('words that are only stop words are looked for all the same', async () => {
    await say('to be or not to be');
    expect(await found('not to be')).toEqual(['#1']);
    expect(await found('')).toEqual([]);
    expect(await found('... !!')).toEqual([]);
  });

  it.each([
    ['parseConfigFile', ['parseConfigFile', 'parse', 'config', 'parse_config_file', 'parse-config-file', 'ConfigFile']],
    ['max_retry_count', ['max_retry_count', 'maxRetryCount', 'retry', 'retry count']],
    [
      'src/billing/tax-rates.ts',
      ['src/billing/tax-rates.ts', 'billing', 'tax-rates', 'tax rates', 'billing/tax-rates.ts'],
    ],
    ['app.settings.cacheTtl', ['app.settings.cacheTtl', 'cacheTtl', 'ttl', 'settings']],
    ['E_QUOTA_SPENT', ['E_QUOTA_SPENT', 'quota', 'e_quota_spent']],
    ['TS2345', ['TS2345', 'ts2345', '2345']],
    ['ENOENT', ['ENOENT', 'enoent']],
    ['HTTPServerError', ['HTTPServerError', 'server', 'http', 'HttpServerError']],
  ])('%s is found as a whole and by its parts', async (word, queries) => {
    await say('An unrelated memory about watering plants', { session: 'other' });
    await say(`It was ${word} that made trouble`, { session: 'this' });
    for (const query of queries) expect((await found(query))[0], query).toBe('#2');
  });

  it.each([
    '数据库连接池在高并发下会超时',
    'ログイン画面の文字化けを直した',
    '로그인오류를수정했습니다',
    'แก้ไขปัญหาการเข้าสู่ระบบแล้ว',
  ])('any two characters in a row of %s find it', async (sentence) => {
    await say('nothing of that kind', { session: 'other' });
    await say(`修: ${sentence}`, { session: 'this' });
    const characters = [...sentence];
    for (let from = 0; from < characters.length - 1; from += 1) {
      expect(await found(characters.slice(from, from + 2).join('')), `at ${from}`).toEqual(['#2']);
      expect(await found(characters.slice(from, from + 4).join('')), `at ${from}`).toEqual(['#2']);
    }
  });

  it('accents and case do not matter', async () => {
    await say('Das Café in Zürich akzeptiert keine Kreditkarten');
    for (const words of ['cafe zurich', 'CAFÉ', 'Zu\u0308rich']) expect(await found(words), words).toEqual(['#1']);
  });

  it('summaries and prompts are found, and told apart', async () => {
    await writeTurn(store.db, {
      observations: [{ title: 'Rotate the signing keys' }],
      summary: { request: 'rotate signing keys', completed: 'Signing keys rotate monthly' },
      promptNumber: 1,
    });
    const sighting = { sessionId: 's1', promptId: null, recordId: null, spoolId: 'x', source: 'hook' as const, at: 5 };
    recordPrompt(store.db, { ...sighting, text: 'please rotate the signing keys' });
    // The summary of the same turn repeats the finding.
    expect((await found('signing keys')).sort()).toEqual(['#1', 'P1']);
    expect(await found('signing keys', { kinds: ['summary'] })).toEqual(['S1']);
    expect(await found('signing keys', { kinds: ['prompt'], projectIds: [1] })).toEqual(['P1']);
  });

  it('what stands beside a hit in its session lends it its words', async () => {
    await say('The deploy to staging failed with a timeout', { session: 'a', at: 1000 });
    await say('Raising the limit of the proxy fixed it', { session: 'a', at: 2000 });
    await say('Raising the limit of uploads was refused', { session: 'b', at: 1000 });
    const hits = await found('which limit fixed the staging timeout');
    expect(hits.slice(0, 2).sort()).toEqual(['#1', '#2']);
    expect(hits.indexOf('#2')).toBeLessThan(hits.indexOf('#3'));
  });

  it('tells how much of the question a hit holds itself', async () => {
    await say('The scheduler skips paused tenants', { session: 'a' });
    const [hit] = (await ask('scheduler paused')).hits;
    expect(hit).toMatchObject({ coverage: 1, matchedTerms: 2, superseded: false });
    const [part] = (await ask('scheduler volcano')).hits;
    expect(part?.coverage).toBeGreaterThan(0);
    expect(part?.coverage).toBeLessThan(0.6);
  });
});

describe('order', () => {
  it('the newer of two equals comes first', async () => {
    await say('The build cache lives in the runner', { session: 'a', at: NOW - 400 * 86_400_000 });
    await say('The build cache lives in the runner', { session: 'b', at: NOW - 86_400_000 });
    expect(await found('build cache')).toEqual(['#2', '#1']);
  });

  it('what was superseded is marked and comes later; what is about to be deleted does not come at all', async () => {
    await say('Sessions expire after ten minutes', { session: 'a' });
    await say('Sessions expire after ten minutes of silence', { session: 'b' });
    store.db.exec('update observations set superseded_by = 2 where id = 1');
    const { hits } = await ask('sessions expire minutes');
    expect(hits.map((hit) => [hit.id, hit.superseded])).toEqual([
      [2, false],
      [1, true],
    ]);
    store.db.exec('update observations set hidden_until = 1 where id = 2');
    expect(await found('sessions expire minutes')).toEqual(['#1']);
  });

  it('a title counts more than the text', async () => {
    const text = 'Details of the matter at hand';
    await writeTurn(store.db, { session: 'a', observations: [{ title: text, narrative: 'Throttle the crawler' }] });
    await writeTurn(store.db, { session: 'b', observations: [{ title: 'Throttle the crawler', narrative: text }] });
    expect(await found('throttle crawler')).toEqual(['#2', '#1']);
  });

  it('pages fit together, whatever their size', async () => {
    for (let i = 0; i < 57; i += 1) await say(`Release notes, number ${i} of many`, { session: `s${i % 7}` });
    const whole = await found('release notes number', { limit: 200 });
    expect(whole).toHaveLength(57);
    expect(new Set(whole).size).toBe(57);
    for (const limit of [1, 7, 20]) {
      const pages: string[] = [];
      for (let offset = 0; offset < 57; offset += limit) {
        const answer = await ask('release notes number', { limit, offset });
        expect(answer.more).toBe(offset + limit < 57);
        pages.push(...answer.hits.map((hit) => formatId(hit.kind, hit.id)));
      }
      expect(pages).toEqual(whole);
    }
  });
});
