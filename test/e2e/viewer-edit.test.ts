// The viewer in a real Chromium, against a real worker: searching, editing, forgetting, settings, projects.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { waitFor } from '../helpers/scratch.ts';
import { bench, open, row, useViewerPages } from '../helpers/viewer-pages.ts';

useViewerPages();

describe('search and edit', () => {
  it('searches while typing, filters, opens a memory and shows its origin', async () => {
    const page = await open();
    await page.getByRole('searchbox', { name: 'Search' }).fill('misspelt names');
    await row(page, 'Trigram index for product search').waitFor();
    await row(page, 'Order mail is claimed').waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Search' }).fill('xylophone');
    await page.getByText('No memories match “xylophone”').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await page.getByRole('button', { name: 'decision' }).click();
    await row(page, 'Devices make their own batch ids').waitFor();
    expect(await row(page, 'Count cart totals in cents').count()).toBe(0);
    await page.getByLabel('Project', { exact: true }).selectOption({ label: 'shop' });
    await row(page, 'Devices make their own batch ids').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'decision' }).click();
    await row(page, 'Count cart totals in cents').click();
    const pane = page.getByRole('article');
    await pane.getByText('A customer paid 20.00').waitFor();
    await pane.getByText('const cents = lines.reduce').waitFor();
    await pane.getByText('fix/cart-totals').waitFor();
    await pane.getByRole('link', { name: /total\.ts/ }).click();
    await page.getByText('file changed since').waitFor();
    await page.goBack();
    await pane.getByRole('link', { name: 'Totals that add up to the cent' }).click();
    await page.getByText('when the session started').first().waitFor();
    await page.goBack();
    await pane.getByRole('button', { name: 'Around' }).click();
    await page.getByRole('button', { name: 'Back to the newest' }).waitFor();
    await row(page, 'Count cart totals in cents').waitFor();
  });

  it.each(['Control+Enter', 'Meta+Enter'])('%s saves, from any field', async (keys) => {
    const page = await open();
    await row(page, 'Trigram index').click();
    await page.getByRole('article').getByRole('heading', { level: 1, name: 'Trigram index' }).waitFor();
    const title = `Trigram index, saved with ${keys}`;
    await page.keyboard.press('e');
    await page.getByLabel('Title', { exact: true }).fill(title);
    await page.getByLabel('Narrative').focus();
    await page.keyboard.press(keys);
    await page.getByRole('article').getByRole('heading', { level: 1, name: title }).waitFor();
    // Not what cannot be saved.
    await page.keyboard.press('e');
    await page.getByLabel('Title', { exact: true }).fill('');
    await page.keyboard.press(keys);
    await page.getByRole('form', { name: 'Edit' }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.keyboard.press('e');
    await page.getByLabel('Title', { exact: true }).fill('Trigram index for product search');
    await page.keyboard.press(keys);
    await row(page, 'Trigram index for product search').waitFor();
  });

  it('edits, pins and supersedes', async () => {
    const page = await open();
    await row(page, 'One query builder').click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title', { exact: true }).fill('One query builder for every list');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'One query builder for every list' }).waitFor();
    await row(page, 'One query builder for every list').waitFor();
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.getByRole('button', { name: 'Unpin' }).waitFor();
    await page.getByRole('button', { name: 'Replace' }).click();
    await page.getByLabel('Search for the newer memory').fill('trigram');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Trigram index/ })
      .click();
    await page.getByRole('article').getByText('Superseded by').waitFor();
    const id = bench.shop.ids['One query builder for search and category pages'];
    expect((await bench.api('GET', `/api/observations/${id}`)).body).toMatchObject({ edited: true, pinned: true });
  });

  it('two tabs that edit the same memory: the later one sees both texts and decides', async () => {
    const id = bench.shop.ids['Signed cookies instead of a session table'];
    const one = await open({}, `memory/${id}?edit=1`);
    const two = await open({}, `memory/${id}?edit=1`);
    const title = (page: typeof one) => page.getByLabel('Title', { exact: true });
    const saved = async () => (await bench.api('GET', `/api/observations/${id}`)).body;
    const decide = async (decision: string) => {
      const notice = two.getByRole('alert');
      await notice.getByText('was edited in another window').waitFor();
      await notice.getByText(`The first text, ${decision}`).waitFor();
      await notice.getByText(`The second text, ${decision}`).waitFor();
      expect(await saved()).toMatchObject({ title: `The first text, ${decision}` });
      await two.getByRole('button', { name: decision }).click();
    };
    const write = async (decision: string) => {
      await title(two).fill(`The second text, ${decision}`);
      await title(one).fill(`The first text, ${decision}`);
      await one.getByRole('button', { name: 'Save', exact: true }).click();
      await one.getByRole('heading', { name: `The first text, ${decision}` }).waitFor();
    };
    // It is told as soon as the other one saves.
    await write('Save yours');
    await decide('Save yours');
    for (const page of [one, two]) await page.getByRole('heading', { name: 'The second text, Save yours' }).waitFor();
    expect(await saved()).toMatchObject({ title: 'The second text, Save yours' });

    // If that news does not arrive in time, at the latest when it saves itself.
    for (const page of [one, two]) await page.getByRole('button', { name: 'Edit' }).click();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await two.route(`**/api/observations/${id}`, async (route) => {
      if (route.request().method() === 'GET') await held;
      await route.continue();
    });
    await write('Keep the other text');
    const refused = two.waitForResponse((response) => response.request().method() === 'PATCH');
    await two.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await refused).status()).toBe(409);
    release();
    await decide('Keep the other text');
    await two.getByRole('heading', { name: 'The first text, Keep the other text' }).waitFor();
    expect(await saved()).toMatchObject({ title: 'The first text, Keep the other text' });
  });

  it('forgets with undo; without undo, permanently and from the disk', async () => {
    const page = await open();
    await row(page, 'Cart lines carry the price').click();
    const forget = async () => {
      await page.getByRole('button', { name: 'Forget' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
    };
    await forget();
    await row(page, 'Cart lines carry the price').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Undo/ }).click();
    await row(page, 'Cart lines carry the price').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('mail provider answers 202');
    await row(page, 'The mail provider answers 202').click();
    await forget();
    await row(page, 'The mail provider answers 202').waitFor({ state: 'detached' });
    await waitFor(
      () =>
        ['', '-wal'].every(
          (suffix) => !readFileSync(bench.scratch.paths.database + suffix).includes('answers 202 even'),
        ),
      'the bytes to disappear',
    );
  });

  it('previews a setting before it is saved', async () => {
    const page = await open();
    await page.getByRole('link', { name: 'Settings' }).click();
    const preview = page.getByRole('complementary', { name: 'Context preview' }).locator('pre');
    await preview.filter({ hasText: 'Trigram index for' }).waitFor();
    await page.getByLabel('context.types').fill('bugfix');
    await page.getByLabel('context.types').blur();
    await preview.filter({ hasNotText: 'Trigram index for' }).waitFor();
    await page.getByRole('button', { name: 'Save 1 change' }).click();
    await page.getByText('Saved.').waitFor();
    const stored = JSON.parse(readFileSync(bench.scratch.paths.settings, 'utf8'));
    expect(stored).toMatchObject({ context: { types: ['bugfix'] } });
    await page.getByRole('button', { name: 'Reset context.types to its default' }).click();
    await page.getByRole('button', { name: 'Save 1 change' }).click();
    await preview.filter({ hasText: 'Trigram index for' }).waitFor();
  });

  it('renames and excludes a project', async () => {
    const page = await open();
    await page.getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('button', { name: 'Rename warehouse' }).click();
    await page.getByLabel('New name').fill('x'.repeat(500));
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByLabel('New name').fill('Hall 4');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: 'Hall 4' }).waitFor();
    await page.getByRole('button', { name: 'Exclude Hall 4' }).click();
    await page.getByText('not recorded').waitFor();
    await page.getByRole('button', { name: /Undo/ }).click();
    await page.getByText('not recorded').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Exclude Hall 4' }).waitFor();
  });
});
