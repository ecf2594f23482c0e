// Forgetting in the viewer, in a real Chromium: what goes with a memory is said before, and what is left makes sense.
import { expect, it } from 'vitest';
import { recordPrompt } from '../../src/store/ledger/turns.ts';
import { type Database, openDatabase } from '../../src/store/sqlite/open.ts';
import { addObservation, addSession, addSummary } from '../helpers/records.ts';
import { waitFor } from '../helpers/scratch.ts';
import { fillWithShop } from '../helpers/viewer.ts';
import { bench, open, row, useViewerPages } from '../helpers/viewer-pages.ts';

const SESSION = 'heron-session';
const HERON = 'Rename the gateway to heron';
const MAIL = 'Send mail from a queue';
const [FENCE, GATE, LAMP] = ['Paint the fence', 'Oil the gate', 'Hang a lamp'] as const;

/** As imported sessions often are: the prompt, the observation, the summary and the title of the session say the same. */
useViewerPages((scratch) => {
  const shop = fillWithShop(scratch);
  const db = openDatabase(scratch.paths.database);
  const place = (prompt: number) => ({ session: SESSION, at: Date.now() - (10 - prompt) * 60_000, prompt });
  addSession(db, place(1));
  db.prepare('update sessions set title = ?, prompt_count = 0 where id = ?').run(HERON, SESSION);
  for (const [index, text] of [`${HERON} everywhere`, 'What about the letters?'].entries()) {
    const { at } = place(index + 1);
    const sighting = { sessionId: SESSION, promptId: null, recordId: null, spoolId: text, source: 'hook' as const, at };
    recordPrompt(db, { ...sighting, text });
  }
  addObservation(db, place(1), {
    type: 'decision',
    title: HERON,
    narrative: 'The old name was taken by another team.',
  });
  addSummary(db, place(1), {
    title: HERON,
    request: `${HERON} everywhere`,
    completed: 'The gateway has its new name.',
  });
  addObservation(db, place(2), { type: 'feature', title: MAIL, subtitle: 'Asked: What about the letters?' });
  for (const [index, title] of [FENCE, GATE, LAMP].entries()) {
    const id = addObservation(db, { session: `alone-${index}`, at: Date.now() - (20 + index) * 60_000 }, { title });
    if (title === FENCE) citeEvents(db, id, 2);
  }
  addSummary(db, place(2), { title: MAIL, request: 'What about the letters?', completed: 'Letters are queued.' });
  db.close();
  return shop;
});

function citeEvents(db: Database, observation: number, many: number): void {
  const event = db.prepare(
    `insert into events (session_id, project_id, key, kind, source, prompt_number, payload_bytes, created_at, stored_at)
     select session_id, project_id, 'call:' || ?, 'tool', 'hook', 1, 0, created_at, created_at from observations where id = ?`,
  );
  for (let index = 0; index < many; index += 1)
    db.prepare('insert into observation_events (observation_id, event_id) values (?, ?)').run(
      observation,
      event.run(index, observation).lastInsertRowid,
    );
}

const session = async () => (await bench.api('GET', `/api/sessions/${SESSION}`)).body as { title: string };
const observations = (page: Awaited<ReturnType<typeof open>>) =>
  page.getByRole('navigation', { name: 'Pages' }).locator('a', { hasText: 'Memories' }).locator('small');

it('a memory comes back once, also after a reload; the numbers follow', async () => {
  const page = await open();
  await row(page, MAIL).click();
  const before = Number(await observations(page).textContent());
  const bugfixes = page.getByRole('button', { name: /^feature/ }).locator('small');
  // The numbers come after the rows.
  await expect.poll(async () => Number(await bugfixes.textContent())).toBeGreaterThan(0);
  const features = Number(await bugfixes.textContent());
  await page.getByRole('article').getByRole('button', { name: 'Forget' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Also forgotten: 1 summary.').waitFor();
  // What was asked is only quoted, so it stays.
  expect(await dialog.getByText('What about the letters?').count()).toBe(0);
  await dialog.getByText(/for good after 10 seconds.* Until then, you can undo/).waitFor();
  await dialog.getByRole('button', { name: 'Forget' }).click();
  await page.getByText(/^#\d+ forgotten/).waitFor();
  await row(page, MAIL).waitFor({ state: 'detached' });
  await observations(page)
    .getByText(String(before - 1), { exact: true })
    .waitFor();
  await bugfixes.getByText(String(features - 1), { exact: true }).waitFor();
  // Its summary has the same title: it does not stand in for it.
  expect(await page.locator('.rows').getByText(MAIL).count()).toBe(0);
  await page.reload();
  await page.getByRole('button', { name: /Undo/ }).click();
  await row(page, MAIL).waitFor();
  await observations(page).getByText(String(before), { exact: true }).waitFor();
  expect(await page.locator('.rows').getByText(MAIL).count()).toBe(1);
});

it('the prompt that says the same is named before it is forgotten; cancelling keeps everything', async () => {
  const page = await open();
  await row(page, HERON).focus();
  await page.keyboard.press('#');
  const dialog = page.getByRole('dialog', { name: /^Forget #\d+\?/ });
  await dialog.getByText(`${HERON} everywhere`).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row(page, HERON).waitFor();
  expect(await session()).toMatchObject({ title: HERON });
});

it('events that go with a memory are counted before; it asks also if nothing else goes', async () => {
  const page = await open();
  const dialog = page.getByRole('dialog', { name: /^Forget #\d+\?/ });
  await row(page, FENCE).focus();
  await page.keyboard.press('#');
  await dialog.getByText('Also forgotten: 2 events.').waitFor();
  await dialog.getByText(FENCE).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => row(page, FENCE).evaluate((link) => link.matches(':focus'))).toBe(true);
  await row(page, GATE).focus();
  await page.keyboard.press('#');
  await dialog.getByText(GATE).waitFor();
  await dialog.getByRole('button', { name: 'Forget' }).click();
  await page.getByText(/^#\d+ forgotten/).waitFor();
  await row(page, GATE).waitFor({ state: 'detached' });
  await page.keyboard.press('u');
  await row(page, GATE).focus();
  await page.keyboard.press('p');
  await row(page, GATE).locator('.pin').waitFor();
  // Pinned, which the question says.
  await page.keyboard.press('#');
  await dialog.getByText(`${GATE} (pinned)`).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await row(page, GATE).waitFor();
});

it('with a selection, the key asks and names what was selected, whatever memory is open', async () => {
  const page = await open();
  await page.locator('.row', { hasText: LAMP }).getByRole('checkbox').check();
  await row(page, MAIL).click();
  await page.getByRole('article').getByRole('heading', { name: MAIL }).waitFor();
  for (const key of ['#', 'Shift+Backspace']) {
    await page.keyboard.press(key);
    const dialog = page.getByRole('dialog', { name: /^Forget #\d+\?/ });
    await dialog.getByText(LAMP).waitFor();
    expect(await dialog.getByText(MAIL).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row(page, LAMP).waitFor();
  }
});

it('afterwards the session is named by what is left, and its turn says that the prompt was forgotten', async () => {
  const page = await open();
  await page.locator('.group-head', { hasText: HERON }).waitFor();
  await row(page, HERON).click();
  await page.getByRole('article').getByRole('button', { name: 'Forget' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
  await row(page, HERON).waitFor({ state: 'detached' });
  await waitFor(async () => (await session()).title === MAIL, 'the deletion', 20_000);
  await page.locator('.group-head', { hasText: MAIL }).waitFor();
  expect(await page.locator('main').getByText(HERON).count()).toBe(0);
  await page.goto(`${bench.base}/#/session/${SESSION}/1`);
  await page.getByRole('heading', { level: 1, name: MAIL }).waitFor();
  await page.locator('#turn-1').getByText('This prompt was forgotten').waitFor();
  await page.locator('#turn-2').getByText('What about the letters?').first().waitFor();
  for (const words of ['Untitled session', 'Before the first prompt', HERON])
    expect([words, await page.locator('main').getByText(words).count()]).toEqual([words, 0]);
});
