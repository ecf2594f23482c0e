// The second look at what was found: which sentence answers, and what it does to the order.
import { describe, expect, it } from 'vitest';
import { writeTurn } from '../../../test/helpers/memories.ts';
import { NOW, useSearch } from '../../../test/helpers/search.ts';
import type { SearchRequest } from '../../domain/search.ts';
import { createSearchStore } from '../../store/search/index.ts';
import { formatId } from '../ids.ts';
import { searchHomeFirst } from './home-first.ts';
import { search } from './search.ts';

const { store, ask, found } = useSearch();

describe('the sentence that matches', () => {
  it('is a fact or a sentence, as it was stored', async () => {
    await writeTurn(store.db, {
      observations: [
        {
          title: 'Make the webhook sender retry',
          narrative: 'The sender gave up at once. It now waits two seconds between two attempts.',
          facts: ['`WEBHOOK_ATTEMPTS=5` sets the limit', 'Failures are logged'],
        },
      ],
    });
    const passageFor = async (text: string) => (await ask(text)).hits[0]?.passage;
    expect(await passageFor('which variable sets the limit of attempts')).toBe('`WEBHOOK_ATTEMPTS=5` sets the limit');
    expect(await passageFor('how long does it wait between attempts')).toBe(
      'The sender gave up at once. It now waits two seconds between two attempts.',
    );
    // The title says it.
    expect(await passageFor('webhook sender retry')).toBeNull();
    expect((await ask('', { projectIds: [1] })).hits[0]?.passage).toBeNull();
  });

  it.each([
    ['缓存在哪里失效', '写入时缓存失效，读取时不检查', '界面改成深色'],
    ['где задан порог повторов', 'Порог повторов задан в sender.conf', 'Тема стала тёмной'],
    ['¿dónde se guarda la sesión?', 'La sesión se guarda en Redis durante una hora', 'El tema es oscuro'],
  ])('in other languages: %s', async (question, answer, other) => {
    await writeTurn(store.db, { observations: [{ title: 'A', narrative: other, facts: [answer, other] }] });
    expect((await ask(question)).hits[0]?.passage).toBe(answer);
  });
});

describe('the order', () => {
  it('words that stand together in one sentence count more than the same words apart', async () => {
    const apart = ['The proxy was restarted', 'Nobody saw the timeout', 'Uploads are slow', 'A limit was discussed'];
    const together = ['The timeout of the proxy limits uploads', 'A first remark', 'A second remark', 'A third remark'];
    await writeTurn(store.db, { session: 'a', observations: [{ title: 'Deployment', facts: together }] });
    await writeTurn(store.db, { session: 'b', observations: [{ title: 'Deployment notes', facts: apart }] });
    expect((await found('timeout of the proxy that limits uploads'))[0]).toBe('#1');
  });

  it('a short memory is not outdone by a long one that only repeats one of its words', async () => {
    await writeTurn(store.db, { session: 'a', observations: [{ title: 'Use pnpm, never npm' }] });
    const facts = ['pnpm install, pnpm build, pnpm test', 'pnpm is pinned in corepack', 'pnpm caches its store'];
    await writeTurn(store.db, {
      session: 'b',
      observations: [{ title: 'Release notes', narrative: 'All green.', facts }],
    });
    expect((await found('pnpm or npm'))[0]).toBe('#1');
  });

  it('a finding stands in for the summary of its turn', async () => {
    await writeTurn(store.db, {
      observations: [{ title: 'Rotate the signing keys' }],
      summary: {
        request: 'signing keys',
        completed: 'The signing keys rotate monthly',
        learned: 'Signing keys expire',
      },
    });
    expect(await found('signing keys')).toEqual(['#1']);
    expect(await found('signing keys', { kinds: ['observation', 'summary'] })).toEqual(['#1']);
    expect(await found('signing keys', { kinds: ['summary'] })).toEqual(['S1']);
  });
});

it('a memory that is one endless word does not hold up a search', async () => {
  const endless = `${'a'.repeat(300_000)} retry`;
  await writeTurn(store.db, {
    observations: [{ title: 'Data', narrative: endless, facts: [endless, 'The retry limit'] }],
  });
  expect((await ask('retry limit')).hits[0]?.passage).toBe('The retry limit');
});

describe('from inside a project', () => {
  const home = async (text: string, limit = 20, offset = 0) => {
    const searching = createSearchStore(store.db);
    const once = async (each: SearchRequest) => search(searching, each, NOW);
    const answer = await searchHomeFirst(once, { text, limit, offset }, [1]);
    return { ids: answer.hits.map((hit) => formatId(hit.kind, hit.id)), more: answer.more };
  };

  it('its own memories come first, then those of others, page by page', async () => {
    await writeTurn(store.db, { session: 'a', observations: [{ title: 'Notes', narrative: 'A retry was mentioned' }] });
    for (const name of ['b', 'c', 'd'])
      await writeTurn(store.db, {
        ...{ session: name, project: `/w/${name}` },
        observations: [{ title: 'Retry with a retry limit', narrative: `Retry, then retry again (${name})` }],
      });
    expect((await found('retry limit'))[0]).not.toBe('#1');
    const all = (await home('retry limit')).ids;
    expect(all[0]).toBe('#1');
    expect([...all].sort()).toEqual(['#1', '#2', '#3', '#4']);
    // All hits of this project fill the page, and there are more elsewhere.
    expect(await home('retry limit', 1, 0)).toEqual({ ids: ['#1'], more: true });
    expect(await home('retry limit', 2, 0)).toEqual({ ids: all.slice(0, 2), more: true });
    expect(await home('retry limit', 2, 2)).toEqual({ ids: all.slice(2, 4), more: false });
    expect(await home('retry limit', 2, 4)).toEqual({ ids: [], more: false });
  });
});
