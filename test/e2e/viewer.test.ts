// The viewer in a real Chromium, against a real worker.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../helpers/browser.ts';
import { bash, fixtureSession, prompt, stop } from '../helpers/payloads.ts';
import { killAndWait, ROOT, waitFor } from '../helpers/scratch.ts';
import { startViewer, type ViewerBench } from '../helpers/viewer.ts';

/** Runs in the page: lists elements that overflow to the right and do not scroll. */
const OVERFLOWING = `() => {
  const scrolls = (element) =>
    element && (/auto|scroll|hidden/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  return [...document.querySelectorAll('main *')]
    .filter((element) => element.getBoundingClientRect().right > 361 && !scrolls(element.parentElement))
    .map((element) => element.outerHTML.slice(0, 80));
}`;
const SERIOUS = `async () => {
  const { violations } = await axe.run();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html.slice(0, 120)).join(' | '));
}`;

let browser: Browser;
let bench: ViewerBench;
beforeAll(async () => {
  browser = await launchBrowser();
  bench = await startViewer(browser);
});
afterAll(async () => {
  await browser?.close();
  await bench?.scratch.dispose();
});
const opened: { page: Page; complaints: string[] }[] = [];
const open = async (...args: Parameters<ViewerBench['open']>) => {
  const one = await bench.open(...args);
  opened.push(one);
  return one.page;
};
afterEach(async () => {
  for (const { page } of opened.splice(0)) await page.context().close();
});
const row = (page: Page, title: string) => page.locator('a.memory', { hasText: title });

describe('live', () => {
  it('shows a running session without a reload: its memories, its turns, the queue', async () => {
    const page = await open();
    await row(page, 'Count cart totals in cents').waitFor();
    const loads: string[] = [];
    page.on('framenavigated', (frame) => frame === page.mainFrame() && loads.push(frame.url()));
    const health = await open();
    await health.getByRole('link', { name: 'Health' }).click();
    const waiting = health.locator('.tile').filter({ has: health.getByText('Waiting', { exact: true }) });
    await waiting.getByText('0', { exact: true }).waitFor();
    const session = fixtureSession(join(bench.scratch.home, 'work', 'shop'));
    const { hook } = bench.scratch;
    await hook('UserPromptSubmit', prompt(session, 'Why do parcels weigh nothing?'));
    await hook('PostToolUse', bash(session, 'npm test -- parcels', 'Error: weight is NaN\n 1 failed'));
    // The turn is queued and can be compressed early; it leaves the queue when it ends.
    await waiting.getByText('1', { exact: true }).waitFor();
    const compressNow = health.getByRole('button', { name: 'Compress now' });
    expect(await compressNow.isEnabled()).toBe(true);
    await hook(
      'Stop',
      stop(
        session,
        'Parcels weighed nothing because the scale sends grams as text. I fixed the parser: weightOf() now reads the text as a number.',
      ),
    );
    await page.locator('a.memory', { hasText: 'Why do parcels weigh nothing?' }).waitFor();
    await waiting.getByText('0', { exact: true }).waitFor();
    expect(await compressNow.isDisabled()).toBe(true);
    expect(loads).toEqual([]);
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.locator('.sessions li').first().getByText('1 prompt').waitFor();
  });

  it('shows what other processes write', async () => {
    const page = await open();
    await row(page, 'Trigram index').waitFor();
    const ran = await bench.scratch.cli([
      'remember',
      'Deploys on Fridays need two people',
      '--title',
      'Friday deploys need two people',
    ]);
    expect(ran.code).toBe(0);
    await row(page, 'Friday deploys need two people').waitFor();
    const id = /#(\d+)/.exec(ran.stdout)?.[1] as string;
    await bench.scratch.cli(['forget', id, '--yes']);
    await row(page, 'Friday deploys need two people').waitFor({ state: 'detached' });
  });

  it('reconnects after the worker is killed and restarted', async () => {
    const page = await open();
    const port = new URL(bench.base).port;
    const { worker } = await bench.scratch.status();
    await killAndWait(worker.pid as number, 'SIGKILL');
    await page.getByText('Disconnected').waitFor();
    Object.assign(bench.scratch.env, { C_MEM_PORT: port });
    await bench.scratch.cli(['worker', 'start']);
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await bench.scratch.cli(['remember', 'The worker was away for a moment', '--title', 'Back again']);
    await row(page, 'Back again').waitFor();
  });
});

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
    await page.getByText('Context shown to the agent').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Timeline' }).click();
    await page.getByRole('heading', { name: /Timeline around #/ }).waitFor();
    await page.locator('.is-anchor').getByText('Count cart totals in cents').waitFor();
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
    await page.getByRole('button', { name: 'Supersede' }).click();
    await page.getByLabel('Search for the newer memory').fill('trigram');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Trigram index/ })
      .click();
    await page.getByRole('article').getByText('Superseded by').waitFor();
    const id = bench.shop.ids['One query builder for search and category pages'];
    expect((await bench.api('GET', `/api/observations/${id}`)).body).toMatchObject({ edited: true, pinned: true });
  });

  it('forgets with undo; without undo, permanently and from the disk', async () => {
    const page = await open();
    await row(page, 'Cart lines carry the price').click();
    await page.getByRole('button', { name: 'Forget' }).click();
    await row(page, 'Cart lines carry the price').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Undo/ }).click();
    await row(page, 'Cart lines carry the price').waitFor();
    await row(page, 'The mail provider answers 202').click();
    await page.getByRole('button', { name: 'Forget' }).click();
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
    await page.getByLabel('New name').fill('Hall 4');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: 'Hall 4' }).waitFor();
    await page.getByRole('button', { name: 'Exclude Hall 4' }).click();
    await page.getByText('not recorded').waitFor();
    await page.getByRole('button', { name: 'Include Hall 4' }).click();
    await page.getByText('not recorded').waitFor({ state: 'detached' });
  });
});

describe('accessibility', () => {
  it('works with the keyboard only', async () => {
    const page = await open();
    await row(page, 'Count cart totals in cents').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('cents');
    await row(page, 'Trigram index').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await waitFor(
      () => page.evaluate("document.activeElement?.getAttribute('data-index') === '0'"),
      'the first row to be focused',
    );
    await page.keyboard.press('Enter');
    await page.getByRole('article').getByRole('heading', { level: 1 }).waitFor();
    const first = await page.getByRole('article').getByRole('heading', { level: 1 }).textContent();
    await page.keyboard.press('e');
    await waitFor(() => page.evaluate('/^edit-(?:title|request)$/.test(document.activeElement?.id)'), 'the form');
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
    await page.keyboard.press('Backspace');
    await page.getByRole('article').waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await page.getByText(/restored/).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
  });

  it('follows the system theme until the user picks one', async () => {
    const page = await open({ colorScheme: 'dark' });
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await paper()).toBe('rgb(20, 19, 17)');
    await page.getByRole('button', { name: 'Toggle light and dark theme' }).click();
    expect(await paper()).toBe('rgb(251, 250, 248)');
    await page.reload();
    await row(page, 'Count cart totals in cents').waitFor();
    expect(await paper()).toBe('rgb(251, 250, 248)');
  });

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
      `timeline/${id}`,
      'files',
      `file?path=${path}`,
      'projects',
      'usage',
      'health',
      'settings',
    ];
  };

  it('fits 360 pixels on every page', async () => {
    const page = await open({ viewport: { width: 360, height: 700 } });
    for (const place of places()) {
      await page.goto(`${bench.base}/#/${place}`);
      await page.locator('main :is(h1, a.memory, form.edit):visible').first().waitFor();
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect([place, wide]).toEqual([place, 360]);
      const over = await page.evaluate(`(${OVERFLOWING})()`);
      expect([place, over]).toEqual([place, []]);
    }
  });

  it.each(['light', 'dark'] as const)('axe finds nothing serious on any page, %s', async (colorScheme) => {
    const page = await open({ colorScheme });
    const axe = readFileSync(join(ROOT, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
    for (const place of places()) {
      await page.goto(`${bench.base}/#/${place}`);
      await page.locator('main :is(h1, a.memory, form.edit):visible').first().waitFor();
      await page.evaluate(`if (!window.axe) { ${axe} }`);
      const found = await page.evaluate(`(${SERIOUS})()`);
      expect([place, found]).toEqual([place, []]);
    }
  });
});

it('explains how to sign in when opened without a link', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(bench.base);
  await page.getByRole('heading', { name: 'Open the viewer from your terminal' }).waitFor();
  await context.close();
});
