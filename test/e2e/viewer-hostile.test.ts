// Memories that contain scripts are shown as text, in every field and on every page.
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordPrompt } from '../../src/store/ledger/turns.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { launchBrowser } from '../helpers/browser.ts';
import { addObservation, addSummary } from '../helpers/records.ts';
import { startViewer, type ViewerBench } from '../helpers/viewer.ts';

const EVIL = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script><svg onload="window.pwned=1">';
let browser: Browser;
let bench: ViewerBench;
let id = 0;
let summary = 0;
const SESSION = `s"><script>window.pwned=1</script>`;
const FILE = `/w/"><img src=x onerror=window.pwned=1>.ts`;
beforeAll(async () => {
  browser = await launchBrowser();
  bench = await startViewer(browser, (scratch) => {
    const db = openDatabase(scratch.paths.database);
    const place = { session: SESSION, project: `/w/${EVIL.replaceAll('/', '')}`, branch: EVIL, at: Date.now() - 1000 };
    const touches = [{ path: FILE, role: 'modified' as const, digest: null }];
    const observation = {
      title: `T ${EVIL}`,
      subtitle: EVIL,
      narrative: EVIL,
      facts: [EVIL],
      concepts: [EVIL],
      touches,
    };
    id = addObservation(db, place, { ...observation, type: 'bugfix' });
    summary = addSummary(db, place, {
      request: `R ${EVIL}`,
      completed: EVIL,
      learned: EVIL,
      nextSteps: EVIL,
      notes: EVIL,
      filesEdited: [FILE],
    });
    recordPrompt(db, {
      sessionId: SESSION,
      text: `P ${EVIL}`,
      promptId: null,
      recordId: null,
      spoolId: 'x',
      source: 'hook',
      at: Date.now() - 2000,
    });
    db.prepare('update sessions set title = ?, subtitle = ?, folder = ?').run(EVIL, EVIL, EVIL);
    db.close();
    return { ids: {}, root: join(scratch.home, 'work') };
  });
});
afterAll(async () => {
  await browser?.close();
  await bench?.scratch.dispose();
});

it('runs nothing, requests nothing, and shows the text', async () => {
  const { page, complaints } = await bench.open();
  const asked: string[] = [];
  page.on(
    'request',
    (request) =>
      !/\/(?:api|stream|assets|icon|open|$)/.test(new URL(request.url()).pathname) && asked.push(request.url()),
  );
  const places: [string, string][] = [
    ['', EVIL.slice(0, 20)],
    ['memories', `T ${EVIL}`],
    ['memories?q=T%20onerror', `T ${EVIL}`],
    ['memories?kind=prompt', `P ${EVIL}`],
    [`memory/${id}`, EVIL],
    [`memory/${id}?edit=1`, ''],
    [`memory/S${summary}`, `R ${EVIL}`],
    ['?q=T%20onerror&group=file', `T ${EVIL}`],
    [`session/${encodeURIComponent(SESSION)}/1`, `P ${EVIL}`],
    ['sessions', EVIL],
    [`session/${encodeURIComponent(SESSION)}`, `P ${EVIL}`],
    ['files', FILE],
    [`file?path=${encodeURIComponent(FILE)}`, FILE],
    ['projects', EVIL.slice(0, 20)],
    ['insights', ''],
    ['health', ''],
    ['settings', ''],
  ];
  for (const [place, words] of places) {
    await page.goto(`${bench.base}/#/${place}`);
    await page.reload();
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    if (words !== '')
      await expect
        .poll(async () => (await page.locator('body').textContent())?.includes(words), {
          message: place,
          timeout: 10_000,
        })
        .toBe(true);
    expect([place, await page.evaluate('window.pwned')]).toEqual([place, undefined]);
    expect([place, await page.locator('main img, main script, main svg[onload]').count()]).toEqual([place, 0]);
  }
  expect(asked).toEqual([]);
  // No policy violations: no script was even attempted.
  expect(complaints.filter((words) => /Content Security Policy/.test(words))).toEqual([]);
  await page.context().close();
});

it('blocks inline scripts by policy', async () => {
  const { page } = await bench.open();
  await page.evaluate(`(() => {
    const script = document.createElement('script');
    script.textContent = 'window.pwned = 1';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.pwned = 1">');
  })()`);
  await page.waitForTimeout(300);
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  await page.context().close();
});
