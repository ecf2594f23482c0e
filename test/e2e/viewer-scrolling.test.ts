// No page of the viewer scrolls into nothing, in a real Chromium: at the end of whatever scrolls there is content.
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { fillWithShop } from '../helpers/viewer.ts';
import { fillLong, LONG_PATH, LONG_SESSION } from '../helpers/viewer-long.ts';
import { bench, open, useViewerPages } from '../helpers/viewer-pages.ts';

let memory = 0;
useViewerPages((scratch) => {
  const db = openDatabase(scratch.paths.database);
  memory = fillLong(db, Date.now() - 3600_000).ids['turn 299'] as number;
  db.close();
  return fillWithShop(scratch);
});

/** Scrolls everything to its end, and names what has more room below its content than a margin. */
const EMPTY_ENDS = `(() => {
  const scrolls = (element) =>
    element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0 && element.tagName !== 'TEXTAREA' &&
    (element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowY));
  const scrollers = [document.documentElement, ...document.querySelectorAll('body *')].filter(scrolls);
  for (const scroller of scrollers) scroller.scrollTop = scroller.scrollHeight;
  const seenUntil = (node, scroller) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    let { bottom } = range.getBoundingClientRect();
    for (let above = node.parentElement; above && above !== scroller; above = above.parentElement) {
      if (above.classList.contains('hidden')) return -Infinity;
      if (getComputedStyle(above).overflowY !== 'visible') bottom = Math.min(bottom, above.getBoundingClientRect().bottom);
    }
    return bottom;
  };
  return scrollers.flatMap((scroller) => {
    const texts = document.createTreeWalker(scroller, NodeFilter.SHOW_TEXT);
    let lowest = -Infinity;
    while (texts.nextNode())
      if (texts.currentNode.data.trim() !== '') lowest = Math.max(lowest, seenUntil(texts.currentNode, scroller));
    const top = scroller === document.documentElement ? 0 : scroller.getBoundingClientRect().top;
    const empty = Math.round(top + scroller.clientHeight - lowest);
    return empty > 110 ? [(scroller.id || scroller.className || scroller.tagName) + ': ' + empty + ' px'] : [];
  });
})()`;

it.each([360, 768, 1440, 2560])('at the end of whatever scrolls there is content: %i pixels', async (width) => {
  const page = await open({ viewport: { width, height: 560 } });
  const places = [
    ...['', 'memories', 'memories?q=gateway', `memory/${memory}`, `memory/${memory}?edit=1`, 'sessions'],
    ...[`session/${LONG_SESSION}`, 'files', `file?path=${encodeURIComponent(LONG_PATH)}`, 'insights', 'rules'],
    ...['profile', 'projects', 'health', 'settings', 'more'],
  ];
  for (const place of places) {
    await page.goto(`${bench.base}/#/${place}`);
    const there = place.startsWith('memory/') ? 'article :is(h1, form)' : place ? 'main h1' : '.now-side';
    await page.locator(there).first().waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('main .loading').count()).toBe(0);
    await expect.poll(async () => [place, await page.evaluate(EMPTY_ENDS)], { timeout: 10_000 }).toEqual([place, []]);
  }
});
