// What must be in sight at each size of the window, in a real Chromium.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { addObservation } from '../helpers/records.ts';
import { fillWithShop } from '../helpers/viewer.ts';
import { fillLong, LONG_SESSION, TURNS } from '../helpers/viewer-long.ts';
import { bench, open, useViewerPages } from '../helpers/viewer-pages.ts';

const PROJECTS = 14;
useViewerPages((scratch) => {
  const db = openDatabase(scratch.paths.database);
  fillLong(db, Date.now() - 3600_000);
  db.exec('update observations set pinned = 1 where id % 4 = 0');
  for (let index = 0; index < PROJECTS; index += 1)
    addObservation(db, {
      session: `many-${index}`,
      project: `/home/dev/many-${index}/.git`,
      at: Date.now() - 7200_000,
    });
  db.close();
  return fillWithShop(scratch);
});

const WIDE = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 360, height: 740 } };
const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };

async function isInside(page: Page, of: Locator): Promise<boolean> {
  const { x, y, width, height } = await boxOf(of);
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  return x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height;
}

it.each([WIDE, PHONE])('only the list of memories scrolls, not the page around it: $viewport.width', async (size) => {
  const page = await open(size);
  await page.locator('.row.is-turn').first().waitFor();
  if (size === PHONE) await page.getByRole('button', { name: 'select', exact: true }).click();
  // The last rows that are loaded, with what is positioned in them.
  const list = page.locator('.rows');
  const end = () => list.evaluate((rows) => rows.scrollTo(0, rows.scrollHeight));
  const beyond = (selector: string) =>
    page.locator(selector).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await expect.poll(() => end().then(() => beyond('.rows'))).toBeGreaterThan(4000);
  await list.locator('.row.is-turn .pin').first().waitFor();
  expect([await beyond('#main'), await beyond('html')]).toEqual([0, 0]);
});

describe('1440 pixels', () => {
  it('every filter is in sight', async () => {
    const page = await open(WIDE);
    const filters = page.getByRole('group', { name: 'Filters' });
    await filters.getByRole('button', { name: /^decision \d/ }).waitFor();
    for (const control of await filters.locator('button, select').all())
      expect([await control.textContent(), await isInside(page, control)]).toEqual([await control.textContent(), true]);
  });

  it('changed settings can be saved wherever one has scrolled to', async () => {
    const page = await open(WIDE, 'settings');
    await page.getByLabel(/^Observations context/).fill('9');
    await page.locator('#main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
    const save = page.getByRole('button', { name: 'Save 1 change' });
    await save.waitFor();
    expect(await isInside(page, save)).toBe(true);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('the sidebar lists every project; choosing one again shows all', async () => {
    const page = await open(WIDE);
    const list = page.getByRole('navigation', { name: 'Projects' });
    const all = ((await bench.api('GET', '/api/projects')).body['projects'] as unknown[]).length;
    await list
      .getByRole('link')
      .nth(all - 1)
      .waitFor();
    expect(await list.getByRole('link').count()).toBe(all);
    await list.getByRole('link', { name: 'many-3' }).click();
    await page.waitForURL(/project=\d+/);
    await list.getByRole('link', { name: 'many-3' }).click();
    await page.waitForURL((url) => !url.href.includes('project='));
  });

  it('the list of turns marks the one that is being read, and keeps it in sight', async () => {
    const page = await open(WIDE, `session/${LONG_SESSION}`);
    const index = page.getByRole('navigation', { name: 'Turns' });
    const current = index.locator('[aria-current]');
    await index.locator('[aria-current]', { hasText: /^1\D/ }).waitFor();
    await page.locator(`#turn-${TURNS / 2}`).evaluate((turn) => turn.scrollIntoView({ block: 'start' }));
    await expect.poll(async () => Number.parseInt((await current.textContent()) ?? '', 10)).toBeGreaterThan(TURNS / 3);
    const [list, marked] = [await boxOf(index), await boxOf(current)];
    expect(marked.y).toBeGreaterThanOrEqual(list.y);
    expect(marked.y + marked.height).toBeLessThanOrEqual(list.y + list.height + 1);
    expect(await current.count()).toBe(1);
  });

  it('the header of a session counts all its turns, whatever is loaded', async () => {
    const page = await open(WIDE);
    await page
      .locator('.group-head', { hasText: `${TURNS} turns` })
      .first()
      .waitFor();
  });

  it('sessions are counted, and found by a part of their title', async () => {
    const page = await open(WIDE, 'sessions');
    const { total } = (await bench.api('GET', '/api/sessions')).body as { total: number };
    await page.locator('.page-head').getByText(String(total), { exact: true }).waitFor();
    await page.getByLabel('Filter by title').fill('add up to the');
    await page.locator('.page-head').getByText('1', { exact: true }).waitFor();
    await page.locator('.sessions').getByText('Totals that add up to the cent').waitFor();
    expect(await page.locator('.sessions li').count()).toBe(1);
  });

  it('the dialog for merging names every project that is merged', async () => {
    const page = await open(WIDE, 'projects');
    await page.getByRole('button', { name: 'Merge 6' }).click();
    const merged = page.getByRole('dialog').getByRole('list', { name: 'Merged' });
    await expect.poll(() => merged.getByRole('listitem').count()).toBe(5);
    await merged.getByText('/srv/build/cli').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });
});

it.each([WIDE, { viewport: { width: 768, height: 900 } }, PHONE])(
  'the title of a session stays in sight above the turn that the address names: $viewport.width',
  async (size) => {
    const page = await open(size, `session/${LONG_SESSION}/200`);
    const [title, turn] = [page.getByRole('heading', { level: 1 }), page.locator('#turn-200')];
    await turn.waitFor();
    await expect.poll(() => isInside(page, title)).toBe(true);
    const { y, height } = await boxOf(page.locator('.session .page-head'));
    expect(height).toBeLessThan(90);
    await expect.poll(async () => (await boxOf(turn)).y).toBeGreaterThanOrEqual(y + height);
    expect((await boxOf(turn)).y).toBeLessThan(y + height + 60);
  },
);

describe('360 pixels', () => {
  it('every control has a sign of its own, and a memory can be written', async () => {
    const page = await open(PHONE);
    const icons = page.locator('.top button:visible use, .side a:visible use');
    await icons.first().waitFor({ state: 'attached' });
    const names = await icons.evaluateAll((all) => all.map((icon) => icon.getAttribute('href')));
    expect(names.length).toBe(8);
    expect(new Set(names).size).toBe(names.length);
    const shapes = await page.evaluate(
      `${JSON.stringify(names)}.map((name) => document.querySelector(name).innerHTML)`,
    );
    expect(new Set(shapes as string[]).size).toBe(names.length);
    await page.getByRole('button', { name: 'Write a memory' }).click();
    await page.getByRole('dialog', { name: 'Write a memory' }).waitFor();
  });

  it('words in the bar at the top are not cut', async () => {
    const page = await open(PHONE);
    const select = page.locator('select.project');
    await select.locator('option').nth(1).waitFor({ state: 'attached' });
    // As wide as it would like to be.
    const [given, wanted] = (await page.evaluate(`(() => {
      const select = document.querySelector('select.project');
      const alone = select.cloneNode();
      alone.append(new Option('All projects'));
      alone.style.width = 'auto';
      select.after(alone);
      const widths = [select.offsetWidth, alone.offsetWidth];
      alone.remove();
      return widths;
    })()`)) as [number, number];
    expect(given).toBeGreaterThanOrEqual(wanted);
    const search = page.getByRole('searchbox', { name: 'Search', exact: true });
    expect(await search.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    for (const control of await page.locator('.top > :visible').all()) expect(await isInside(page, control)).toBe(true);
  });

  it.each(['rules', 'profile', 'projects', 'health', 'settings', 'more'])('More is current on %s', async (place) => {
    const page = await open(PHONE, place);
    const current = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]:visible');
    expect(await current.allTextContents()).toEqual(['More']);
  });

  it('what a profile is stands below its heading, and durations stay on one line', async () => {
    const page = await open(PHONE, 'profile');
    const [heading, about] = [
      page.getByRole('heading', { level: 1 }),
      page.getByText('Only what your agent really ran'),
    ];
    await about.waitFor();
    await page.getByRole('heading', { name: /^Profile of / }).waitFor();
    const { x, y, height } = await boxOf(heading);
    const below = await boxOf(about);
    expect(below.y).toBeGreaterThanOrEqual(y + height);
    expect([Math.round(below.x), below.width > 300]).toEqual([Math.round(x), true]);
    await page.goto(`${bench.base}/#/session/${LONG_SESSION}`);
    const duration = page.locator('.session-about .line span', { hasText: /^\d+\s(?:s|min|h|days)$/ });
    await duration.first().waitFor();
    expect(await duration.first().textContent()).toContain('\u00a0');
  });

  it('every page can be reached from the bar at the foot', async () => {
    const page = await open(PHONE);
    const bar = page.getByRole('navigation', { name: 'Pages' });
    await bar.getByRole('link', { name: 'More' }).click();
    for (const name of ['Rules', 'Profile', 'Projects', 'Health'])
      await page.locator('main').getByRole('link', { name, exact: true }).waitFor();
    await page.locator('main').getByRole('link', { name: 'Settings', exact: true }).click();
    await page.waitForURL(/#\/settings/);
  });

  it('a notice does not cover the navigation', async () => {
    const page = await open(PHONE, `memory/${bench.shop.ids['Count cart totals in cents']}`);
    await page.getByRole('button', { name: 'Copy' }).click();
    const [toast, bar] = [page.locator('.toast'), page.getByRole('navigation', { name: 'Pages' })];
    await toast.waitFor();
    const { y: top } = await boxOf(bar);
    // It slides in.
    const bottom = async () => {
      const { y, height } = await boxOf(toast);
      return y + height;
    };
    await expect.poll(bottom, { timeout: 5000 }).toBeLessThanOrEqual(top);
  });

  it('the title of a session has the width of the page, and names of files are not cut', async () => {
    const page = await open(PHONE, 'session/b7d1c2e0-checkout');
    const title = page.getByRole('heading', { level: 1 });
    await title.waitFor();
    expect((await boxOf(title)).width).toBeGreaterThan(230);
    await page.goto(`${bench.base}/#/files`);
    const name = page.locator('.file-list b').first();
    await name.waitFor();
    for (const each of await page.locator('.file-list b').all())
      expect(await each.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  });

  it('nothing makes the document higher than the window', async () => {
    for (const place of ['memories', `session/${LONG_SESSION}/200`, 'insights', 'settings']) {
      const page = await open(PHONE, place);
      await page.locator('main :is(h1, .turn)').first().waitFor({ state: 'attached' });
      expect([place, await page.evaluate('document.documentElement.scrollHeight - innerHeight')]).toEqual([place, 0]);
    }
  });
});
