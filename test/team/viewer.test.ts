// The viewer of a machine in a team, in a real Chromium: who made what, the filter by author, the health of the exchange.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../helpers/browser.ts';
import { type Cluster, createCluster, hasPostgres } from '../helpers/postgres.ts';
import { waitFor } from '../helpers/scratch.ts';
import { createTeamHome, createTeamWith, joinTeam, type TeamHome } from '../helpers/team-homes.ts';
import { openViewer } from '../helpers/viewer.ts';

describe.skipIf(!hasPostgres)('the viewer of a team', () => {
  let cluster: Cluster;
  let browser: Browser;
  let ann: TeamHome;
  let bob: TeamHome;
  const homes: TeamHome[] = [];
  const titles = (page: Page) => page.locator('a.memory .title').allTextContents();

  beforeAll(async () => {
    [cluster, browser] = await Promise.all([createCluster(), launchBrowser()]);
    ann = createTeamHome();
    bob = createTeamHome();
    homes.push(ann, bob);
    await createTeamWith(cluster, ann, 'ann');
    await ann.cli(['team', 'share', '--yes']);
    await joinTeam(ann, bob, 'bob', { project: 'shop' });
    await bob.cli(['team', 'accept', '--yes']);
    await ann.cli(['remember', 'Invoices are numbered per year']);
    await ann.cli(['remember', 'Refunds carry a minus sign']);
    await bob.cli(['remember', 'The export writes windows-1252']);
    await waitFor(() => ann.titles().length === 3, 'the memory of bob');
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    for (const each of homes) await each.scratch.dispose();
    await cluster?.dispose();
  });

  it('says who made a memory, and narrows the feed and a search to a person', async () => {
    const { page, complaints } = await openViewer(browser, ann.scratch);
    const his = page.locator('.row', { hasText: 'The export writes windows-1252' });
    await his.getByText('by bob').waitFor();
    expect(await page.locator('.row', { hasText: 'Refunds carry' }).getByText(/^by /).count()).toBe(0);
    const author = page.getByLabel('author', { exact: true });
    await author.locator('option', { hasText: 'bob' }).waitFor({ state: 'attached' });
    expect(await author.locator('option').allTextContents()).toEqual(['All authors', 'me (2)', 'bob (1)']);
    await author.selectOption('bob');
    await waitFor(async () => (await titles(page)).length === 1, 'only his');
    expect(await titles(page)).toEqual(['The export writes windows-1252']);
    expect(page.url()).toContain('author=bob');
    await author.selectOption('me');
    await waitFor(async () => (await titles(page)).length === 2, 'only hers');
    await page.getByRole('searchbox').fill('windows');
    await page.getByText('No memories match “windows”').waitFor();
    // Of what the search found, nothing is hers.
    await author.locator('option', { hasText: /^me$/ }).waitFor({ state: 'attached' });
    await author.selectOption('');
    await his.waitFor();
    await his.locator('a.memory').click();
    await page.locator('article.pane').getByText('by bob').click();
    await page.waitForURL(/author=bob/);
    expect(complaints).toEqual([]);
  });

  it('shows when it was sent and pulled, what waits and who is active, and what is wrong', async () => {
    const { page, complaints } = await openViewer(browser, ann.scratch, {}, 'health');
    const block = page.locator('section.block', { has: page.getByRole('heading', { name: 'Team' }) });
    const tile = (name: string) => block.locator('.tile', { hasText: name }).locator('strong');
    await block.waitFor();
    expect(await tile('Sent').textContent()).toMatch(/now|second|minute/);
    expect(await tile('Pulled').textContent()).toMatch(/now|second|minute/);
    expect((await tile('Waiting').textContent())?.trim()).toBe('0');
    expect(await tile('You').textContent()).toMatch(/^2 /);
    expect(await tile('bob').textContent()).toMatch(/^1 /);
    await cluster.stop('fast');
    await ann.cli(['remember', 'Written while the server was away']);
    await waitFor(async () => (await tile('Waiting').textContent())?.startsWith('1'), 'it to wait', 30_000);
    await page.locator('.notice', { hasText: "team's server" }).waitFor({ timeout: 60_000 });
    await cluster.start();
    await waitFor(async () => (await tile('Waiting').textContent())?.trim() === '0', 'it to be sent', 60_000);
    expect(complaints.filter((text) => !text.includes('status of 4'))).toEqual([]);
  });
});
