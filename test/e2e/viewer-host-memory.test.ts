// The host's own memory in the viewer: found, marked, opened, forgotten and brought back, but neither edited nor pinned.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../src/store/index.ts';
import { launchBrowser } from '../helpers/browser.ts';
import { type Scratch, waitFor } from '../helpers/scratch.ts';
import { startViewer, type ViewerBench } from '../helpers/viewer.ts';

let browser: Browser;
let bench: ViewerBench;
beforeAll(async () => {
  browser = await launchBrowser();
  bench = await startViewer(browser, fill);
});
afterAll(async () => {
  await browser.close();
  await bench.scratch.dispose();
});

function fill(scratch: Scratch) {
  const memory = join(scratch.home, '.claude', 'projects', '-w-shop', 'memory');
  mkdirSync(memory, { recursive: true });
  writeFileSync(join(memory, 'deploy.md'), '---\nname: Ferry\ntype: project\n---\nThe ferry <b>leaves</b> at nine.\n');
  const store = openStore(scratch.paths.database);
  const at = Date.now();
  const projectId = store.projects.ensure({ key: '/w/shop', name: 'shop' }, at);
  store.sessions.ensure({ id: 's', host: 'claude-code', projectId, folder: '/w/shop', transcriptPath: null, at });
  store.close();
  return { ids: {}, root: '' };
}

it('is found, marked as such, and can only be forgotten', async () => {
  await waitFor(async () => ((await bench.api('GET', '/api/stats')).body['hostMemories'] as number) === 1, 'the file');
  const { page, complaints } = await bench.open();
  const hit = page.getByRole('link', { name: /deploy\.md › Ferry/ });
  await page.getByRole('searchbox', { name: 'Search' }).fill('ferry nine');
  await hit.getByText('host memory').waitFor();
  await hit.click();
  const pane = page.getByRole('article');
  await pane.getByText('The ferry <b>leaves</b> at nine.').waitFor();
  await pane.getByText('From Claude Code').waitFor();
  await pane.getByText(/run \/memory in Claude Code/).waitFor();
  for (const name of ['Pin', 'Edit', 'Supersede']) expect(await pane.getByRole('button', { name }).count()).toBe(0);
  await pane.getByRole('button', { name: 'Forget' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forget H1?' });
  await dialog.getByText('deploy.md › Ferry').waitFor();
  await dialog.getByRole('button', { name: 'Forget' }).click();
  await hit.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('H1 restored.').waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await hit.waitFor({ state: 'detached' });
  await page.getByLabel('Kind').selectOption('host-memory');
  await hit.waitFor();
  expect(complaints).toEqual([]);
});
