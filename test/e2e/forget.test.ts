// Forgetting for good, with real processes: no byte of it is left in the data folder, and nothing brings it back: not the
// session going on, not an import, not a backup, not a repair.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fixtureSession, payload, prompt, type SessionFixture, TranscriptFixture } from '../helpers/payloads.ts';
import { createScratch, filesContaining, type Scratch, waitFor } from '../helpers/scratch.ts';
import { Sqlite } from '../helpers/sqlite.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => scratch.dispose());

function write(word: string): SessionFixture {
  const session = fixtureSession('/home/dev/shop');
  session.transcriptPath = join(scratch.home, '.claude', 'projects', '-home-dev-shop', `${session.sessionId}.jsonl`);
  const file = `/home/dev/shop/${word}.ts`;
  new TranscriptFixture(session)
    .user(`Rename the gateway to ${word}`)
    .call(`toolu_${word}`, 'Edit', { file_path: file, old_string: 'a', new_string: `const name = '${word}'` })
    .result(`toolu_${word}`, { filePath: file, newString: `const name = '${word}'` })
    .says(`I renamed the gateway to ${word} because the old name was taken.`)
    .write();
  return session;
}

const rows = <T>(query: string): T[] => {
  const db = new Sqlite(scratch.paths.database, { readonly: true });
  try {
    return db.prepare<[], T>(query).all();
  } finally {
    db.close();
  }
};
/** In our own folder; the transcript is the host's. */
const bytesWith = (text: string) => filesContaining(scratch.paths.home, text);
const prompts = () => rows<{ text: string }>('select text from prompts order by id').map((row) => row.text);

async function quiet(): Promise<void> {
  await scratch.cli(['worker', 'start']);
  await waitFor(async () => (await scratch.status()).spool === 0, 'an empty spool');
}

it.each([
  ['a session', (session: SessionFixture) => ['--session', session.sessionId, '--yes']],
  ['what holds a word', () => ['--search', 'HERON7731', '--yes']],
  ['a project', () => ['--project', 'shop', '--yes']],
] as [string, (session: SessionFixture) => string[]][])(
  '%s stays forgotten, whatever happens next',
  async (what, args) => {
    const session = write('heron7731');
    write('egret8842');
    expect((await scratch.cli(['import', 'claude-code'])).code).toBe(0);
    expect((await scratch.cli(['backup'])).code).toBe(0);
    const outside = join(scratch.home, 'carried-away.db');
    const [backup] = JSON.parse((await scratch.cli(['backup', 'list', '--json'])).stdout) as [
      { path: string; name: string },
    ];
    writeFileSync(outside, readFileSync(backup.path));
    expect(bytesWith('heron7731').length).toBeGreaterThan(1);

    const dry = JSON.parse((await scratch.cli(['forget', ...args(session), '--dry-run', '--json'])).stdout) as {
      forgotten: object;
    };
    const ran = await scratch.cli(['forget', ...args(session), '--json']);
    expect(ran.stderr).toBe('');
    expect(JSON.parse(ran.stdout)).toMatchObject({ forgotten: dry.forgotten, copies: 1, done: true });
    expect(bytesWith('heron7731')).toEqual([]);
    const kept = what === 'a project' ? [] : ['Rename the gateway to egret8842'];
    expect(prompts()).toEqual(kept);

    // The session goes on: what is said now is new, what was said before is not.
    await scratch.hook('SessionStart', payload(session, 'SessionStart', { source: 'resume' }));
    await scratch.hook('UserPromptSubmit', prompt(session, 'Now something else', { prompt_id: 'p-later' }));
    await quiet();
    await waitFor(() => prompts().includes('Now something else'), 'the new prompt');
    expect(bytesWith('heron7731')).toEqual([]);

    // Its transcript is imported once more.
    expect((await scratch.cli(['import', 'claude-code'])).code).toBe(0);
    expect(bytesWith('heron7731')).toEqual([]);

    // The backup is restored, and one that nobody could rewrite.
    for (const source of [null, outside]) {
      if (source) writeFileSync(backup.path, readFileSync(source));
      const restored = await scratch.cli(['restore', backup.name, '--yes']);
      expect(restored).toMatchObject({ code: 0, stderr: '' });
      await quiet();
      // A backup that turned out to hold it is rewritten by the worker.
      await waitFor(() => bytesWith('heron7731').length === 0, 'no byte of it');
      expect(rows("select 1 from observations where narrative like '%heron%' or title like '%heron%'")).toEqual([]);
    }

    // The store breaks, and so does every backup: only the transcripts are left, and the tombstones beside the store.
    await scratch.cli(['worker', 'stop']);
    writeFileSync(scratch.paths.database, 'broken');
    writeFileSync(backup.path, 'broken');
    await quiet();
    const repaired = async () =>
      (await scratch.status()).problems.find(({ code }) => code === 'STORE_REPAIRED')?.message ?? '';
    await waitFor(async () => /recovered from/.test(await repaired()), 'the repair', 40_000);
    expect(prompts().filter((text) => /heron/.test(text))).toEqual([]);
    expect(prompts().filter((text) => /egret/.test(text))).toEqual(kept);
    const main = bytesWith('heron7731').filter((file) => !/replaced|broken/.test(file));
    expect(main).toEqual([]);
  },
);
