// Finding, through every door: one table of questions, each asked through the command line, the MCP server, the HTTP API and
// the viewer in a real browser. All four put the same memory first, list each turn once, and show the sentence that answers.
import type { Client } from '@modelcontextprotocol/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { launchBrowser } from '../helpers/browser.ts';
import { connectMcp } from '../helpers/mcp-client.ts';
import { addObservation, addSummary } from '../helpers/records.ts';
import { waitFor } from '../helpers/scratch.ts';
import { startViewer, type ViewerBench } from '../helpers/viewer.ts';

const MEMORIES = [
  {
    title: 'Count the cart in cents',
    narrative:
      'The cart showed 19.989999. Floats lost pennies because computeTotal added them one by one. Amounts are whole cents now.',
    facts: ['Run `npm run check:money` before a release.'],
  },
  {
    title: 'Retry webhooks of the payment provider',
    narrative:
      'The provider sends a webhook twice if we answer late. WEBHOOK_TIMEOUT_MS is 4000 in production. We drop the second by its idempotency key.',
    facts: [],
  },
  {
    title: 'Choose advisory locks for migrations',
    narrative:
      'We decided against a queue table since several machines start at the same time. An advisory lock needs no cleanup after a crash.',
    facts: [],
  },
  {
    title: '购物车的税只计算一次',
    narrative: '之前每一行都加了两次税。现在 addTax 只在结算时调用。',
    facts: [],
  },
  { title: 'Cache the thumbnails beside the upload', narrative: 'They are generated on the first request.', facts: [] },
  { title: 'Send invoices at night', narrative: 'The export starts at 02:00 and skips test customers.', facts: [] },
];

/** The question, the title that comes first, and what is shown of it besides. */
const CASES: [string, string, string][] = [
  ['why did we lose pennies', 'Count the cart in cents', 'Floats lost pennies because computeTotal'],
  ['computeTotal', 'Count the cart in cents', 'computeTotal added them'],
  ['which command before a release', 'Count the cart in cents', 'npm run check:money'],
  ['WEBHOOK_TIMEOUT_MS', 'Retry webhooks of the payment provider', 'is 4000 in production'],
  ['what happens when a webhook arrives twice', 'Retry webhooks of the payment provider', 'sends a webhook twice'],
  ['queue table', 'Choose advisory locks for migrations', 'decided against a queue table'],
  ['"advisory lock" crash', 'Choose advisory locks for migrations', 'needs no cleanup after a crash'],
  ['thumbn*', 'Cache the thumbnails beside the upload', ''],
  ['addTax', '购物车的税只计算一次', 'addTax 只在结算时调用'],
  ['税', '购物车的税只计算一次', ''],
  ['when are invoices sent', 'Send invoices at night', ''],
];

let browser: Browser;
let bench: ViewerBench;
let client: Client;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  bench = await startViewer(browser, (scratch) => {
    const db = openDatabase(scratch.paths.database);
    for (const [index, memory] of MEMORIES.entries()) {
      const place = { session: `s${index}`, project: '/w/shop', at: Date.now() - (index + 1) * 86_400_000, prompt: 1 };
      addObservation(db, place, memory);
      // The same turn, told again.
      addSummary(db, place, { request: memory.title, completed: memory.narrative });
    }
    db.close();
    return { ids: {}, root: '' };
  });
  client = await connectMcp(bench.scratch);
  ({ page } = await bench.open());
}, 120_000);
afterAll(async () => {
  await client?.close();
  await browser?.close();
  await bench?.scratch.dispose();
});

/** What a door shows of each hit, best first. */
const DOORS: Record<string, (query: string) => Promise<string[]>> = {
  async cli(query) {
    const { stdout } = await bench.scratch.cli(['search', query]);
    // A hit is a line, and the sentence that matches is indented below it.
    return stdout.trimEnd().split(/\n(?! )/);
  },
  async mcp(query) {
    const answer = (await client.callTool({ name: 'search', arguments: { query, project: 'all' } })) as unknown as {
      structuredContent: { hits: string[] };
    };
    return answer.structuredContent.hits.join('\n').split(/\n(?! )/);
  },
  async http(query) {
    const { body } = await bench.api('GET', `/api/search?${new URLSearchParams({ q: query })}`);
    return (body['items'] as { title: string; passage?: string | null }[]).map(
      ({ title, passage }) => `${title} ${passage ?? ''}`,
    );
  },
  async viewer(query) {
    const view = await page.context().newPage();
    try {
      const answered = view.waitForResponse((reply) => reply.url().includes('/api/turns?'));
      await view.goto(`${bench.base}/#/?${new URLSearchParams({ q: query })}`);
      const { turns } = (await (await answered).json()) as { turns: unknown[] };
      const rows = view.locator('.turn-lines');
      await waitFor(async () => (await rows.count()) === turns.length, 'the list');
      return await rows.allInnerTexts();
    } finally {
      await view.close();
    }
  },
};

describe.each(Object.keys(DOORS))('%s', (door) => {
  it.each(CASES)('%s -> %s', async (query, title, sentence) => {
    const shown = await (DOORS[door] as (query: string) => Promise<string[]>)(query);
    expect(shown[0]).toContain(title);
    expect(shown[0]).toContain(sentence);
    // Each turn once, although its summary says the same.
    expect(shown.filter((each) => each.includes(title))).toHaveLength(1);
  });

  it('says nothing where nothing matches', async () => {
    const shown = await (DOORS[door] as (query: string) => Promise<string[]>)('zebra');
    expect(shown.some((each) => MEMORIES.some(({ title }) => each.includes(title)))).toBe(false);
  });
});
