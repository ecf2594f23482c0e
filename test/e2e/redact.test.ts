// `c-mem redact`: secrets that an earlier version let through go from the store, its indexes and its copies.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { decodePayload, deflatePayload } from '../../src/store/ledger/payload.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { bash, fixtureSession, prompt, stop } from '../helpers/payloads.ts';
import { createScratch, filesContaining, type Scratch, waitFor } from '../helpers/scratch.ts';

// Built from parts, so that no scanner takes it for a leaked key.
const TOKEN = ['ghp', 'Zq7Lw2Xk9Rt4Vb6Nm1Pc8Yd3Hs5Jf0Ga1Ue2'].join('_');
const PASSWORD = ['Marmot', 'Ridge', '4471'].join('-');

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => scratch.dispose());

it('takes out what was stored before, everywhere, and leaves the rest', async () => {
  const session = fixtureSession('/home/dev/shop');
  await scratch.hook('UserPromptSubmit', prompt(session, 'deploy with TOKENHERE please', { prompt_id: 'p1' }));
  await scratch.hook('PostToolUse', bash(session, 'echo TOKENHERE', 'password: SECRETHERE', { prompt_id: 'p1' }));
  await scratch.hook(
    'Stop',
    stop(session, 'I deployed the gateway with TOKENHERE to the harbor.', { prompt_id: 'p1' }),
  );
  await waitFor(async () => (await scratch.status()).events === 3, 'the events');
  await waitFor(() => scratch.rows('select 1 from summaries').length === 1, 'the summary');
  await scratch.cli(['remember', 'The harbor needs TOKENHERE to let us in']);
  await scratch.cli(['worker', 'stop']);
  // As a version that did not know these rules would have left it.
  const db = openDatabase(scratch.paths.database);
  const put = (text: string) => text.replaceAll('TOKENHERE', TOKEN).replaceAll('SECRETHERE', PASSWORD);
  for (const row of db.prepare<[], { id: number; payload: Buffer }>('select id, payload from events').all())
    db.prepare('update events set payload = ? where id = ?').run(
      deflatePayload(put(JSON.stringify(decodePayload(row.payload)))),
      row.id,
    );
  for (const [table, columns] of [
    ['observations', ['title', 'narrative', 'facts']],
    ['summaries', ['request', 'completed']],
    ['prompts', ['text']],
    ['sessions', ['title', 'subtitle']],
  ] as const) {
    for (const column of columns)
      db.exec(
        `update ${table} set ${column} = replace(${column}, 'TOKENHERE', '${TOKEN}') where ${column} is not null`,
      );
  }
  db.close();
  expect((await scratch.cli(['backup'])).code).toBe(0);
  expect(filesContaining(scratch.paths.home, TOKEN).length).toBeGreaterThan(1);

  const dry = await scratch.cli(['redact', '--dry-run']);
  expect(dry.stdout).toMatch(/Would redact \d+ observations?, 1 summary, 1 prompt, 3 raw events/);
  expect(filesContaining(scratch.paths.home, TOKEN).length).toBeGreaterThan(1);
  expect((await scratch.cli(['redact'])).code).toBe(2);

  const done = await scratch.cli(['redact', '--yes']);
  expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('1 backup rewritten.')]);
  for (const secret of [TOKEN, PASSWORD]) expect(filesContaining(scratch.paths.home, secret)).toEqual([]);
  const bodies = scratch
    .rows<{ payload: Buffer }>('select payload from events order by id')
    .map(({ payload }) => JSON.stringify(decodePayload(payload)));
  expect(bodies.join('')).toContain('[redacted:github-token]');
  expect(bodies.join('')).not.toContain(PASSWORD);
  // What stood around it is still found; the secret is not.
  expect((await scratch.cli(['search', 'harbor', '--project', 'all'])).stdout).toContain('harbor');
  expect((await scratch.cli(['search', TOKEN, '--project', 'all'])).stdout).not.toContain('harbor');
  expect((await scratch.cli(['redact', '--yes'])).stdout).toContain('No secrets found in the database.');
  // The same prompt, told again by the transcript, is the same one.
  expect(scratch.rows('select text from prompts')).toEqual([{ text: 'deploy with [redacted:github-token] please' }]);
});
