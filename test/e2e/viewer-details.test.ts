// Small things that a person stumbles over in the viewer, in a real Chromium.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { addObservation } from '../helpers/records.ts';
import { waitFor } from '../helpers/scratch.ts';
import { fillWithShop } from '../helpers/viewer.ts';
import { fillLong } from '../helpers/viewer-long.ts';
import { bench, open, row, useViewerPages } from '../helpers/viewer-pages.ts';

useViewerPages((scratch) => {
  const db = openDatabase(scratch.paths.database);
  fillLong(db, Date.now() - 3600_000);
  // The one that was used last is not the largest of its name.
  const fresh = addObservation(db, { session: 'cli-1', project: '/home/ben/src/cli', at: Date.now() - 1000 });
  db.prepare('update sessions set last_event_at = ? where id = ?').run(Date.now() + fresh, 'cli-1');
  db.close();
  return fillWithShop(scratch);
});

const WIDE = { viewport: { width: 1440, height: 900 } };
const color = (page: Page, selector: string) =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}')).color`);

/** What can be read or heard, but for the choices of a list. */
const TEXTS = `[...document.querySelectorAll('main, .side')].flatMap((part) => {
  const copy = part.cloneNode(true);
  for (const option of copy.querySelectorAll('option')) option.remove();
  return [copy.textContent, ...[...copy.querySelectorAll('[aria-label]')].map(({ ariaLabel }) => ariaLabel)];
})`;

describe('filters that are set are in sight', () => {
  const query = 'type=bugfix&branch=main&since=365d';
  it.each([
    [360, `memories?${query}`],
    [1440, `memory/1?${query}`],
  ])('%i pixels', async (width, place) => {
    const page = await open({ viewport: { width, height: 740 } }, place);
    const chips = page.getByRole('button', { name: /^Remove the filter/ });
    await expect.poll(() => chips.count()).toBe(3);
    const first = await chips.first().boundingBox();
    expect((first?.x ?? width) + (first?.width ?? width)).toBeLessThan(width);
    await page.getByRole('button', { name: 'Remove the filter branch' }).click();
    await page.waitForURL((url) => !url.href.includes('branch='));
    expect(await chips.count()).toBe(2);
  });

  it('once is enough where every control is in sight', async () => {
    const page = await open(WIDE, `memories?${query}`);
    await page.getByRole('button', { name: /^bugfix/, pressed: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Remove the filter/ }).count()).toBe(0);
  });
});

it('an emptied number is marked, and not saved as something else', async () => {
  const page = await open({}, 'settings');
  const field = page.getByLabel(/^Observations context/);
  const save = page.getByRole('button', { name: 'Save 1 change' });
  for (const typed of ['6', '99999']) {
    await field.fill(typed);
    await field.fill('');
    await page.locator('.field').getByRole('alert').waitFor();
    expect([typed, await field.inputValue(), await save.isDisabled()]).toEqual([typed, '', true]);
  }
  await field.fill('9');
  await page.locator('.field').getByRole('alert').waitFor({ state: 'detached' });
  expect(await save.isEnabled()).toBe(true);
  await page.getByRole('button', { name: 'Discard' }).click();
});

it('what is kept is called a memory on every page, whatever counts it', async () => {
  const page = await open(WIDE);
  for (const place of [
    '',
    'memories',
    'sessions',
    'session/b7d1c2e0-checkout',
    'projects',
    'insights',
    'files',
    'profile',
  ]) {
    await page.goto(`${bench.base}/#/${place}`);
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('main .loading').count()).toBe(0);
    const texts = (await page.evaluate(TEXTS)) as string[];
    expect([place, texts.filter((text) => /observation/i.test(text))]).toEqual([place, []]);
  }
});

it('pinning moves no button', async () => {
  const page = await open(WIDE, `memory/${bench.shop.ids['Count cart totals in cents']}`);
  const forget = page.getByRole('article').getByRole('button', { name: 'Forget' });
  const edit = page.getByRole('article').getByRole('button', { name: 'Edit' });
  await forget.waitFor();
  const places = async () => [await edit.boundingBox(), await forget.boundingBox()];
  const before = await places();
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Unpin' }).waitFor();
  expect(await places()).toEqual(before);
  await page.keyboard.press('p');
});

it('writing a memory has a button, and the theme is found by its names', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Write a memory' }).click();
  await page.getByRole('dialog', { name: 'Write a memory' }).getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Type a command/ }).fill('dark');
  await page.getByRole('option', { name: /Change the theme/ }).waitFor();
});

it('events say at what hour they happened', async () => {
  const page = await open({}, `memory/${bench.shop.ids['Count cart totals in cents']}`);
  const times = page.locator('.events time');
  await times.first().waitFor();
  for (const time of await times.allTextContents()) expect(time).toMatch(/^\d\d:\d\d$/);
});

describe('projects', () => {
  it('of one name are told apart on Rules, too', async () => {
    const { projects } = (await bench.api('GET', '/api/projects')).body as {
      projects: { id: number; key: string; label: string; folder: string }[];
    };
    const ben = projects.find(({ key }) => key === '/home/ben/src/cli');
    expect(ben).toMatchObject({ label: 'cli (src)', folder: '/home/ben/src/cli' });
    await bench.api('POST', '/api/rules', { text: 'Never guess a port', project: String(ben?.id) });
    const page = await open({}, 'rules');
    await page.locator('.rules li', { hasText: 'Never guess a port' }).getByText('cli (src)').waitFor();
  });

  it('are merged into the one with the most sessions, and how to undo that is said', async () => {
    const page = await open({}, 'projects');
    await page.getByRole('button', { name: 'Merge 6' }).click();
    const dialog = page.getByRole('dialog');
    const into = await page.evaluate("document.querySelector('dialog select').selectedOptions[0]?.textContent");
    expect(into).toBe('cli (/home/ann/work/cli)');
    await dialog.getByText('c-mem projects --unmerge').waitFor();
    // Nothing is lost by it.
    expect(await dialog.getByRole('button', { name: 'Merge' }).getAttribute('class')).toBe('main');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('that were merged are apart again after Undo, and no other one is proposed', async () => {
    const names = async () => {
      const { projects } = (await bench.api('GET', '/api/projects')).body as { projects: { name: string }[] };
      return projects.map(({ name }) => name).sort();
    };
    const before = await names();
    const page = await open({}, 'projects');
    await page.getByRole('button', { name: 'Merge shop' }).click();
    const dialog = page.getByRole('dialog');
    const into = dialog.getByLabel('Merge into');
    expect(await into.inputValue()).toBe('');
    expect(await dialog.getByRole('button', { name: 'Merge' }).isDisabled()).toBe(true);
    await into.selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await page.getByText('Merged shop.').waitFor();
    expect((await names()).length).toBe(before.length - 1);
    await page.keyboard.press('u');
    await page.getByText('Undone.').waitFor();
    await waitFor(async () => (await names()).length === before.length, 'the project to be back');
    expect(await names()).toEqual(before);
  });

  it('keep the letters of their name in notices', async () => {
    const page = await open({}, 'projects');
    await page.getByRole('button', { name: 'Exclude warehouse' }).click();
    const words = page.locator('.toast span');
    await words.getByText('warehouse is no longer recorded.').waitFor();
    const first = "getComputedStyle(document.querySelector('.toast span'), '::first-letter').textTransform";
    expect(await page.evaluate(first)).toBe('none');
    await page.getByRole('button', { name: /^Undo/ }).click();
    await page.getByText('Recording warehouse again.').waitFor();
  });

  it('a profile without a choice says whose it is', async () => {
    const page = await open({}, 'profile');
    await page.getByText('No project is chosen: this is the one used last.').waitFor();
  });
});

it('that nothing is captured has one color', async () => {
  const page = await open({}, 'health');
  await page.getByText('Nothing is being captured').waitFor();
  await page.getByRole('status').getByText('Not capturing').waitFor();
  expect(await color(page, '.verdict')).toBe(await color(page, '.connection a'));
});

it('a long silence is said in words, and is not an error', async () => {
  const page = await open({}, '');
  const months = 4 * 30.44 * 24 * 3600_000;
  await page.route('**/api/health', async (route) => {
    const reply = await route.fetch();
    const body = { ...(await reply.json()), status: 'ok', capturing: true, lastEventAt: Date.now() - months };
    await route.fulfill({ response: reply, json: body });
  });
  await page.goto(`${bench.base}/#/health`);
  await page.getByText('Everything is working, last event 4 months ago').waitFor();
  expect(await color(page, '.verdict')).toBe(await color(page, 'main p.faint'));
});

it('text that overrides its direction is shown in the order in which it was written', async () => {
  await bench.api('POST', '/api/observations', { text: 'Open \u202egnp.exe\u202c first', project: '1' });
  const page = await open();
  await row(page, 'Open gnp.exe').waitFor();
  expect(await page.locator('main').textContent()).not.toMatch(/[\u202d\u202e]/);
});
