// Backups, restore and repair with real processes: the store is broken in every way, and everything comes back that
// the newest good backup, the spool and the transcripts hold.
import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  bash,
  fixtureSession,
  payload,
  prompt,
  type SessionFixture,
  stop,
  TranscriptFixture,
} from '../helpers/payloads.ts';
import { createScratch, killAndWait, type Scratch, waitFor } from '../helpers/scratch.ts';
import { Sqlite } from '../helpers/sqlite.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => scratch.dispose());

const rows = <T>(query: string) => scratch.rows<T>(query);
const titles = () => rows<{ title: string }>('select title from observations order by title').map((row) => row.title);

/** A session in the client's own folder, whose hooks all ran: the ledger and the transcript tell the same. */
async function live(word: string, turns: number): Promise<SessionFixture> {
  const session = fixtureSession('/home/dev/shop');
  session.transcriptPath = join(scratch.home, '.claude', 'projects', '-home-dev-shop', `${session.sessionId}.jsonl`);
  const transcript = new TranscriptFixture(session);
  await scratch.hook('SessionStart', payload(session, 'SessionStart', { source: 'startup' }));
  for (let turn = 1; turn <= turns; turn += 1) {
    const id = `toolu_${word}_${turn}`;
    const file = `/home/dev/shop/${word}-${turn}.ts`;
    const edit = { file_path: file, old_string: 'a', new_string: `export const ${word}${turn} = 1;` };
    const said = `I added ${word} number ${turn} because the shop needs one more of them.`;
    const text = `Add ${word} number ${turn}`;
    const promptId = `p-${word}-${turn}`;
    transcript
      .user(text, promptId)
      .call(id, 'Edit', edit)
      .result(id, { filePath: file, newString: edit.new_string })
      .says(said)
      .write();
    await scratch.hook('UserPromptSubmit', prompt(session, text, { prompt_id: promptId }));
    await scratch.hook(
      'PostToolUse',
      payload(session, 'PostToolUse', {
        tool_name: 'Edit',
        tool_input: edit,
        tool_response: { filePath: file },
        tool_use_id: id,
        prompt_id: promptId,
      }),
    );
    await scratch.hook('Stop', stop(session, said, { prompt_id: promptId }));
  }
  await settled();
  return session;
}

async function settled(): Promise<void> {
  await scratch.cli(['worker', 'start']);
  await waitFor(
    async () => {
      const { spool, queue } = await scratch.status();
      return spool === 0 && queue.waiting + queue.running === 0;
    },
    'a quiet worker',
    40_000,
  );
}

const prompts = () => rows<{ text: string }>('select text from prompts order by text').map((row) => row.text);
const expected = (word: string, turns: number) =>
  Array.from({ length: turns }, (_, i) => `Add ${word} number ${i + 1}`);
const notice = async () => (await scratch.status()).problems.find(({ code }) => code === 'STORE_REPAIRED')?.message;

/** Two sessions before the backup, one that went on after it, one that only came after it, and one event in the spool. */
async function history(): Promise<{ before: string[]; late: SessionFixture }> {
  await live('heron', 3);
  const going = await live('egret', 2);
  expect((await scratch.cli(['backup'])).code).toBe(0);
  const transcript = readFileSync(going.transcriptPath as string, 'utf8');
  const more = new TranscriptFixture(going)
    .user('Add egret number 3', 'p-egret-3')
    .says('I added egret number 3, the last one.')
    .text();
  writeFileSync(going.transcriptPath as string, transcript + more.replaceAll('T09:', 'T10:'));
  const late = await live('stork', 2);
  await scratch.hook('SessionEnd', payload(going, 'SessionEnd', { reason: 'other' }));
  await waitFor(() => prompts().includes('Add egret number 3'), 'the third turn');
  await settled();
  expect((await scratch.cli(['remember', 'The person wrote this note about pelicans'])).code).toBe(0);
  const before = prompts();
  await scratch.cli(['worker', 'stop']);
  await scratch.hook('PostToolUse', bash(late, 'echo waiting', 'ok', { tool_use_id: 'toolu_in_the_spool' }));
  await scratch.hook('SessionEnd', payload(late, 'SessionEnd', { reason: 'other' }));
  return { before, late };
}

const DAMAGE: [string, (file: string) => void | Promise<void>][] = [
  [
    'flipped bytes',
    (file) => {
      const fd = openSync(file, 'r+');
      const { size } = statSync(file);
      // Everywhere but in the header, so that SQLite opens it.
      for (let at = 4096 * 3; at < size; at += 4096 * 7) writeSync(fd, Buffer.alloc(300, 0xa5), 0, 300, at);
      closeSync(fd);
    },
  ],
  [
    'a truncated file',
    (file) => {
      const fd = openSync(file, 'r+');
      ftruncateSync(fd, Math.floor(statSync(file).size / 3));
      closeSync(fd);
    },
  ],
  ['a file that is no database', (file) => writeFileSync(file, 'this was a database once\n'.repeat(500))],
  ['an empty file', (file) => writeFileSync(file, '')],
  ['no file at all', (file) => rmSync(file)],
];

describe('repair', () => {
  it.each(DAMAGE)('%s: all prompts and memories of the transcripts come back', async (name, damage) => {
    const { before, late } = await history();
    await damage(scratch.paths.database);
    for (const suffix of ['-wal', '-shm']) rmSync(scratch.paths.database + suffix, { force: true });
    await scratch.cli(['worker', 'start']);
    await waitFor(async () => /recovered from transcripts/.test((await notice()) ?? ''), 'the notice', 40_000);
    await waitFor(async () => (await scratch.status()).spool === 0, 'an empty spool');
    // Everything: the backup's two sessions, the turn that came later, and the session that the backup never knew.
    expect(prompts()).toEqual(before);
    expect(prompts()).toEqual([...expected('egret', 3), ...expected('heron', 3), ...expected('stork', 2)]);
    await waitFor(() => titles().filter((title) => /stork/.test(title)).length === 2, 'their memories');
    expect(
      rows(`select 1 from events where tool_use_id = 'toolu_in_the_spool' and session_id = '${late.sessionId}'`),
    ).toHaveLength(1);
    const aside = readdirSync(scratch.paths.home).filter((file) => /\.broken-\d{8}-\d{6}$/.test(file));
    expect(aside).toHaveLength(name === 'no file at all' ? 0 : 1);
    expect(await notice()).toContain('restored from the backup');
    expect((await scratch.cli(['doctor', '--json'])).stdout).not.toContain('malformed');
    expect(rows('pragma quick_check')).toEqual([{ quick_check: 'ok' }]);
  });

  it('a deleted log of changes: what it held is found again in the transcripts', async () => {
    await live('heron', 2);
    await scratch.cli(['worker', 'stop']);
    await scratch.cli(['worker', 'start']);
    await live('stork', 2);
    const before = prompts();
    // The worker notes how far it has come now and then.
    await waitFor(
      () => JSON.parse(readFileSync(scratch.paths.highWater, 'utf8')).job >= 4,
      'the high water mark',
      40_000,
    );
    const { pid } = (await scratch.status()).worker;
    await killAndWait(pid as number, 'SIGKILL');
    expect(statSync(`${scratch.paths.database}-wal`).size).toBeGreaterThan(0);
    for (const suffix of ['-wal', '-shm']) rmSync(scratch.paths.database + suffix, { force: true });
    expect(prompts().length).toBeLessThan(before.length);
    await settled();
    await waitFor(async () => /recovered from transcripts/.test((await notice()) ?? ''), 'the notice', 40_000);
    expect(prompts()).toEqual(before);
  });

  it('without any backup, the host’s own transcripts bring it back', async () => {
    await live('heron', 2);
    await waitFor(() => existsSync(scratch.paths.highWater), 'the high water mark', 40_000);
    await scratch.cli(['worker', 'stop']);
    writeFileSync(scratch.paths.database, '');
    await settled();
    await waitFor(async () => /recovered from transcripts/.test((await notice()) ?? ''), 'the notice', 40_000);
    expect(prompts()).toEqual(expected('heron', 2));
    expect(await notice()).toContain('no backup was available');
  });

  it('a backup that is damaged itself is passed over for an older one', async () => {
    await live('heron', 2);
    await scratch.cli(['backup']);
    const [good] = readdirSync(scratch.paths.backups) as [string];
    writeFileSync(join(scratch.paths.backups, 'c-mem-20990101-000000.db'), 'nothing');
    await scratch.cli(['worker', 'stop']);
    writeFileSync(scratch.paths.database, 'nothing');
    await settled();
    expect(await waitFor(notice, 'the notice')).toContain(good);
    expect(prompts()).toEqual(expected('heron', 2));
  });

  it('what a person wrote by hand is saved from a file of which only a part is broken', async () => {
    const session = await live('heron', 1);
    await scratch.hook('SessionEnd', payload(session, 'SessionEnd', { reason: 'other' }));
    await settled();
    await scratch.cli(['remember', 'The pelican is always right']);
    await scratch.cli(['worker', 'stop']);
    const db = new Sqlite(scratch.paths.database);
    const [{ rootpage }] = db.prepare("select rootpage from sqlite_master where name = 'events_by_time'").all() as [
      { rootpage: number },
    ];
    db.pragma('wal_checkpoint(truncate)');
    db.close();
    const fd = openSync(scratch.paths.database, 'r+');
    writeSync(fd, Buffer.alloc(4096, 0xff), 0, 4096, (rootpage - 1) * 4096);
    closeSync(fd);
    await settled();
    await waitFor(async () => /recovered from transcripts/.test((await notice()) ?? ''), 'the notice', 40_000);
    expect(titles()).toContain('The pelican is always right');
    expect(prompts()).toEqual(expected('heron', 1));
  });
});

describe('backups', () => {
  it('the worker makes the first one by itself, once there is enough to keep', async () => {
    await live('heron', 1);
    const session = fixtureSession('/home/dev/shop');
    for (let i = 0; i < 60; i += 1) await scratch.hook('PostToolUse', bash(session, `step ${i}`, 'ok'));
    await waitFor(
      () =>
        existsSync(scratch.paths.backups) && readdirSync(scratch.paths.backups).some((name) => name.endsWith('.db')),
      'a backup',
      40_000,
    );
    const listed = await waitFor(async () => {
      const list = JSON.parse((await scratch.cli(['backup', 'list', '--json'])).stdout) as { wrong: string | null }[];
      return list.length > 0 && list;
    }, 'the list');
    expect(listed).toMatchObject([{ wrong: null }]);
  });

  it('restore stops and starts the worker, keeps the file it replaces, and goes on', async () => {
    await live('heron', 2);
    const made = JSON.parse((await scratch.cli(['backup', '--json'])).stdout) as { name: string };
    const late = await live('stork', 1);
    rmSync(late.transcriptPath as string);
    const ran = await scratch.cli(['restore', made.name, '--yes']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toContain(`Restored ${made.name}`);
    expect(prompts()).toEqual(expected('heron', 2));
    expect((await scratch.status()).worker.running).toBe(true);
    expect(await notice()).toBeUndefined();
    expect(readdirSync(scratch.paths.home).some((name) => name.startsWith('c-mem.db.replaced-'))).toBe(true);
    await live('ibis', 1);
    expect(prompts()).toEqual([...expected('heron', 2), ...expected('ibis', 1)]);
    expect((await scratch.cli(['restore', 'no-such-one', '--yes'])).code).toBe(1);
    // What was replaced is listed, and comes back by its name.
    const saved = /c-mem\.db\.replaced-[\d-]+/.exec(ran.stdout)?.[0] as string;
    expect(ran.stdout).toContain(`\`c-mem restore ${saved}\` brings it back`);
    expect((await scratch.cli(['backup', 'list'])).stdout).toMatch(
      new RegExp(`^${saved} +\\w+ \\d+, \\d{4} \\d\\d:\\d\\d .* intact$`, 'm'),
    );
    expect((await scratch.cli(['restore', '--dry-run'])).stdout).toContain(`Would restore ${made.name}`);
    expect((await scratch.cli(['restore', saved, '--yes'])).stdout).toContain(`Restored ${saved}`);
    expect(prompts()).toEqual(expect.arrayContaining([...expected('heron', 2), ...expected('stork', 1)]));
  });
});
