// The viewer for someone new: no empty boxes, but what to do next.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../helpers/browser.ts';
import { startViewer, type ViewerBench } from '../helpers/viewer.ts';

let browser: Browser;
let bench: ViewerBench;
beforeAll(async () => {
  browser = await launchBrowser();
  bench = await startViewer(browser, () => ({ ids: {}, root: '' }));
});
afterAll(async () => {
  await browser?.close();
  await bench?.scratch.dispose();
});

it('says what to do next, on the first page and on the memories', async () => {
  const { page, complaints } = await bench.open({ permissions: ['clipboard-read', 'clipboard-write'] }, '');
  await page.getByRole('heading', { name: 'Nothing is remembered yet' }).waitFor();
  await page.getByText('c-mem install').waitFor();
  await page.getByRole('button', { name: 'Copy c-mem import claude-code' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('c-mem import claude-code');
  for (const place of [
    'memories',
    'sessions',
    'files',
    'insights',
    'rules',
    'profile',
    'projects',
    'health',
    'settings',
  ]) {
    await page.goto(`${bench.base}/#/${place}`);
    await page.locator('main h1').first().waitFor({ state: 'attached' });
  }
  await page.goto(`${bench.base}/#/memories`);
  await page.getByText('No memories yet').waitFor();
  await page.getByText('c-mem import claude-code').waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});
