// The feed of turns in a real Chromium: one row a turn, groups, the strip over time, facets, matches, several at once.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { waitFor } from '../helpers/scratch.ts';
import { bench, open, row, useViewerPages } from '../helpers/viewer-pages.ts';

useViewerPages();

const rows = (page: Page) => page.locator('.row.is-turn');

it('a turn is one row: its best finding first, the prompt below, further findings under it', async () => {
  const page = await open();
  const turn = rows(page).filter({ hasText: 'Count cart totals in cents' });
  await turn.waitFor();
  expect(await turn.count()).toBe(1);
  const titles = await turn.locator('a.memory .title').allTextContents();
  expect(titles[0]).toBe('Count cart totals in cents');
  expect(titles).toContain('Discount codes round a second time');
  await turn.getByText('“A customer paid 20.00').waitFor();
});

it('is grouped by session or day, or names branch or file as they change, and the header stays while its rows scroll by', async () => {
  const page = await open({ viewport: { width: 1280, height: 500 } });
  await page.locator('.group-head', { hasText: 'Totals that add up to the cent' }).first().waitFor();
  // Time orders the list, so a branch or a file may come again: the names of these options say so.
  await page.getByLabel('Group by').selectOption({ label: 'By time, with branch' });
  await page.locator('.group-head h2', { hasText: 'fix/cart-totals' }).first().waitFor();
  await page.getByLabel('Group by').selectOption({ label: 'By time, with file' });
  await page.locator('.group-head h2', { hasText: 'total.ts' }).first().waitFor();
  await page.getByLabel('Group by').selectOption('day');
  await page
    .locator('.group-head h2', { hasText: /Today|Yesterday/ })
    .first()
    .waitFor();
  await page.evaluate("document.querySelector('.rows').scrollTop = 120");
  await page.locator('.sticky .group-head').waitFor();
  expect(page.url()).toContain('group=day');
});

it('the strip goes to a time with a click or the keyboard, and narrows to a range by dragging', async () => {
  const page = await open();
  const strip = page.getByRole('slider', { name: /Memories over time/ });
  const { x, y, width, height } = (await strip.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + 4, y + height / 2);
  await page.waitForURL(/from=\d+/);
  await row(page, 'Signed cookies instead of a session table').waitFor();
  await row(page, 'Count cart totals in cents').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Back to the newest' }).click();
  await row(page, 'Count cart totals in cents').waitFor();
  await page.mouse.move(x + 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.7, y + height / 2, { steps: 8 });
  await page.mouse.up();
  await page.waitForURL(/since=\d{4}-\d\d-\d\d.*until=/);
  await row(page, 'Count cart totals in cents').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove the filter since' }).click();
  await page.getByRole('button', { name: 'Remove the filter until' }).click();
  await strip.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.waitForURL(/from=\d+/);
});

it('facets have counts, and narrow the list', async () => {
  const page = await open();
  const { types } = (await bench.api('GET', '/api/activity')).body as { types: { name: string; count: number }[] };
  const decisions = types.find(({ name }) => name === 'decision')?.count;
  const chip = page.getByRole('button', { name: `decision ${decisions}` });
  await chip.click();
  await row(page, 'Count cart totals in cents').waitFor({ state: 'detached' });
  expect(await rows(page).count()).toBe(decisions);
  await chip.click();
  await page.getByLabel('Branch').selectOption({ label: 'fix/cart-totals (3)' });
  await page.waitForURL(/branch=fix/);
  await row(page, 'Trigram index').waitFor({ state: 'detached' });
});

it('a search is a flat list with a count, and its facets count what was found', async () => {
  const page = await open({}, 'memories?q=cents');
  const { total, types } = (await bench.api('GET', '/api/activity?q=cents')).body as {
    total: number;
    types: { name: string; count: number }[];
  };
  await page.getByRole('status').getByText(`${total} memories found`).waitFor();
  expect(await page.locator('.group-head').count()).toBe(0);
  expect(await page.locator('.row.is-turn').count()).toBe(total);
  await page.locator('.where').getByText('Totals that add up to the cent · shop').first().waitFor();
  const bugfixes = types.find(({ name }) => name === 'bugfix')?.count ?? 0;
  expect(bugfixes).toBeGreaterThan(0);
  await page.getByRole('button', { name: `bugfix ${bugfixes}`, exact: true }).waitFor();
});

it('a search marks its words and shows the sentence that matched', async () => {
  const page = await open({}, 'memories?q=payment%20provider');
  const turn = rows(page).filter({ hasText: 'Count cart totals in cents' });
  await turn.locator('.second', { hasText: 'The receipt reads the same number' }).waitFor();
  expect(await turn.locator('mark').allTextContents()).toEqual(expect.arrayContaining(['payment', 'provider']));
});

describe('several at once', () => {
  it('are pinned, copied as Markdown, and forgotten with one undo', async () => {
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await row(page, 'Count cart totals in cents').waitFor();
    const bar = page.getByRole('toolbar', { name: 'Selected memories' });
    for (const key of ['j', 'x', 'j', 'j', 'j', 'X']) await page.keyboard.press(key);
    await bar.getByText('4 selected').waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    for (const key of ['k', 'x', 'j', 'X']) await page.keyboard.press(key);
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'Pin' }).click();
    await page.getByText('2 pinned').waitFor();
    for (const one of await page.locator('a.memory.is-selected').all()) await one.getByText('pinned').waitFor();
    await bar.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('2 memories copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^### .*\n\n#\d+ · [\s\S]*\n\n### /);
    const chosen = await page.locator('a.memory.is-selected .title').allTextContents();
    await page.keyboard.press('#');
    const dialog = page.getByRole('dialog', { name: 'Forget 2 memories?' });
    for (const title of chosen) await dialog.getByText(`${title} (pinned)`).waitFor();
    await dialog.getByRole('button', { name: 'Forget' }).click();
    for (const title of chosen) await row(page, title).waitFor({ state: 'detached' });
    await page.getByText('2 memories forgotten').waitFor();
    await page.keyboard.press('u');
    for (const title of chosen) await row(page, title).waitFor();
    const pinned = (await bench.api('GET', '/api/memories?pinned=true')).body['items'] as unknown[];
    expect(pinned.length).toBeGreaterThanOrEqual(2);
  });

  it('are chosen by a click where there is no keyboard, and replaced by another memory', async () => {
    const page = await open({ viewport: { width: 360, height: 740 }, hasTouch: true });
    await row(page, 'Trigram index').waitFor();
    await page.getByRole('button', { name: 'select', exact: true }).click();
    const box = rows(page).filter({ hasText: 'Trigram index' }).getByRole('checkbox');
    await box.click();
    await page.getByRole('button', { name: 'Replace' }).click();
    await page.getByLabel('Search for the newer memory').fill('cents');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Count cart totals in cents/ })
      .click();
    const id = bench.shop.ids['Trigram index for product search'];
    await waitFor(
      async () => (await bench.api('GET', `/api/observations/${id}`)).body['supersededBy'] !== null,
      'it to be replaced',
    );
  });
});

it('filters that leave nothing can be cleared', async () => {
  const page = await open({}, 'memories?kind=host-memory');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await row(page, 'Count cart totals in cents').waitFor();
  expect(await page.getByLabel('Kind').inputValue()).toBe('');
});

it('a title cannot be saved empty', async () => {
  const id = bench.shop.ids['Count cart totals in cents'];
  const page = await open({}, `memory/${id}?edit=1`);
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('#edit-title:invalid:focus').waitFor();
  expect((await bench.api('GET', `/api/observations/${id}`)).body).toMatchObject({
    title: 'Count cart totals in cents',
  });
  await page.getByRole('button', { name: 'Discard' }).click();
});

it('a memory can be copied as Markdown and linked to', async () => {
  const page = await open(
    { permissions: ['clipboard-read', 'clipboard-write'] },
    `memory/${bench.shop.ids['Count cart totals in cents']}`,
  );
  await page.getByRole('article').getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied as Markdown').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('### Count cart totals in cents');
  await page.keyboard.press('y');
  await page.getByText('Link copied').waitFor();
  const link = (await page.evaluate('navigator.clipboard.readText()')) as string;
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('article').getByRole('heading', { name: 'Count cart totals in cents' }).waitFor();
});

it('prints the memory without the frame, and moves nothing for those who want no motion', async () => {
  const page = await open({ reducedMotion: 'reduce' }, `memory/${bench.shop.ids['Count cart totals in cents']}`);
  await page.getByRole('article').getByRole('heading', { level: 1 }).waitFor();
  const moving = "getComputedStyle(document.querySelector('.memory-body')).animationName";
  expect(await page.evaluate(moving)).toBe('none');
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.side').isVisible()).toBe(false);
  expect(await page.getByRole('article').isVisible()).toBe(true);
});

it('all of a row opens its memory', async () => {
  const page = await open({ viewport: { width: 1280, height: 460 } });
  const turn = rows(page).filter({ hasText: 'Count cart totals in cents' });
  await turn.locator('.second').first().click({ force: true });
  await page.waitForURL(/#\/memory\/\d+/);
  await page.getByRole('article').getByRole('heading', { name: 'Count cart totals in cents' }).waitFor();
  await page.goBack();
  await page.getByRole('article').waitFor({ state: 'detached' });
  await turn.locator('.hour').click({ force: true, position: { x: 30, y: 8 } });
  await page.getByRole('article').getByRole('heading', { name: 'Count cart totals in cents' }).waitFor();
});
