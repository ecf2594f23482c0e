// The viewer in a real Chromium for everyone: keyboard, themes, narrow screens, and what axe finds.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, waitFor } from '../helpers/scratch.ts';
import { bench, open, row, useViewerPages } from '../helpers/viewer-pages.ts';

const VIOLATIONS = `async () => {
  const { violations } = await axe.run();
  return violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html.slice(0, 120)).join(' | '));
}`;

useViewerPages();

describe('accessibility', () => {
  it('works with the keyboard only', async () => {
    const page = await open();
    await row(page, 'Count cart totals in cents').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('cents');
    await row(page, 'Trigram index').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await waitFor(
      () => page.evaluate("document.activeElement === document.querySelector('.rows a.memory')"),
      'the first row to be focused',
    );
    await page.keyboard.press('Enter');
    await page.getByRole('article').getByRole('heading', { level: 1 }).waitFor();
    const first = await page.getByRole('article').getByRole('heading', { level: 1 }).textContent();
    await page.keyboard.press('e');
    await waitFor(() => page.evaluate('/^edit-(?:title|request)$/.test(document.activeElement?.id)'), 'the form');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('form', { name: 'Edit' }).waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await waitFor(
      async () => (await page.getByRole('article').getByRole('heading', { level: 1 }).textContent()) !== first,
      'the next one',
    );
    await page.keyboard.press('k');
    await page
      .getByRole('article')
      .getByRole('heading', { level: 1, name: first ?? '' })
      .waitFor();
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Unpin' }).waitFor();
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Pin', exact: true }).waitFor();
    await page.keyboard.press('#');
    // What goes with it is named first. Cancel has the focus.
    await page.getByRole('dialog', { name: /^Forget #/ }).waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('article').waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await page.getByText(/restored/).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Type a command/ }).fill('insi');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Insights' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.getByRole('list', { name: 'Turns' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
  });

  it('focus, highlight and the open memory move together; Enter opens the row that one is on', async () => {
    const page = await open({ viewport: { width: 1440, height: 900 } });
    await row(page, 'Count cart totals in cents').waitFor();
    const at = () =>
      page.evaluate(`(() => {
        const refOf = (link) => link?.getAttribute('data-ref') ?? null;
        return {
          focus: refOf(document.activeElement),
          marked: refOf(document.querySelector('.memory.is-current')),
          open: refOf(document.querySelector('.memory.is-open')),
          address: location.hash,
        };
      })()`) as Promise<{ focus: string; marked: string; open: string | null; address: string }>;
    const rows = await page
      .locator('.row.is-turn .turn-lines > a.memory')
      .evaluateAll((links) => links.map((link) => [link.getAttribute('data-ref'), link.getAttribute('href')]));
    const isOn = (index: number) => {
      const [ref, address] = rows[index] as [string, string];
      return expect.poll(at).toEqual({ focus: ref, marked: ref, open: ref, address });
    };
    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key);
    await isOn(1);
    for (const key of ['j', 'j']) await page.keyboard.press(key);
    await isOn(3);
    await page.keyboard.press('Enter');
    await isOn(3);
    await page.keyboard.press('k');
    await isOn(2);
    // Also if it is opened otherwise.
    await row(page, 'Count cart totals in cents').click();
    await page.goBack();
    await isOn(2);
    await page.keyboard.press('j');
    await isOn(3);
    await page.keyboard.press('Escape');
    await expect.poll(at).toMatchObject({ focus: rows[3]?.[0], marked: rows[3]?.[0], open: null });
  });

  /** Rules in every state, so that their page is not empty. */
  const addRules = async () => {
    const project = String(((await bench.api('GET', '/api/projects')).body['projects'] as { id: number }[])[0]?.id);
    const add = async (text: string) => (await bench.api('POST', '/api/rules', { text, project })).body['id'] as number;
    await add('Use pnpm');
    await bench.api('PATCH', `/api/rules/${await add('Write commit messages in English')}`, { state: 'off' });
  };

  const places = () => {
    const id = bench.shop.ids['Count cart totals in cents'];
    const file = join(bench.scratch.home, 'work', 'shop', 'src/cart/total.ts');
    const path = encodeURIComponent(file);
    return [
      '',
      `memory/${id}`,
      `memory/${id}?edit=1`,
      'sessions',
      'session/b7d1c2e0-checkout',
      'memories',
      'memories?q=cents',
      'files',
      `file?path=${path}`,
      'profile',
      'projects',
      'rules',
      'insights',
      'health',
      'settings',
      'more',
    ];
  };

  it.each(['light', 'dark'] as const)('axe finds no violation on any page, %s', async (colorScheme) => {
    if (colorScheme === 'light') await addRules();
    const page = await open({ colorScheme, reducedMotion: 'reduce' });
    const axe = readFileSync(join(ROOT, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
    for (const place of places()) {
      await page.goto(`${bench.base}/#/${place}`);
      await page.locator('main h1').first().waitFor({ state: 'attached' });
      await page.locator('.loading').waitFor({ state: 'detached' });
      await page.evaluate(`if (!window.axe) { ${axe} }`);
      const found = await page.evaluate(`(${VIOLATIONS})()`);
      expect([place, found]).toEqual([place, []]);
    }
  });
});
