// The numbers of the viewer, in a real Chromium: ranges, names and colors of projects, and what is claimed.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { launchBrowser } from '../helpers/browser.ts';
import type { Scratch } from '../helpers/scratch.ts';
import { fillShop } from '../helpers/shop.ts';
import { startViewer, type ViewerBench } from '../helpers/viewer.ts';
import { fillLong } from '../helpers/viewer-long.ts';

const DAY = 24 * 3600_000;
let browser: Browser;
const benches: ViewerBench[] = [];
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  for (const { scratch } of benches) await scratch.dispose();
});

async function start(fill: (db: ReturnType<typeof openDatabase>, scratch: Scratch) => ReturnType<typeof fillShop>) {
  const bench = await startViewer(browser, (scratch) => {
    const db = openDatabase(scratch.paths.database);
    const shop = fill(db, scratch);
    db.close();
    return shop;
  });
  benches.push(bench);
  return bench;
}

const plotOf = (page: Page, name: string) => page.getByRole('region', { name });
/** The first day of the axis, and the one that many days ago would be. */
const firstDay = (page: Page) =>
  plotOf(page, 'Memories by type').locator('text.axis:not([text-anchor])').first().textContent();
const daysAgo = (page: Page, days: number) =>
  page.evaluate((ago) => {
    const at = new Date(Date.now() - ago * 24 * 3600_000);
    const year = at.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' as const };
    return at.toLocaleDateString(undefined, { day: 'numeric', month: 'short', ...year });
  }, days);

describe('a store whose sessions are old, and whose sessions were shown nothing', () => {
  let bench: ViewerBench;
  beforeAll(async () => {
    bench = await start((db, scratch) => {
      const shop = fillShop(db, scratch.home, Date.now() - 200 * DAY);
      db.exec('delete from injections');
      return shop;
    });
  });

  it('the axis shows the range that was chosen; an empty one leads to a longer one', async () => {
    const { page } = await bench.open({}, 'insights');
    await plotOf(page, 'Memories by type').waitFor();
    // The shortest range that has something.
    await page.getByRole('button', { name: 'a year', pressed: true }).waitFor();
    await expect.poll(() => firstDay(page)).toBe(await daysAgo(page, 364));
    await page.getByRole('button', { name: '30 days' }).click();
    await page.waitForURL(/days=30/);
    await expect.poll(() => firstDay(page)).toBe(await daysAgo(page, 29));
    await page.getByText(/Older: \d+ memories/).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.waitForURL(/days=3650/);
    await plotOf(page, 'Memories by type').locator('rect.bar').first().waitFor();
    expect(await page.getByText(/observations are older/).count()).toBe(0);
    await page.context().close();
  });

  it('claims nothing that no agent was shown', async () => {
    const { page } = await bench.open({}, '');
    const worth = plotOf(page, 'What it is worth');
    const figure = (words: string) => worth.locator('div', { hasText: words }).last().locator('dd').textContent();
    expect(await figure('sessions were shown memories')).toMatch(/^0 of \d+$/);
    expect(await figure('tokens of memories were shown to them')).toBe('0');
    expect(await worth.textContent()).not.toMatch(/not read again|saved/);
    await page.context().close();
  });
});

it('projects of one name are told apart in the plot as in the sidebar, with the same colors, whenever the names arrive', async () => {
  const bench = await start((db) => fillLong(db, Date.now()));
  const read = async (isLate: boolean) => {
    const { page } = await bench.open({}, isLate ? '' : 'insights');
    if (isLate) {
      await page.route('**/api/projects', async (route) => {
        await plotOf(page, 'Memories by project').locator('rect.bar').first().waitFor();
        await route.continue();
      });
      await page.goto(`${bench.base}/#/insights`);
      await page.reload();
    }
    const sidebar = page.getByRole('navigation', { name: 'Projects' });
    await sidebar.locator('a').nth(5).waitFor();
    const colors = (selector: string) =>
      page.evaluate<Record<string, string>>(
        `Object.fromEntries([...document.querySelectorAll('${selector}')].map((each) =>
          [each.textContent.trim(), getComputedStyle(each.querySelector('i')).backgroundColor]))`,
      );
    await expect
      .poll(async () => Object.keys(await colors('[aria-label="Memories by project"] .legend > span')).length)
      .toBe(6);
    const found = {
      plot: await colors('[aria-label="Memories by project"] .legend > span'),
      sidebar: await colors('nav[aria-label="Projects"] a'),
    };
    await page.context().close();
    return found;
  };
  const { plot, sidebar } = await read(false);
  expect(plot).toEqual(sidebar);
  expect(new Set(Object.values(plot)).size).toBe(6);
  expect(await read(true)).toEqual({ plot, sidebar });
});
