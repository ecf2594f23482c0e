// The viewer with 100,000 memories: it scrolls, searches, and keeps the page small.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureProject } from '../../src/store/ledger/projects.ts';
import { openDatabase, transact } from '../../src/store/sqlite/open.ts';
import { launchBrowser } from '../helpers/browser.ts';
import { waitFor } from '../helpers/scratch.ts';
import { startViewer, type ViewerBench } from '../helpers/viewer.ts';

const MANY = 100_000;
let browser: Browser;
let bench: ViewerBench;
beforeAll(async () => {
  browser = await launchBrowser();
  bench = await startViewer(browser, (scratch) => {
    const db = openDatabase(scratch.paths.database);
    const projects = [1, 2, 3].map((number) => ensureProject(db, { key: `/w/p${number}`, name: `p${number}` }, 1));
    const insert = db.prepare(
      `insert into observations (project_id, type, title, narrative, tokens, created_at) values (?, ?, ?, ?, 20, ?)`,
    );
    const types = ['decision', 'bugfix', 'feature', 'refactor', 'discovery', 'change'];
    const start = Date.now() - MANY * 60_000;
    transact(db, () => {
      for (let i = 0; i < MANY; i += 1)
        insert.run(
          projects[i % 3],
          types[i % 6],
          `Finding number ${i}`,
          `word${i % 997} of part ${i}`,
          start + i * 60_000,
        );
    });
    db.close();
    return { ids: {}, root: '' };
  });
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await bench?.scratch.dispose();
});

it('scrolls through thousands of memories with few rows rendered, and finds one of them', {
  timeout: 120_000,
}, async () => {
  const { page } = await bench.open();
  await page.locator('a.memory', { hasText: `Finding number ${MANY - 1}` }).waitFor();
  const top = 'document.querySelector(".rows").scrollTop';
  for (let round = 0; round < 30; round += 1) {
    const before = (await page.evaluate(top)) as number;
    await page.evaluate('document.querySelector(".rows").scrollTop = 1e9');
    await waitFor(
      () => page.evaluate(`${top} > ${before} && document.querySelector(".rows").scrollHeight > ${top} + 1000`),
      'more',
    );
    expect((await page.evaluate('document.querySelectorAll(".row").length')) as number).toBeLessThan(80);
  }
  // Every row in between is present, in order, exactly once.
  const seen = (await page.evaluate(
    `[...document.querySelectorAll('.row .memory .title')].map((e) => Number(e.textContent.split(' ')[2]))`,
  )) as number[];
  expect(seen.length).toBeGreaterThan(10);
  for (const [index, number] of seen.entries()) if (index > 0) expect(number).toBe((seen[index - 1] as number) - 1);
  expect(seen[0]).toBeLessThan(MANY - 2500);
  await page.keyboard.press('/');
  await page.keyboard.type('number 4242 word254');
  await page.locator('a.memory', { hasText: 'Finding number 4242' }).first().waitFor();
  await page.context().close();
});
