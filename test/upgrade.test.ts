// A store of the version before opens, keeps what it holds, and goes on with it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadJob } from '../src/compress/load.ts';
import { deflatePayload } from '../src/store/ledger/payload.ts';
import { recordPrompt } from '../src/store/ledger/turns.ts';
import { commitJob } from '../src/store/memories/commit.ts';
import { createMemoryReader } from '../src/store/memories/read.ts';
import { claimJob, enqueue } from '../src/store/queue/jobs.ts';
import { requestRecompress } from '../src/store/queue/recompress.ts';
import { migrate } from '../src/store/sqlite/migrate.ts';
import { type Database, openDatabase } from '../src/store/sqlite/open.ts';
import { storeOn } from '../src/store/store.ts';
import { EMPTY_SUMMARY } from './helpers/memories.ts';
import { Sqlite } from './helpers/sqlite.ts';

let folder: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'c-mem-upgrade-'));
  const old = new Sqlite(join(folder, 'c-mem.db'));
  old.pragma('journal_mode = wal');
  migrate(old, 4);
  const event = old.prepare(
    `insert into events (id, session_id, project_id, key, kind, source, prompt_number, payload, payload_bytes, created_at, stored_at)
     values (?, 's', 1, ?, ?, 'hook', 1, ?, 10, ?, ?)`,
  );
  old.exec(`insert into projects (id, key, name, created_at) values (1, '/p', 'p', 0);
    insert into sessions (id, host, project_id, prompt_count, started_at, last_event_at) values ('s', 'h', 1, 1, 0, 0);
    insert into prompts (session_id, number, text_hash, text, created_at) values ('s', 1, 'x', 'Do it', 1);`);
  const body = (value: object) => deflatePayload(JSON.stringify(value));
  event.run(1, 'prompt:1', 'prompt', body({ text: 'Do it' }), 1, 1);
  event.run(2, 'spool:a', 'stop', body({ message: 'The first half is done.' }), 2, 2);
  event.run(3, 'spool:b', 'stop', body({ message: 'All of it is done.' }), 3, 3);
  // The second Stop of the turn had taken the place of the first.
  old.exec(`insert into jobs (id, session_id, purpose, state, first_event, last_event, size, prompt_number, run_at, outcome, created_at)
      values (1, 's', 'turn', 'done', 1, 2, 2, 1, 0, 'memories', 0), (2, 's', 'turn', 'done', 3, 3, 1, 1, 0, 'memories', 0);
    insert into summaries (session_id, project_id, job_id, ordinal, prompt_number, request, completed, branch, created_at)
      values ('s', 1, 2, 0, 1, 'Do it', 'All of it is done.', 'main', 3);`);
  old.close();
  db = openDatabase(join(folder, 'c-mem.db'));
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const summaries = () => db.prepare('select job_id as job, completed from summaries order by id').all();
async function runOne(completed: (said: string[]) => string | null): Promise<void> {
  const job = claimJob(db, 'me', 9000, 1000);
  if (!job) throw new Error('no job');
  const { material, context } = loadJob(storeOn(db), job, 9000);
  const said = material.turn.map((event) => String(event.body?.['message'] ?? ''));
  const words = material.final ? completed(said) : null;
  const summary = words === null ? null : { ...EMPTY_SUMMARY, completed: words };
  const result = { observations: [], summary, title: null, subtitle: null, context, wantsRecompress: false };
  commitJob(db, job, 'me', result, 9000);
}

it('a further Stop of an old turn gets its own summary, of what is new', async () => {
  db.prepare(
    `insert into events (id, session_id, project_id, key, kind, source, prompt_number, payload, payload_bytes, created_at, stored_at)
     values (4, 's', 1, 'spool:c', 'stop', 'hook', 1, ?, 10, 4, 4)`,
  ).run(deflatePayload(JSON.stringify({ message: 'And a third thing.' })));
  enqueue(db, { id: 4, sessionId: 's', promptNumber: 1, kind: 'stop', at: 4 }, { now: 4, quietMs: 0, batchEvents: 60 });
  await runOne((said) => said.filter(Boolean).join(' '));
  expect(summaries()).toEqual([
    { job: 2, completed: 'All of it is done.' },
    { job: 3, completed: 'And a third thing.' },
  ]);
});

it('an old turn that is compressed again is summed up as a whole, as it was', async () => {
  expect(requestRecompress(db, null, 5)).toBe(2);
  await runOne(() => 'must not be asked for');
  await runOne((said) => said.filter(Boolean).join(' '));
  expect(summaries()).toEqual([{ job: 2, completed: 'The first half is done. All of it is done.' }]);
});

it('prompts and branches are there', async () => {
  const sighting = { sessionId: 's', promptId: null, recordId: null, spoolId: 'x', source: 'hook' as const, at: 9 };
  expect(recordPrompt(db, { ...sighting, text: 'More' })).toMatchObject({ number: 2, added: true });
  const reader = createMemoryReader(db);
  expect(await reader.recentSummaries(1, 5, { branch: 'main' })).toMatchObject([{ completed: 'All of it is done.' }]);
});
