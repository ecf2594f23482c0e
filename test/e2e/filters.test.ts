// One meaning everywhere: one table of cases, each run through the command line, the MCP server, the HTTP API and the viewer
// in a real browser. All four return the same memories, or refuse with a message; nothing is ever ignored.
import type { Client } from '@modelcontextprotocol/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILTER_NAMES, FILTERS, type FilterName } from '../../src/domain/filter.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { storeOn } from '../../src/store/store.ts';
import { launchBrowser } from '../helpers/browser.ts';
import { connectMcp } from '../helpers/mcp-client.ts';
import { addObservation, addSummary } from '../helpers/records.ts';
import { waitFor } from '../helpers/scratch.ts';
import { startViewer, type ViewerBench } from '../helpers/viewer.ts';

const ZONE = 'America/New_York';
const HOUR = 3600_000;
const DAY = 24 * HOUR;
/** Late in the evening in New York, which is the next day in UTC: where a day's end is misread, it shows. */
const now = Date.now();
const local = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' }).format(at);

let browser: Browser;
let bench: ViewerBench;
let client: Client;
let page: Page;
const at = { now: now - 60_000, hours: now - 3 * HOUR, days: now - 3 * DAY, weeks: now - 20 * DAY };

beforeAll(async () => {
  browser = await launchBrowser();
  bench = await startViewer(browser, (scratch) => {
    Object.assign(scratch.env, { TZ: ZONE });
    const db = openDatabase(scratch.paths.database);
    const store = storeOn(db);
    const place = (session: string, when: number, branch: string) => ({
      session,
      project: '/w/shop',
      at: when,
      branch,
    });
    const touches = (path: string) => [{ path, role: 'modified' as const, digest: null }];
    const one = addObservation(db, place('one', at.now, 'main'), {
      ...{ type: 'bugfix', title: 'Deploys A', concepts: ['Gotcha'] },
      touches: touches('/w/shop/src/cart.ts'),
    });
    addObservation(db, place('one', at.hours, 'main'), { type: 'decision', title: 'Deploys B', concepts: ['pattern'] });
    addObservation(db, place('two', at.days, 'feature/x'), {
      ...{ type: 'feature', title: 'Deploys C', concepts: [] },
      touches: touches('/w/shop/docs/100%_done.md'),
    });
    addObservation(db, place('two', at.weeks, 'main'), { type: 'discovery', title: 'Deploys D' });
    addSummary(db, { ...place('two', at.days, 'feature/x'), prompt: 9 }, { request: 'Deploys E' });
    store.memories.pin('observation', one, true);
    db.exec("update sessions set host = 'codex' where id = 'two'");
    db.exec("update observations set author = 'ann' where title = 'Deploys D'");
    db.close();
    return { ids: {}, root: '' };
  });
  client = await connectMcp(bench.scratch, { TZ: ZONE });
  ({ page } = await bench.open());
}, 120_000);
afterAll(async () => {
  await client?.close();
  await browser?.close();
  await bench?.scratch.dispose();
});

/** The letters of the memories that were found, or what was said against it. */
interface Found {
  letters: string;
  refused: string | null;
}
const lettersOf = (titles: string[]) =>
  titles
    .map((title) => /Deploys ([A-E])/.exec(title)?.[1] ?? '?')
    .sort()
    .join('');
const found = (titles: string[]): Found => ({ letters: lettersOf(titles), refused: null });

type Given = Partial<Record<FilterName, string>>;

const DOORS: Record<string, (given: Given) => Promise<Found>> = {
  async cli(given) {
    const flags = Object.entries(given).map(([name, value]) => `--${name}=${value}`);
    const { code, stdout, stderr } = await bench.scratch.cli(['search', 'deploys', ...flags, '--json']);
    if (code !== 0) return { letters: '', refused: stderr };
    return found((JSON.parse(stdout) as { hits: { title: string }[] }).hits.map(({ title }) => title));
  },
  async mcp(given) {
    const typed = Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        const isFlag = name === 'pinned';
        return [name, isFlag && /^(?:true|false)$/.test(value) ? value === 'true' : value];
      }),
    );
    const answer = (await client.callTool({
      name: 'search',
      arguments: { query: 'deploys', project: 'all', ...typed },
    })) as unknown as { isError?: boolean; content: { text: string }[]; structuredContent: { hits: string[] } };
    if (answer.isError) return { letters: '', refused: answer.content[0]?.text ?? '' };
    return found(answer.structuredContent.hits.filter((line) => line.includes('Deploys')));
  },
  async http(given) {
    const { status, body } = await bench.api('GET', `/api/search?${new URLSearchParams({ q: 'deploys', ...given })}`);
    if (status !== 200) return { letters: '', refused: (body['error'] as { message: string }).message };
    return found((body['items'] as { title: string }[]).map(({ title }) => title));
  },
  async viewer(given) {
    const query = new URLSearchParams({ q: 'deploys', ...given }).toString();
    const view = await page.context().newPage();
    const answered = view.waitForResponse((reply) => reply.url().includes('/api/turns?'));
    await view.goto(`${bench.base}/#/memories?${query}`);
    const reply = await answered;
    try {
      if (reply.status() !== 200) {
        const said = view.getByRole('alert').first();
        await said.waitFor();
        return { letters: '', refused: (await said.textContent()) ?? '' };
      }
      const { turns } = (await reply.json()) as { turns: { items: { title: string }[] }[] };
      const items = turns.flatMap((turn) => turn.items.map(({ title }) => title));
      // What is on the page is what the API said, once the page has drawn it.
      const shown = async () => lettersOf(await view.locator('a.memory .title').allInnerTexts());
      await waitFor(async () => (await shown()) === lettersOf(items), 'the list');
      return { letters: await shown(), refused: null };
    } finally {
      await view.close();
    }
  },
};

const today = local(now);
const CASES: [Given, string][] = [
  [{}, 'ABCDE'],
  [{ author: 'ann' }, 'D'],
  [{ author: 'me' }, 'ABCE'],
  [{ author: 'me', branch: 'main' }, 'AB'],
  [{ pinned: 'true' }, 'A'],
  [{ pinned: 'false' }, 'BCDE'],
  [{ type: 'bugfix' }, 'A'],
  [{ type: 'bugfix,decision' }, 'AB'],
  [{ kind: 'summary' }, 'E'],
  [{ kind: 'summary,observation' }, 'ABCDE'],
  [{ concept: 'gotcha' }, 'A'],
  [{ concept: 'GOTCHA, pattern' }, 'AB'],
  [{ file: 'cart.ts' }, 'A'],
  [{ file: '100%_done' }, 'C'],
  [{ file: 'x100%' }, ''],
  [{ session: 'two' }, 'CDE'],
  [{ host: 'codex' }, 'CDE'],
  [{ host: 'cursor' }, ''],
  [{ branch: 'feature/x' }, 'CE'],
  [{ since: '2h' }, 'A'],
  [{ since: '30m' }, 'A'],
  [{ since: '1d' }, 'AB'],
  [{ since: '2w' }, 'ABCE'],
  [{ until: '1d' }, 'CDE'],
  [{ until: '2w' }, 'D'],
  [{ until: today }, 'ABCDE'],
  [{ since: '4d', until: '1d' }, 'CE'],
  [{ until: local(at.weeks) }, 'D'],
  [{ since: new Date(at.days - HOUR).toISOString(), until: new Date(at.days + HOUR).toISOString() }, 'CE'],
  [{ since: String(at.hours - 1000) }, 'AB'],
  [{ type: 'bugfix', pinned: 'true', branch: 'main', since: '1d' }, 'A'],
  [{ type: 'bugfix', kind: 'summary' }, ''],
];

const REFUSED: [Given, RegExp][] = [
  [{ until: 'tomorrow' }, /Invalid (?:--)?until value "tomorrow"/],
  [{ since: '7' }, /Invalid (?:--)?since value/],
  [{ since: '2026-02-31' }, /Invalid (?:--)?since value/],
  [{ since: '5y' }, /Invalid (?:--)?since value/],
  [{ type: 'bug' }, /Invalid (?:--)?type value "bug"/],
  [{ type: 'bugfix,bug' }, /Invalid (?:--)?type value "bug"/],
  [{ kind: 'memory' }, /Invalid (?:--)?kind value "memory"/],
  [{ pinned: 'maybe' }, /pinned/],
];

it('every filter has a case and a refusal where it can have one', () => {
  for (const name of FILTER_NAMES)
    expect(
      CASES.some(([given]) => given[name] !== undefined),
      name,
    ).toBe(true);
  for (const name of FILTER_NAMES.filter((each) => 'options' in FILTERS[each] || FILTERS[each].value === 'time'))
    expect(
      REFUSED.some(([given]) => given[name] !== undefined),
      name,
    ).toBe(true);
});

describe.each(Object.keys(DOORS))('%s', (door) => {
  it.each(CASES)('%j finds %s', async (given, letters) => {
    expect(await (DOORS[door] as (given: Given) => Promise<Found>)(given)).toEqual({ letters, refused: null });
  });

  it.each(REFUSED)('%j is refused', async (given, message) => {
    const { refused } = await (DOORS[door] as (given: Given) => Promise<Found>)(given);
    expect(refused).toMatch(message);
  });

  it('a filter that does not exist is refused, with a suggestion', async () => {
    // The viewer passes on only the filters it knows.
    if (door === 'viewer') return expect((await DOORS.viewer?.({ sinze: '1d' } as Given))?.letters).toBe('ABCDE');
    const { refused } = await (DOORS[door] as (given: Given) => Promise<Found>)({ sinze: '1d' } as Given);
    expect(refused).toMatch(/sinze/);
  });
});
