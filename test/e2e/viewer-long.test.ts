// Long titles, long paths, Windows paths, six projects of one name, and a session of 300 turns, in a real Chromium.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { launchBrowser } from '../helpers/browser.ts';
import { waitFor } from '../helpers/scratch.ts';
import { startViewer, type ViewerBench } from '../helpers/viewer.ts';
import { fillLong, LONG_PATH, LONG_SESSION, TURNS, WINDOWS_PATH } from '../helpers/viewer-long.ts';

let browser: Browser;
let bench: ViewerBench;
beforeAll(async () => {
  browser = await launchBrowser();
  bench = await startViewer(browser, (scratch) => {
    const db = openDatabase(scratch.paths.database);
    const filled = fillLong(db, Date.now());
    db.close();
    return filled;
  });
  await bench.api('POST', '/api/rules', { text: `Always ${'check the gateway '.repeat(6)}`, project: '1' });
});
afterAll(async () => {
  await browser?.close();
  await bench?.scratch.dispose();
});

/** Runs in the page: what reaches out of the window or of the page and does not scroll. */
const OVERFLOWING = `() => {
  const clips = (element) =>
    element && (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || clips(element.parentElement));
  const main = document.querySelector('main');
  const wide = [...document.querySelectorAll('#app *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !clips(element.parentElement));
  return [
    document.documentElement.scrollWidth - innerWidth,
    main.scrollWidth - main.clientWidth,
    ...wide.map((element) => element.outerHTML.slice(0, 90)),
  ];
}`;

const places = () => {
  const id = bench.shop.ids['turn 299'];
  return [
    '',
    'memories',
    'memories?group=branch',
    'memories?q=gateway',
    `memory/${id}`,
    `memory/${id}?edit=1`,
    'sessions',
    `session/${LONG_SESSION}/298`,
    'files',
    `file?path=${encodeURIComponent(LONG_PATH)}`,
    'insights',
    'rules',
    'profile',
    'projects',
    'health',
    'settings',
  ];
};
const shown = (page: Page) =>
  page.locator('main :is(h1, a.memory, form.edit, .card):visible, main h1').first().waitFor({ state: 'attached' });

describe.each([360, 768, 1440, 2560])('%i pixels', (width) => {
  it('no page overflows', async () => {
    const { page, complaints } = await bench.open({ viewport: { width, height: 900 } });
    for (const place of places()) {
      await page.goto(`${bench.base}/#/${place}`);
      await shown(page);
      await page.locator('.loading').waitFor({ state: 'detached' });
      expect([place, ...((await page.evaluate(`(${OVERFLOWING})()`)) as unknown[])]).toEqual([place, 0, 0]);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('a dialog shows all its buttons', async () => {
    const { page } = await bench.open({ viewport: { width, height: 900 } }, 'projects');
    await page.getByRole('button', { name: 'Merge cli' }).first().click();
    const dialog = page.getByRole('dialog');
    const box = await dialog.boundingBox();
    for (const name of ['Merge', 'Cancel']) {
      const button = await dialog.getByRole('button', { name, exact: true }).boundingBox();
      expect(button?.x).toBeGreaterThanOrEqual(box?.x ?? 0);
      expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.goto(`${bench.base}/#/memory/${bench.shop.ids['turn 299']}`);
    await page.getByRole('button', { name: 'Replace' }).click();
    await dialog.locator('.choices button').first().waitFor();
    const wide = "(() => { const d = document.querySelector('dialog'); return d.scrollWidth - d.clientWidth; })()";
    expect(await page.evaluate(wide)).toBe(0);
    await page.context().close();
  });
});

it('tells projects of one name apart, and can merge them', async () => {
  const { page } = await bench.open({}, 'projects');
  const names = await page.getByLabel('Project', { exact: true }).locator('option').allTextContents();
  expect(names.slice(1).sort()).toEqual(
    ['cli (Code)', 'cli (build)', 'cli (dev)', 'cli (projects)', 'cli (src)', 'cli (work)'].sort(),
  );
  await page.getByRole('heading', { name: 'cli (Code)' }).waitFor();
  await page.getByText('6 projects are called cli').waitFor();
  await page.context().close();
});

it('shows the file name of a Windows path', async () => {
  const { page } = await bench.open({}, 'files');
  const path = page.locator('.path', { hasText: 'segments' });
  expect(await path.locator('b').textContent()).toBe('path.go');
  await path.click();
  await page.getByText(WINDOWS_PATH).first().waitFor();
  await page.context().close();
});

it('a session of 300 turns: every turn has an address, prompts are folded, events come on demand', async () => {
  const { page } = await bench.open({}, `session/${LONG_SESSION}/${TURNS - 9}`);
  const inView = (turn: number) =>
    page.evaluate(`(() => {
      const { top, bottom } = document.getElementById('turn-${turn}')?.getBoundingClientRect() ?? {};
      return bottom > 60 && top < innerHeight - 100;
    })()`);
  await waitFor(() => inView(TURNS - 9), 'the turn of the address');
  const index = page.getByRole('navigation', { name: 'Turns' }).getByRole('link');
  expect(await index.count()).toBe(TURNS);
  const told = page.locator(`#turn-${TURNS - 9}`).getByText('because of');
  await told.getByText('gateway', { exact: true }).waitFor();
  const prompt = page.locator(`#turn-${TURNS - 9} .prompt`);
  const folded = (await prompt.boundingBox())?.height ?? 0;
  await prompt.getByRole('button', { name: /Show all/ }).click();
  expect((await prompt.boundingBox())?.height).toBeGreaterThan(folded);
  await page.keyboard.press('j');
  await waitFor(() => inView(TURNS - 8), 'the next turn');
  expect(page.url()).toContain(`${LONG_SESSION}/${TURNS - 8}`);
  await index.nth(2).click();
  await waitFor(() => inView(3), 'a turn chosen from the index');
  await page.context().close();
});

it('folds short turns into a line that can be opened', async () => {
  const { page } = await bench.open();
  const fold = page.getByRole('button', { name: /1 short turn folded: “yes”/ }).first();
  await fold.click();
  await page
    .locator('a.memory', { hasText: `Turn ${TURNS}` })
    .first()
    .waitFor();
  await page.context().close();
});

it('only what arrived is announced as new: not what moves up when a memory is forgotten, nor what is restored', async () => {
  const pathOf = (turn: number) => `/api/observations/${bench.shop.ids[`turn ${turn}`]}`;
  const { page } = await bench.open({ viewport: { width: 1440, height: 900 } });
  const link = (turn: number) => page.locator('a.memory', { hasText: `Turn ${turn} ` }).first();
  const pill = page.locator('.new-items');
  const read = async (turn: number) => {
    await page.locator('.row.is-turn').first().waitFor();
    await page.locator('.rows').evaluate((rows) => rows.scrollTo(0, 300));
    await link(turn).waitFor();
  };
  await read(TURNS - 6);
  // The first page is asked for again, and has one turn more at its end.
  await bench.api('DELETE', pathOf(TURNS - 6));
  await link(TURNS - 6).waitFor({ state: 'detached' });
  await bench.api('PATCH', pathOf(TURNS - 7), { pinned: true });
  await link(TURNS - 7)
    .locator('.pin')
    .waitFor();
  expect(await pill.count()).toBe(0);
  // Nothing is known of it after a reload.
  await page.reload();
  await read(TURNS - 7);
  await bench.api('POST', `${pathOf(TURNS - 6)}/restore`, {});
  await link(TURNS - 6).waitFor();
  expect(await pill.count()).toBe(0);
  await bench.api('POST', '/api/observations', { text: 'Something that arrived', type: 'decision', project: '1' });
  await pill.getByText('1 new').waitFor();
  await page.context().close();
});
