// `c-mem doctor` finds each fault of the data and of the model, and names the command that mends it.
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { type Fault, findsFault, scratch, spoolFile, useDoctorBench } from '../helpers/doctor-bench.ts';
import { addObservation } from '../helpers/records.ts';
import { Sqlite } from '../helpers/sqlite.ts';

useDoctorBench();

const sql = (text: string) => {
  const db = openDatabase(scratch.paths.database);
  addObservation(db, { session: 's', at: Date.now() });
  db.exec(text);
  db.close();
};
const job = (more: string) =>
  `insert into jobs (session_id, purpose, first_event, last_event, size, run_at, created_at) values ('s', 'turn', 1, 1, 1, 0, 0); update jobs set ${more}`;

describe('each fault', () => {
  it.each([
    ['spool', 'fault', 'waiting for 20 minutes', 'worker restart', () => spoolFile(20 * 60_000)],
    [
      'spool',
      'warning',
      '1 unreadable file was quarantined',
      'delete it',
      () => {
        mkdirSync(scratch.paths.quarantine, { recursive: true });
        writeFileSync(join(scratch.paths.quarantine, 'x.json'), 'x');
      },
    ],
    [
      'store',
      'fault',
      'is not a database',
      'c-mem worker restart',
      () => writeFileSync(scratch.paths.database, 'x'.repeat(9000)),
    ],
    [
      'store',
      'fault',
      'knows only up to',
      'Upgrade',
      () => {
        const db = new Sqlite(scratch.paths.database);
        db.pragma('user_version = 999');
        db.close();
      },
    ],
    [
      'store',
      'fault',
      'The database cannot be read',
      'c-mem worker restart',
      () => {
        sql('select 1');
        // The first page stays: only the inside is damaged.
        const file = openSync(scratch.paths.database, 'r+');
        writeSync(file, Buffer.alloc(4096 * 30, 0xaa), 0, 4096 * 30, 4096);
        closeSync(file);
      },
    ],
    [
      'backups',
      'warning',
      'days old',
      'c-mem backup',
      () => {
        mkdirSync(scratch.paths.backups, { recursive: true });
        writeFileSync(join(scratch.paths.backups, 'c-mem-20260101-000000.db'), 'old');
      },
    ],
    [
      'queue',
      'fault',
      '1 turn could not be compressed (OOPS)',
      'recompress --failed',
      () => sql(job("state = 'failed', last_error = 'OOPS'")),
    ],
    [
      'queue',
      'warning',
      'could not be read completely',
      'recompress --all',
      () => sql(job("state = 'done', unreadable = 'gibberish'")),
    ],
    [
      'provider',
      'warning',
      'the key is not accepted',
      'config set apiKey',
      () =>
        sql(
          `insert into meta values ('notice:provider', '{"message":"anthropic: the key is not accepted","fix":"Run \`c-mem config set apiKey\`."}')`,
        ),
    ],
    [
      'budget',
      'warning',
      'tokens are used up',
      'cap',
      () => sql("insert into meta values ('notice:budget', 'the tokens are used up')"),
    ],
    [
      'repair',
      'warning',
      'was mended',
      'can delete',
      () => sql("insert into meta values ('notice:repair', 'The store was mended')"),
    ],
    [
      'provider',
      'fault',
      'openai has no key',
      'OPENAI_API_KEY',
      () => writeFileSync(scratch.paths.settings, '{"provider": "openai"}'),
    ],
    [
      'model',
      'fault',
      'the claude program cannot be started',
      'claudePath',
      () => writeFileSync(scratch.paths.settings, '{"provider": "claude", "claudePath": "/no/claude"}'),
    ],
  ] as Fault[])('%s, %s: %s', findsFault);
});
