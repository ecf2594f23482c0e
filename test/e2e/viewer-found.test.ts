// The numbers of a search in a real Chromium: each chip, the line above the list and the rows say the same.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { OBSERVATION_TYPES } from '../../src/domain/memory-types.ts';
import { recordPrompt } from '../../src/store/ledger/turns.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { addObservation, addSession, addSummary } from '../helpers/records.ts';
import { fillWithShop } from '../helpers/viewer.ts';
import { bench, open, useViewerPages } from '../helpers/viewer-pages.ts';

const SESSION = 'kiln-session';
const FINDINGS = OBSERVATION_TYPES.filter((type) => type !== 'rule');

/** Turns with several findings, whose prompts and summaries have the same words: what is shown of a turn differs by filter. */
useViewerPages((scratch) => {
  const shop = fillWithShop(scratch);
  const db = openDatabase(scratch.paths.database);
  for (let turn = 1; turn <= 40; turn += 1) {
    const place = { session: SESSION, at: Date.now() - (60 - turn) * 60_000, prompt: turn };
    if (turn === 1) {
      addSession(db, place);
      db.prepare('update sessions set prompt_count = 0 where id = ?').run(SESSION);
    }
    const text = `Please look at the kiln ${turn}`;
    const sighting = { sessionId: SESSION, promptId: null, recordId: null, spoolId: text, source: 'hook' as const };
    recordPrompt(db, { ...sighting, text, at: place.at });
    for (let more = 0; more <= turn % 3; more += 1) {
      const type = FINDINGS[(turn + more) % (turn % 4 === 0 ? 6 : 5)];
      addObservation(db, place, { ...(type && { type }), title: `The kiln and the path ${turn}.${more}` });
    }
    addSummary(db, place, { request: text, completed: `The kiln is done, and the test of the path ${turn}` });
  }
  db.close();
  return shop;
});

const TALL = { viewport: { width: 1280, height: 12_000 } };
const rows = (page: Page) => page.locator('.row.is-turn').count();
const some = (many: number, one: string, more: string) => (many === 1 ? `1 ${one}` : `${many} ${more}`);
/** Turns without a finding are counted apart. */
const found = (many: number, others = 0) =>
  `${some(many, 'memory', 'memories')}${others ? ` and ${some(others, 'other turn', 'other turns')}` : ''} found`;
const counted = (page: Page, type = '') =>
  page.waitForResponse((reply) => {
    const { pathname, searchParams } = new URL(reply.url());
    return pathname === '/api/activity' && searchParams.has('q') && (searchParams.get('type') ?? '') === type;
  });

it.each(['the', 'path', 'the path of the kiln', 'cents', '"kiln is done"', 'ki*'])(
  'chip = line = rows: %s',
  async (q) => {
    const page = await open(TALL);
    await page.goto('about:blank');
    const [first] = await Promise.all([
      counted(page),
      page.goto(`${bench.base}/#/memories?q=${encodeURIComponent(q)}`),
    ]);
    // What the page was told; the browser may have dropped the answer already.
    const { pathname, search } = new URL(first.url());
    const { body } = await bench.api('GET', `${pathname}${search}`);
    const { total, types } = body as unknown as { total: number; types: { name: string; count: number }[] };
    const own = types.reduce((sum, { count }) => sum + count, 0);
    await page.locator('.found', { hasText: found(own, total - own) }).waitFor();
    await expect.poll(() => rows(page), { timeout: 15_000 }).toBe(total);
    for (const type of OBSERVATION_TYPES) {
      const many = types.find(({ name }) => name === type)?.count ?? 0;
      const chip = page.getByRole('button', { name: `${type} ${many}`, exact: true });
      await Promise.all([counted(page, type), chip.click()]);
      if (many === 0) await page.getByText(`No memories match “${q}”`).waitFor();
      else await page.locator('.found', { hasText: found(many) }).waitFor();
      await expect.poll(async () => [q, type, await rows(page)], { timeout: 15_000 }).toEqual([q, type, many]);
      await chip.click();
      await page.waitForURL((url) => !url.href.includes('type='));
    }
  },
);

it('the name of a type finds the memories of that type, if no memory has the word', async () => {
  const page = await open(TALL, 'memories?q=Refactors');
  const { types } = (await bench.api('GET', '/api/activity')).body as { types: { name: string; count: number }[] };
  const many = types.find(({ name }) => name === 'refactor')?.count ?? 0;
  expect(many).toBeGreaterThan(3);
  await page.locator('.found', { hasText: found(many) }).waitFor();
  await expect.poll(() => rows(page)).toBe(many);
});

it('a search that is too long for the API is cut, without a word about the API', async () => {
  const page = await open();
  await page.getByRole('searchbox', { name: 'Search' }).fill('kiln '.repeat(500));
  await page.locator('.found').waitFor();
  expect(await page.getByText('openapi').count()).toBe(0);
});
