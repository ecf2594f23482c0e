// The address of the viewer in a real Chromium: wrong ones say so, and what narrows a page is in it.
import { expect, it } from 'vitest';
import { bench, open, row, useViewerPages } from '../helpers/viewer-pages.ts';

useViewerPages();

it('a page that does not exist says so, and leads to Now', async () => {
  const page = await open({}, 'nonsense');
  await page.getByRole('heading', { name: 'There is no page nonsense' }).waitFor();
  expect(await page.title()).toBe('No such page · C-Mem');
  expect(await page.locator('.side [aria-current]').count()).toBe(0);
  await page.locator('main').getByRole('link', { name: 'Go to Now' }).click();
  await page.getByRole('heading', { name: 'Where you left off' }).waitFor();
});

it('a timeline without a memory says where there is one', async () => {
  const page = await open({}, 'timeline');
  await page.getByText('A timeline shows what happened around a memory.').waitFor();
  await page.locator('main').getByRole('link', { name: 'Memories' }).click();
  await row(page, 'Count cart totals in cents').waitFor();
});

it('going to another address closes what is open over the page; what was typed is kept', async () => {
  const page = await open({}, 'sessions');
  await page.locator('.sessions li').first().waitFor();
  const dialog = page.getByRole('dialog');
  for (const key of ['Control+k', '?', 'n']) {
    await page.goto(`${bench.base}/#/files`);
    await page.getByRole('heading', { name: 'Files' }).waitFor();
    await page.keyboard.press(key);
    await dialog.waitFor();
    if (key === 'n') await page.getByLabel('What should be remembered').fill('Half a thought');
    await page.goBack();
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
  }
  // The question whether to forget, by an address that was typed.
  await page.goto(`${bench.base}/#/memory/${bench.shop.ids['Count cart totals in cents']}`);
  await page.getByRole('article').getByRole('button', { name: 'Forget' }).click();
  await dialog.waitFor();
  await page.evaluate("location.hash = '#/files'");
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('n');
  expect(await page.getByLabel('What should be remembered').inputValue()).toBe('Half a thought');
});

it('a project that does not exist leads to all projects, and the list says so', async () => {
  const page = await open({}, '?project=999');
  await page.getByText('There is no project 999.').waitFor();
  await page.getByRole('heading', { name: 'Where you left off' }).waitFor();
  const chosen = await page.evaluate("document.querySelector('select.project').selectedOptions[0]?.textContent");
  expect(chosen).toBe('All projects');
});

it('forgetting the project that is chosen leads to all projects, and Undo stays on offer', async () => {
  const page = await open();
  await page.getByLabel('Project', { exact: true }).selectOption({ label: 'warehouse' });
  await page.waitForURL(/project=\d+/);
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await page.getByRole('button', { name: 'Forget warehouse' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
  await page.waitForURL((url) => !url.href.includes('project='));
  await page.getByText('warehouse forgotten.').waitFor();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('button', { name: 'Forget warehouse' }).waitFor();
});

it('an address that is no number of a memory says so', async () => {
  const page = await open({}, 'memory/abc');
  await page.getByRole('article').getByText('There is no memory abc').waitFor();
});

it('Back after a click in the strip shows the list as it was', async () => {
  const page = await open();
  await row(page, 'Count cart totals in cents').waitFor();
  const strip = page.getByRole('slider', { name: /Memories over time/ });
  const { x, y, height } = (await strip.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  await page.mouse.click(x + 4, y + height / 2);
  await page.waitForURL(/from=\d+/);
  await page.goBack();
  await row(page, 'Count cart totals in cents').waitFor();
  expect(page.url()).toMatch(/#\/memories$/);
});

it('sessions are found by their title or project, also after a reload, and chosen with j and Enter', async () => {
  const page = await open({}, 'sessions');
  const { total } = (await bench.api('GET', '/api/sessions?project=warehouse')).body as { total: number };
  expect(total).toBeGreaterThan(0);
  await page.getByLabel('Filter by title or project').fill('WAREH');
  await page.waitForURL(/find=WAREH/);
  const rows = page.locator('.sessions li');
  await expect.poll(() => rows.count()).toBe(total);
  await page.reload();
  await expect.poll(() => rows.count()).toBe(total);
  expect(await page.getByLabel('Filter by title or project').inputValue()).toBe('WAREH');
  await page.locator('main').focus();
  await page.keyboard.press('j');
  await page.locator('.sessions li:first-child a:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/session\//);
});

it('files are filtered by the address, too', async () => {
  const page = await open({}, 'files?find=total');
  await page.locator('.file-list b', { hasText: 'total.ts' }).first().waitFor();
  expect(await page.locator('.file-list b').allTextContents()).not.toContain('session.ts');
});

it('what failed while the worker was away is asked for again, by itself or with a click', async () => {
  const page = await open({}, 'sessions');
  await page.locator('.sessions li').first().waitFor();
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Files' }).click();
  await page.getByRole('alert').getByText('The worker is not responding').waitFor();
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.locator('.file-list li').first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  // The stream is lost and comes back.
  await page.route('**/{api,stream}**', (route) => route.abort());
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await page.getByRole('alert').getByText('The worker is not responding').waitFor();
  await page.locator('.connection.is-lost').waitFor({ state: 'attached' });
  await page.unrouteAll();
  await page.locator('.file-list li').first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('choosing a project while a memory is open shows the memories of the project', async () => {
  const page = await open({}, `memory/${bench.shop.ids['Count cart totals in cents']}`);
  await page.getByRole('article').getByRole('heading', { level: 1 }).waitFor();
  const chosen = page.getByRole('combobox', { name: /project/i }).first();
  const [other] = (await chosen.locator('option').all()).slice(-1);
  await chosen.selectOption((await other?.getAttribute('value')) ?? '');
  await page.waitForURL(/#\/memories\?/);
  expect(await page.getByText('No memories match these filters').count()).toBe(0);
  await page.locator('a.memory').first().waitFor();
});
