// Pages of the viewer in a real Chromium, against a real worker.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { fillWithShop, startViewer, type ViewerBench } from './viewer.ts';

export let browser: Browser;
export let bench: ViewerBench;

const opened: { page: Page; complaints: string[] }[] = [];

/** One browser and one worker with the shop's memories for all tests of a file; pages are closed after each. */
export function useViewerPages(fill = fillWithShop): void {
  beforeAll(async () => {
    browser = await launchBrowser();
    bench = await startViewer(browser, fill);
  });
  afterAll(async () => {
    await browser?.close();
    await bench?.scratch.dispose();
  });
  afterEach(async () => {
    for (const { page } of opened.splice(0)) await page.context().close();
  });
}

export const open = async (...args: Parameters<ViewerBench['open']>) => {
  const one = await bench.open(...args);
  opened.push(one);
  return one.page;
};

export const row = (page: Page, title: string) => page.locator('a.memory', { hasText: title });
