// `c-mem doctor` finds each fault, and names the command that mends it.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { installPacked } from '../helpers/packed.ts';
import { addObservation } from '../helpers/records.ts';
import { createScratch, type Ran, run, type Scratch, waitFor } from '../helpers/scratch.ts';

let scratch: Scratch;
let template: Scratch;
let folder: string;

/** Installed once; each test gets a copy of that home, and a whole program. */
beforeAll(async () => {
  template = createScratch();
  folder = installPacked(join(realpathSync(template.home), 'opt'));
  const start = (...args: string[]) =>
    run(process.execPath, [join(folder, 'dist', 'c-mem.cjs'), ...args], template.env);
  await start('install', '--yes');
  await waitFor(async () => (await start('worker', 'status')).stdout.includes('is running'), 'the worker');
  await start('worker', 'stop');
});
afterAll(() => template.dispose());
beforeEach(() => {
  scratch = createScratch();
  for (const name of ['.c-mem', '.claude']) {
    cpSync(join(template.home, name), join(scratch.home, name), { recursive: true, verbatimSymlinks: true });
  }
  installPacked(join(realpathSync(template.home), 'opt'));
});
afterEach(() => scratch.dispose());

const cli = (...args: string[]): Promise<Ran> =>
  run(process.execPath, [join(folder, 'dist', 'c-mem.cjs'), ...args], scratch.env);

interface Finding {
  check: string;
  state: string;
  message: string;
  fix: string | null;
}
const examine = async (probes = false) => {
  // Most of these are about what lies there; the event that it sends has tests of its own.
  const { code, stdout } = await cli('doctor', '--json', ...(probes ? [] : ['--no-probe']));
  return { code, ...(JSON.parse(stdout) as { ok: boolean; findings: Finding[] }) };
};
const sql = (text: string) => {
  const db = openDatabase(scratch.paths.database);
  addObservation(db, { session: 's', at: Date.now() });
  db.exec(text);
  db.close();
};
const job = (more: string) =>
  `insert into jobs (session_id, purpose, first_event, last_event, size, run_at, created_at) values ('s', 'turn', 1, 1, 1, 0, 0); update jobs set ${more}`;
const spoolFile = (age: number) => {
  const file = join(scratch.paths.spool, 'x.json');
  writeFileSync(file, 'c-mem-spool 1 Stop \n{}');
  const at = (Date.now() - age) / 1000;
  utimesSync(file, at, at);
};

it('finds nothing where nothing is wrong; exit 0', async () => {
  const { ok, findings } = await examine();
  expect(findings.filter((finding) => finding.state !== 'ok')).toEqual([]);
  expect(ok).toBe(true);
  expect(findings.map((finding) => finding.check)).toEqual(
    expect.arrayContaining([
      'node',
      'native module',
      'settings',
      'plugin',
      'shell',
      'data folder',
      'disk',
      'worker',
      'spool',
      'store',
      'queue',
      'backups',
      'provider',
    ]),
  );
  const { code, stdout } = await cli('doctor');
  expect([code, stdout]).toEqual([0, expect.stringContaining('Everything is working.')]);
});

const host = () => join(scratch.home, '.claude', 'settings.json');

describe('each fault', () => {
  it.each([
    [
      'native module',
      'fault',
      'cannot be loaded',
      'Reinstall',
      () => writeFileSync(join(folder, '..', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node'), 'broken'),
    ],
    [
      'settings',
      'warning',
      'must be a whole number',
      'config set',
      () => writeFileSync(scratch.paths.settings, '{"idleMinutes": "soon"}'),
    ],
    [
      'settings',
      'warning',
      'is not a JSON object',
      'Fix the file in an editor',
      () => writeFileSync(scratch.paths.settings, '{'),
    ],
    ['plugin', 'fault', 'not enabled', 'c-mem install', () => rmSync(host())],
    ['plugin', 'fault', 'cannot be read', 'c-mem install', () => writeFileSync(host(), '{"a" 1}')],
    [
      'plugin',
      'fault',
      'Claude Code cannot read',
      'Remove the comments',
      () => execFileSync('sed', ['-i', '1a // mine', host()]),
    ],
    [
      'plugin',
      'fault',
      'spool.sh missing from',
      'c-mem install',
      () => unlinkSync(join(folder, 'plugin', 'scripts', 'spool.sh')),
    ],
    [
      'plugin',
      'fault',
      'The Node that hooks use is gone',
      'c-mem install',
      () => {
        unlinkSync(join(scratch.paths.home, 'bin', 'node'));
        symlinkSync('/nowhere/node', join(scratch.paths.home, 'bin', 'node'));
      },
    ],
    [
      'shell',
      'warning',
      'Not on the PATH: awk',
      'Install awk',
      () => {
        const bin = join(scratch.home, 'bin');
        mkdirSync(bin);
        for (const name of ['sh', 'node'])
          symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), join(bin, name));
        scratch.env['PATH'] = bin;
      },
    ],
    ['data folder', 'warning', 'Other users can read', 'chmod', () => chmodSync(scratch.paths.home, 0o755)],
    ['worker', 'fault', 'The worker is not running and 1 event is queued', 'worker start', () => spoolFile(1000)],
    [
      'worker',
      'warning',
      'The worker is still version 0.0.1',
      'worker restart',
      () => {
        const born = execFileSync('sh', ['-c', `cut -d' ' -f22 /proc/${process.pid}/stat`], {
          encoding: 'utf8',
        }).trim();
        writeFileSync(
          scratch.paths.workerInfo,
          JSON.stringify({ pid: process.pid, version: '0.0.1', startedAt: 1, born }),
        );
      },
    ],
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
  ] as [string, string, string, string, () => void][])('%s, %s: %s', async (check, state, message, fix, spoil) => {
    spoil();
    const { code, ok, findings } = await examine(check === 'model');
    const found = findings.find((finding) => finding.check === check && finding.message.includes(message));
    expect(found, JSON.stringify(findings.filter((finding) => finding.state !== 'ok'))).toMatchObject({ state });
    expect(found?.fix).toContain(fix);
    expect(ok).toBe(!findings.some((finding) => finding.state === 'fault'));
    expect(code).toBe(ok ? 0 : 1);
  });

  it('data folder, fault: cannot be written to', async () => {
    // Root may write anywhere: only a folder that is none shows it.
    if (process.getuid?.() === 0) {
      rmSync(scratch.paths.home, { recursive: true });
      mkdirSync(join(scratch.home, 'ro'));
      const ran = await run(
        'unshare',
        [
          '-m',
          'sh',
          '-c',
          `mkdir -p ${scratch.paths.home} && mount -t tmpfs -o ro tmpfs ${scratch.paths.home} && ${process.execPath} ${join(folder, 'dist', 'c-mem.cjs')} doctor`,
        ],
        scratch.env,
      );
      expect(ran.stdout).toContain('is not writable');
    } else {
      chmodSync(scratch.paths.home, 0o500);
      expect((await cli('doctor')).stdout).toContain('is not writable');
      chmodSync(scratch.paths.home, 0o700);
    }
  });

  it('disk, fault: little is free', async () => {
    const ran = await run(
      'unshare',
      [
        '-rm',
        'sh',
        '-c',
        `mount -t tmpfs -o size=10m tmpfs ${scratch.paths.home} && ${process.execPath} ${join(folder, 'dist', 'c-mem.cjs')} doctor`,
      ],
      scratch.env,
    );
    expect(ran.stdout).toMatch(/Only \d+ MB of disk space left/);
  });
});
