// What was done in the viewer can be taken back, in a real Chromium: an edit, a confirmed rule, a forgotten memory.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { bench, open, row, useViewerPages } from '../helpers/viewer-pages.ts';

useViewerPages();

const remember = async (title: string) => {
  const { stdout } = await bench.scratch.cli(['remember', `${title}, for a reason`, '--title', title]);
  return Number(/#(\d+)/.exec(stdout)?.[1]);
};
const pane = (page: Page) => page.getByRole('article');
const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ });

it('an edit: its text comes back, and the pane shows the beginning of the memory', async () => {
  const title = 'Count cart totals in cents';
  const id = bench.shop.ids[title];
  const page = await open({ viewport: { width: 1280, height: 420 } }, `memory/${id}`);
  await pane(page).getByRole('heading', { level: 1, name: title }).waitFor();
  const before = (await bench.api('GET', `/api/observations/${id}`)).body;
  await page.keyboard.press('e');
  await page.getByLabel('Title', { exact: true }).fill('Totals are whole numbers');
  await page.getByLabel(/^Facts/).fill('One\nTwo');
  // In sight, however long the form is.
  const save = await page.getByRole('button', { name: 'Save', exact: true }).boundingBox();
  expect((save?.y ?? 999) + (save?.height ?? 0)).toBeLessThanOrEqual(420);
  await pane(page).evaluate((article) => article.scrollTo(0, 300));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await pane(page).getByRole('heading', { level: 1, name: 'Totals are whole numbers' }).waitFor();
  await expect.poll(() => pane(page).evaluate((article) => article.scrollTop)).toBe(0);
  await undo(page).click();
  await pane(page).getByRole('heading', { level: 1, name: title }).waitFor();
  const { title: again, facts, narrative } = (await bench.api('GET', `/api/observations/${id}`)).body;
  expect({ title: again, facts, narrative }).toEqual({
    title,
    facts: before['facts'],
    narrative: before['narrative'],
  });
});

it('a confirmed rule: it is only said again', async () => {
  const rule = (await bench.api('POST', '/api/rules', { text: 'Always write tests first', project: '1' })).body;
  await bench.api('PATCH', `/api/rules/${rule['id']}`, { state: 'said' });
  const page = await open({}, 'rules');
  const said = page.getByRole('region', { name: 'Said, not confirmed' });
  await said.getByText('Always write tests first').waitFor();
  await said.getByRole('button', { name: `Confirm #${rule['id']}` }).click();
  await page.getByRole('region', { name: 'Confirmed', exact: true }).getByText('Always write tests first').waitFor();
  await undo(page).click();
  await said.getByText('Always write tests first').waitFor();
  const { rules } = (await bench.api('GET', '/api/rules')).body as { rules: { id: number; state: string }[] };
  expect(rules.find(({ id }) => id === rule['id'])?.state).toBe('said');
});

it('what one wrote oneself is not forgotten without a question', async () => {
  const id = await remember('My own words');
  const page = await open();
  await row(page, 'My own words').focus();
  await page.keyboard.press('#');
  const dialog = page.getByRole('dialog', { name: `Forget #${id}?` });
  await dialog.getByText('My own words').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await bench.api('GET', `/api/observations/${id}`)).status).toBe(200);
});

it('a memory that was forgotten in its pane is open again', async () => {
  const id = await remember('Forgotten while it was open');
  const page = await open({}, `memory/${id}`);
  await pane(page).getByRole('button', { name: 'Forget' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
  await pane(page).waitFor({ state: 'detached' });
  await undo(page).click();
  await pane(page).getByRole('heading', { name: 'Forgotten while it was open' }).waitFor();
  expect(page.url()).toContain(`memory/${id}`);
  expect(await page.evaluate('document.activeElement === document.body')).toBe(false);
});

it('two memories forgotten one after the other both come back, and no message takes an undo away', async () => {
  const titles = ['The first of two', 'The second of two'];
  for (const title of titles) await remember(title);
  const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
  for (const title of titles) {
    await row(page, title).focus();
    await page.keyboard.press('#');
    await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
    await row(page, title).waitFor({ state: 'detached' });
  }
  await row(page, 'Count cart totals in cents').click();
  await pane(page).getByRole('button', { name: /Copy/ }).first().click();
  await page
    .getByText(/copied/i)
    .first()
    .waitFor();
  expect(await undo(page).count()).toBe(2);
  await page.reload();
  await expect.poll(() => undo(page).count()).toBe(2);
  await page.keyboard.press('u');
  await row(page, titles[1] as string).waitFor();
  await page.keyboard.press('u');
  await row(page, titles[0] as string).waitFor();
  await expect.poll(() => undo(page).count()).toBe(0);
});
