// What the viewer is for, in a real Chromium: what matters now, why an agent knew something, a session as it went, numbers.
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { bash, fixtureSession, payload, prompt, stop } from '../helpers/payloads.ts';
import { ROOT, waitFor } from '../helpers/scratch.ts';
import { bench, open, useViewerPages } from '../helpers/viewer-pages.ts';

useViewerPages();

interface Now {
  left: { title: string }[];
  openEnds: { summaryId: number; nextSteps: string }[];
}
const NO_BOX = { x: 0, y: 0, width: 0, height: 0 };
const now = async () => (await bench.api('GET', '/api/now')).body as unknown as Now;

describe('Now', () => {
  it('is the first page: where work was left, what is open, what is kept and what it is worth', async () => {
    const page = await open({}, '');
    const { left } = await now();
    const first = page.getByRole('region', { name: 'Where you left off' });
    await first.getByRole('heading', { name: left[0]?.title ?? '' }).waitFor();
    for (const name of ['What it is worth', 'Turns a day', 'Memories kept', 'Files with the most history'])
      await page.getByRole('region', { name }).waitFor();
    const kept = page.getByRole('region', { name: 'Rules and pins' });
    await kept.getByText('Signed cookies instead of a session table').waitFor();
    await page
      .getByRole('region', { name: /Decisions and fixes/ })
      .getByText('Count cart totals in cents')
      .waitFor();
    await first.getByRole('link', { name: 'Open the session' }).click();
    await page.waitForURL(/#\/session\//);
  });

  it('an open end is ticked off: the next session is no longer told; undo brings it back', async () => {
    const [end] = (await now()).openEnds;
    const words = end?.nextSteps ?? '';
    const page = await open({}, '');
    // It may be gone before it could be seen as checked.
    await page.getByRole('checkbox', { name: `Done: ${words}` }).click();
    await waitFor(async () => !(await now()).openEnds.some(({ nextSteps }) => nextSteps === words), 'it to be done');
    await page.getByRole('button', { name: /Undo/ }).click();
    await waitFor(async () => (await now()).openEnds.some(({ nextSteps }) => nextSteps === words), 'it to be back');
  });

  it('the calendar of turns names the months, and says what its colors stand for', async () => {
    const page = await open({}, '');
    const card = page.getByRole('region', { name: 'Turns a day' });
    await card.locator('.calendar').waitFor();
    const months = await card.locator('.calendar text').allTextContents();
    expect(months.length).toBeGreaterThanOrEqual(5);
    const last = new Date(Date.now() - 7 * 24 * 3600_000).toLocaleDateString('en-US', { month: 'short' });
    const current = new Date().toLocaleDateString('en-US', { month: 'short' });
    expect([last, current]).toContain(months.at(-1));
    const { turns } = (await bench.api('GET', '/api/now')).body as unknown as { turns: { count: number }[] };
    const most = Math.max(...turns.map(({ count }) => count));
    await card.getByText(`none ${most} turn`).waitFor();
  });

  it('is narrowed to the project of the address', async () => {
    const project = await projectNamed('warehouse');
    const page = await open({}, `?project=${project}`);
    const first = page.getByRole('region', { name: 'Where you left off' });
    await first.getByText('warehouse').first().waitFor();
    expect(await page.locator('.now').getByText('shop ·').count()).toBe(0);
  });
});

const sessions = async () => (await bench.api('GET', '/api/sessions')).body['sessions'] as { status: string }[];
const projectNamed = async (name: string) => {
  const { projects } = (await bench.api('GET', '/api/projects')).body as { projects: { id: number; name: string }[] };
  return projects.find((project) => project.name === name)?.id;
};

it('a memory says when and why agents were shown it, what else is about its files, and what happened to it', async () => {
  const id = bench.shop.ids['Count cart totals in cents'] as number;
  await bench.scratch.hook('SessionStart', inShop('SessionStart', { source: 'startup' }));
  const { stdout } = await bench.scratch.hook(
    'UserPromptSubmit',
    inShop('UserPromptSubmit', {
      prompt: 'Why does totalOf count cart totals in cents, and round the receipt once?',
    }),
  );
  expect(stdout).toContain('cents');
  const shown = async () => (await bench.api('GET', `/api/observations/${id}`)).body['shown'] as { occasion: string }[];
  const occasions = new Set((await shown()).map(({ occasion }) => occasion));
  const page = await open({}, `memory/${id}`);
  const block = page.getByRole('region', { name: 'Shown to agents' });
  await block.getByText('when the session started').first().waitFor();
  if (occasions.has('prompt')) await block.getByText('cents', { exact: true }).first().waitFor();
  await page.getByRole('heading', { name: 'History' }).waitFor();
  await page.getByText('Written by').waitFor();
  await block
    .getByRole('link', { name: /session|turn/ })
    .first()
    .click();
  await page
    .getByText(/because of|when the session started/)
    .first()
    .waitFor();
});

const inShop = (name: string, fields: object) =>
  payload(fixtureSession(join(bench.scratch.home, 'work', 'shop')), name, { ...fields });

it('a session is a trace: what was told, called and kept stands in its turn, and events open on demand', async () => {
  const page = await open({}, 'session/b7d1c2e0-checkout/1');
  const turn = page.locator('#turn-1');
  await turn.locator('.prompt').getByText('A customer paid 20.00').waitFor();
  await turn.getByText(/Shown \d memories in full/).click();
  await turn.getByRole('list', { name: 'Shown' }).getByRole('link').first().waitFor();
  await turn.locator('.found').getByText('Count cart totals in cents').waitFor();
  const calls = turn.locator('.calls > summary');
  expect(await calls.textContent()).toMatch(/Edit 1/);
  await calls.click();
  await turn.getByText('const cents = lines.reduce').waitFor();
});

it('a session that runs is shown live: its prompt, its calls, what was kept', async () => {
  const session = fixtureSession(join(bench.scratch.home, 'work', 'shop'));
  const { hook } = bench.scratch;
  await hook('UserPromptSubmit', prompt(session, 'Why do parcels weigh nothing?'));
  await waitFor(
    async () => (await bench.api('GET', `/api/sessions/${session.sessionId}`)).status === 200,
    'the session',
  );
  const page = await open({}, `session/${session.sessionId}`);
  const turn = page.locator('.turn').last();
  await turn.getByText('Why do parcels weigh nothing?').waitFor();
  await hook('PostToolUse', bash(session, 'npm test -- parcels', 'Error: weight is NaN\n 1 failed'));
  await turn.locator('.call', { hasText: 'Bash 1' }).waitFor();
  await hook(
    'Stop',
    stop(
      session,
      'Parcels weighed nothing because the scale sends grams as text. I fixed the parser: weightOf() now reads the text as a number.',
    ),
  );
  await turn
    .getByText(/weightOf/)
    .first()
    .waitFor();
});

it('forgetting a session can be undone for a few seconds', async () => {
  const page = await open({}, 'session/b7d1c2e0-checkout');
  await page.getByRole('button', { name: 'Forget session' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
  await page.waitForURL(/#\/sessions/);
  const title = page.locator('.sessions').getByText('Totals that add up to the cent');
  await title.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /Undo/ }).click();
  await title.waitFor();
  expect((await bench.api('GET', '/api/sessions/b7d1c2e0-checkout')).status).toBe(200);
});

describe('Insights', () => {
  it('has every plot, its numbers on hover, and the same as a table', async () => {
    const page = await open({}, 'insights');
    for (const name of ['Memories by type', 'Memories by project', 'Shown to agents', 'Cost per day'])
      await page.getByRole('region', { name }).getByRole('img').first().waitFor();
    await page.getByRole('region', { name: 'Searches that found nothing' }).waitFor();
    const plot = page.getByRole('region', { name: 'Memories by type' });
    const { x, y, width, height } = (await plot.getByRole('img').boundingBox()) ?? NO_BOX;
    // Which day has a bugfix depends on the time at which the test runs.
    const told = plot.getByText(/: .*bugfix \d/);
    for (let at = x + width - 6; at > x && !(await told.isVisible()); at -= 6)
      await page.mouse.move(at, y + height / 2);
    await told.waitFor();
    await plot.getByText('Numbers').click();
    await plot.getByRole('columnheader', { name: 'bugfix' }).waitFor();
    expect(await plot.getByRole('row').count()).toBeGreaterThan(1);
    await page.getByRole('button', { name: '30 days' }).click();
    await page.waitForURL(/days=30/);
  });

  it('lists what agents searched for in vain', async () => {
    await bench.scratch.hook('UserPromptSubmit', inShop('UserPromptSubmit', { prompt: 'Where is the zebra?' }));
    await waitFor(async () => (await sessions())[0]?.status === 'active', 'the session');
    await askAsAgent('search', { query: 'xylophone quartz' });
    const page = await open({}, 'insights');
    await page.getByRole('region', { name: 'Searches that found nothing' }).getByText('xylophone quartz').waitFor();
  });
});

it('the palette goes to pages and finds memories; a memory is written with the keyboard', async () => {
  const page = await open({}, 'sessions');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /Type a command/ });
  await field.fill('trigram');
  await page.getByRole('option', { name: /Trigram index for product search/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('article').getByRole('heading', { name: 'Trigram index for product search' }).waitFor();
  await page.keyboard.press('n');
  await page.getByLabel('What should be remembered').fill('Deploy on Mondays only');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('article').getByText('Deploy on Mondays only').first().waitFor();
});

/** Calls a tool of the MCP server, as an agent in the shop's folder does. */
async function askAsAgent(name: string, args: Record<string, unknown>): Promise<void> {
  const client = new Client({ name: 'test', version: '1' });
  const { env, paths, home } = bench.scratch;
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(ROOT, 'dist', 'mcp.cjs')],
      env: { ...env, C_MEM_HOME: paths.home },
      cwd: join(home, 'work', 'shop'),
    }),
  );
  await client.callTool({ name, arguments: args });
  await client.close();
}
