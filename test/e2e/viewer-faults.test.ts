// What once went wrong in the viewer, in a real Chromium: keys and live news, tabs, addresses, drafts, capture state.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { waitFor } from '../helpers/scratch.ts';
import { bench, browser, open, row, useViewerPages } from '../helpers/viewer-pages.ts';

useViewerPages();

const remember = async (title: string) => {
  const { stdout } = await bench.scratch.cli(['remember', `${title}, for a reason`, '--title', title]);
  return Number(/#(\d+)/.exec(stdout)?.[1]);
};
const focused = (page: Page) =>
  page.evaluate("document.activeElement?.getAttribute('data-ref')") as Promise<string | null>;
const statusOf = async (id: number) => (await bench.api('GET', `/api/observations/${id}`)).status;
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search' });

describe('keys', () => {
  it('act on the memory in focus, whatever arrives above it', async () => {
    const id = await remember('The memory in focus');
    const page = await open();
    await row(page, 'The memory in focus').waitFor();
    await page.keyboard.press('j');
    await waitFor(async () => (await focused(page)) === `#${id}`, 'the first row in focus');
    const newer = await remember('Arrived while a row has focus');
    await row(page, 'Arrived while a row has focus').waitFor();
    expect(await focused(page)).toBe(`#${id}`);
    // Backspace means "back" to many people.
    await page.keyboard.press('Backspace');
    await page.keyboard.press('#');
    await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
    await row(page, 'The memory in focus').waitFor({ state: 'detached' });
    expect([await statusOf(id), await statusOf(newer)]).toEqual([404, 200]);
    await page.getByText('forgotten.').waitFor();
    await page.keyboard.press('u');
    await row(page, 'The memory in focus').waitFor();
    expect(await statusOf(id)).toBe(200);
  });

  it('what is typed after / arrives in the search box, from every page', async () => {
    const page = await open();
    for (const place of ['', 'sessions', 'insights', 'files', 'settings', 'session/b7d1c2e0-checkout']) {
      await page.goto(`${bench.base}/#/${place}`);
      await page.locator('main h1').first().waitFor({ state: 'attached' });
      await page.keyboard.press('Escape');
      await page.keyboard.press('/');
      await page.keyboard.type('cents');
      expect([place, await box(page).inputValue()]).toEqual([place, 'cents']);
      await row(page, 'Count cart totals in cents').waitFor();
      await page.waitForURL(/q=cents/);
    }
  });
});

it('eight tabs share one stream: all load, all hear of news, and another takes over when the first closes', async () => {
  const first = await open();
  const context = first.context();
  const tabs = [first];
  for (let tab = 1; tab < 8; tab += 1) {
    const page = await context.newPage();
    await page.goto(`${bench.base}/#/memories`);
    tabs.push(page);
  }
  for (const page of tabs) await row(page, 'Count cart totals in cents').waitFor();
  const { body } = await bench.api('GET', '/api/health');
  expect(body['listeners']).toBe(1);
  await remember('News for every tab');
  for (const page of tabs) await row(page, 'News for every tab').waitFor();
  await first.close();
  await remember('News after the first tab closed');
  for (const page of tabs.slice(1)) await row(page, 'News after the first tab closed').waitFor();
});

describe('what is typed is kept', () => {
  it('Escape leaves the field, then the editor; the draft waits, through navigation and news', async () => {
    const id = bench.shop.ids['Count cart totals in cents'] as number;
    const page = await open({}, `memory/${id}?edit=1`);
    await page.getByLabel('Title', { exact: true }).fill('Half a thought');
    await remember('Arrived while editing');
    await bench.api('PATCH', `/api/observations/${id}`, { pinned: true });
    await bench.api('PATCH', `/api/observations/${id}`, { pinned: false });
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half a thought');
    await page.keyboard.press('Escape');
    await page.getByRole('form', { name: 'Edit' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('You have unsaved changes').waitFor();
    expect(page.url()).toContain(`memory/${id}`);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Files' }).click();
    await page.goBack();
    await page.getByRole('button', { name: 'Continue editing' }).click();
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half a thought');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Count cart totals in cents' }).waitFor();
    expect(await page.getByText('You have unsaved changes').count()).toBe(0);
  });

  it('changed settings survive navigation, and an error stands at its field', async () => {
    const page = await open({}, 'settings');
    const field = page.getByLabel(/^Observations context/);
    await field.fill('99999');
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    expect(await field.inputValue()).toBe('99999');
    await page.getByRole('button', { name: 'Save 1 change' }).click();
    await page
      .locator('.field', { has: page.locator('[aria-invalid="true"]') })
      .getByRole('alert')
      .waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await field.inputValue()).not.toBe('99999');
    // Said while one types.
    await field.fill('99998');
    await page.locator('.field').getByRole('alert').waitFor();
    const save = page.getByRole('button', { name: 'Save 1 change' });
    expect(await save.isDisabled()).toBe(true);
    await field.fill('9');
    await page.locator('.field').getByRole('alert').waitFor({ state: 'detached' });
    expect(await save.isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Discard' }).click();
  });
});

describe('the address and the page agree', () => {
  it('on the search, whoever changes it', async () => {
    const page = await open({}, 'memories?q=trigram');
    expect(await box(page).inputValue()).toBe('trigram');
    await row(page, 'Count cart totals in cents').waitFor({ state: 'detached' });
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Memories' }).click();
    await row(page, 'Count cart totals in cents').waitFor();
    expect(await box(page).inputValue()).toBe('');
    await page.goBack();
    await waitFor(async () => (await box(page).inputValue()) === 'trigram', 'the search of the address');
    await row(page, 'Count cart totals in cents').waitFor({ state: 'detached' });
  });

  it('on the project, after a reload and on other pages', async () => {
    const page = await open();
    await page.getByLabel('Project', { exact: true }).selectOption({ label: 'warehouse' });
    await row(page, 'Count cart totals in cents').waitFor({ state: 'detached' });
    await page.reload();
    await row(page, 'Devices make their own batch ids').waitFor();
    expect(await row(page, 'Count cart totals in cents').count()).toBe(0);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Sessions' }).click();
    await page.waitForURL(/sessions\?project=\d+/);
    await page.locator('.sessions li').first().waitFor();
    expect(await page.locator('.sessions').getByText('Totals that add up to the cent').count()).toBe(0);
  });

  it('on the place in the list, when one comes back', async () => {
    const page = await open({ viewport: { width: 1280, height: 420 } });
    await row(page, 'Count cart totals in cents').waitFor();
    const top = () => page.evaluate("document.querySelector('.rows')?.scrollTop") as Promise<number | undefined>;
    await page.evaluate("document.querySelector('.rows').scrollTop = 400");
    await waitFor(async () => (await top()) === 400, 'the list to be scrolled');
    await page.evaluate("document.querySelector('.rows .group-head a').click()");
    await page.locator('.turn').first().waitFor();
    await page.goBack();
    await waitFor(async () => (await top()) === 400, 'the same place');
  });

  it('on the place in the list, on a phone where an open memory hides it', async () => {
    const page = await open({ viewport: { width: 360, height: 500 } });
    await row(page, 'Count cart totals in cents').waitFor();
    const top = () => page.evaluate("document.querySelector('.rows')?.scrollTop") as Promise<number | undefined>;
    await page.evaluate("document.querySelector('.rows').scrollTop = 300");
    await waitFor(async () => (await top()) === 300, 'the list to be scrolled');
    await page.evaluate("[...document.querySelectorAll('.rows a.memory')].at(-1).click()");
    await page.getByRole('article').getByRole('heading', { level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('article').waitFor({ state: 'detached' });
    await waitFor(async () => (await top()) === 300, 'the same place');
  });

  it('on the title, and on the neighbors of a memory that was opened by its address', async () => {
    const old = bench.shop.ids['Order mail is claimed before it is sent'] as number;
    for (let index = 0; index < 60; index += 1)
      await bench.api('POST', '/api/observations', { text: `Note ${index}`, project: '1' });
    const page = await open({}, `memory/${old}`);
    const title = (await page.getByRole('article').getByRole('heading', { level: 1 }).textContent()) ?? '';
    await waitFor(async () => (await page.title()).startsWith(title.slice(0, 20)), 'the title of the tab');
    const shown = page.locator(`a.memory[data-ref="#${old}"]`);
    await shown.waitFor();
    expect(await shown.getAttribute('aria-current')).toBe('true');
    await page.getByRole('button', { name: 'Back to the newest' }).waitFor();
    await page.keyboard.press('j');
    await waitFor(async () => !page.url().includes(`memory/${old}`), 'the neighbor');
    expect(page.url()).toMatch(/memory\/S?\d+/);
    // Closed, the list is at the newest again.
    await page.getByRole('article').getByRole('button', { name: 'Close' }).click();
    await row(page, 'Note 59').waitFor();
    expect(await page.getByRole('button', { name: 'Back to the newest' }).count()).toBe(0);
  });
});

it('says that nothing is captured, on Health and at the foot of every page, as `c-mem status` does', async () => {
  const page = await open({}, 'health');
  await page.getByText('Nothing is being captured').waitFor();
  await page.getByRole('status').getByText('Not capturing').waitFor();
  const status = JSON.parse((await bench.scratch.cli(['status', '--json'])).stdout) as { capturing: boolean };
  expect(status.capturing).toBe(false);
});

it('a used link leads to a page that says so', async () => {
  const { url } = JSON.parse((await bench.scratch.cli(['viewer', '--json'])).stdout) as { url: string };
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  const other = await (await browser.newContext()).newPage();
  await other.goto(url);
  await other.getByRole('heading', { name: 'That link was used or has expired' }).waitFor();
  await other.getByText('c-mem viewer').waitFor();
  await page.goto(url);
  await page.getByText('You were already signed in').waitFor();
  await context.close();
  await other.context().close();
});

it('the theme goes from the system to light, dark, and back to the system', async () => {
  const page = await open({ colorScheme: 'dark' });
  const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const [dark, light] = ['rgb(20, 19, 17)', 'rgb(251, 250, 248)'];
  expect(await paper()).toBe(dark);
  await page.getByRole('button', { name: 'Theme: system. Change it' }).click();
  expect(await paper()).toBe(light);
  await page.reload();
  expect(await paper()).toBe(light);
  await page.getByRole('button', { name: 'Theme: light. Change it' }).click();
  expect(await paper()).toBe(dark);
  await page.getByRole('button', { name: 'Theme: dark. Change it' }).click();
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await paper()).toBe(light);
});
