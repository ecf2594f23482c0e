// `c-mem doctor` finds each fault of the program and of what it stands on, and names the command that mends it.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engineName } from '../../src/store/sqlite/connect.ts';
import {
  cli,
  examine,
  type Fault,
  findsFault,
  folder,
  scratch,
  spoolFile,
  useDoctorBench,
} from '../helpers/doctor-bench.ts';
import { run } from '../helpers/scratch.ts';

useDoctorBench();

it('finds nothing where nothing is wrong; exit 0', async () => {
  const { ok, findings } = await examine();
  expect(findings.filter((finding) => finding.state !== 'ok')).toEqual([]);
  expect(ok).toBe(true);
  expect(findings.map((finding) => finding.check)).toEqual(
    expect.arrayContaining([
      'node',
      'sqlite',
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

it.runIf(engineName() === 'better-sqlite3')('a native module that cannot be loaded', () =>
  findsFault('sqlite', 'fault', 'cannot be loaded', 'c-mem install', () =>
    writeFileSync(join(folder, '..', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node'), 'broken'),
  ),
);

const host = () => join(scratch.home, '.claude', 'settings.json');

describe('each fault', () => {
  it.each([
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
  ] as Fault[])('%s, %s: %s', findsFault);

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
          `mkdir -p ${scratch.paths.home} && mount -t tmpfs -o ro tmpfs ${scratch.paths.home} && ${process.execPath} ${join(folder, 'plugin', 'dist', 'c-mem.cjs')} doctor`,
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
        `mount -t tmpfs -o size=10m tmpfs ${scratch.paths.home} && ${process.execPath} ${join(folder, 'plugin', 'dist', 'c-mem.cjs')} doctor`,
      ],
      scratch.env,
    );
    expect(ran.stdout).toMatch(/Only \d+ MB of disk space left/);
  });
});
