// The viewer in a real Chromium, against a real worker: it shows what happens without a reload.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bash, fixtureSession, prompt, stop } from '../helpers/payloads.ts';
import { killAndWait } from '../helpers/scratch.ts';
import { bench, browser, open, row, useViewerPages } from '../helpers/viewer-pages.ts';

useViewerPages();

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
    await page
      .locator('a.memory', { hasText: /parcels|weightOf/i })
      .first()
      .waitFor();
    await waiting.getByText('0', { exact: true }).waitFor();
    expect(await compressNow.isDisabled()).toBe(true);
    expect(loads).toEqual([]);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Sessions' }).click();
    await page.locator('.sessions li').first().getByText('1 turn').waitFor();
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
    await page.getByText('Disconnected').waitFor({ state: 'detached' });
    await bench.scratch.cli(['remember', 'The worker was away for a moment', '--title', 'Back again']);
    await row(page, 'Back again').waitFor();
  });
});

it('explains how to sign in when opened without a link', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(bench.base);
  await page.getByRole('heading', { name: 'Open the viewer from your terminal' }).waitFor();
  await context.close();
});
