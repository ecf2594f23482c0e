// The commands as a person uses them (N2): words, JSON, errors, exit codes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileDigest } from '../../src/domain/digest.ts';
import { openDatabase } from '../../src/store/database.ts';
import { addObservation, addSummary } from '../helpers/records.ts';
import { createScratch, filesContaining, ROOT, run, type Scratch } from '../helpers/scratch.ts';

let scratch: Scratch;
let project: string;
beforeEach(() => {
  scratch = createScratch();
  project = join(realpathSync(scratch.home), 'shop');
  mkdirSync(join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'src', 'cart.ts'), 'new');
  mkdirSync(scratch.paths.home, { recursive: true, mode: 0o700 });
  const db = openDatabase(scratch.paths.database);
  const place = (hour: number, session = 'one') => ({
    session,
    project,
    at: Date.parse(`2026-03-02T1${hour}:00:00`),
    prompt: hour,
  });
  const touches = [{ path: join(project, 'src', 'cart.ts'), role: 'modified' as const, digest: fileDigest('old') }];
  addObservation(db, place(1), {
    type: 'bugfix',
    title: 'Totals are counted in cents',
    narrative: 'Floats lost pennies.',
    touches,
  });
  addObservation(db, place(2), { type: 'decision', title: 'Redis keeps the sessions' });
  addSummary(db, place(3), { request: 'Cache the prices', completed: 'They are cached for a minute.' });
  addObservation(db, { ...place(4, 'two'), project: '/home/dev/bank' }, { title: 'The bank counts in cents, too' });
  db.close();
});
afterEach(() => scratch.dispose());

const cli = (...args: string[]) =>
  run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), ...args], scratch.env, '', project);
const json = async <T>(...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout) as T;

describe('finding', () => {
  it('search tells a line a hit, marks what is stale, and says so where there is nothing', async () => {
    const { stdout } = await cli('search', 'cents');
    expect(stdout).toContain('#1 Mar 2, 2026 11:00 B Totals are counted in cents');
    expect(stdout).toContain('[file changed since]');
    expect(stdout).toContain('#3');
    expect((await cli('search', 'cents', '--project', 'shop')).stdout).not.toContain('#3');
    expect((await cli('search', 'zebra')).stdout).toContain('Nothing is remembered about zebra');
    expect((await cli('search', '--file', 'cart.ts')).stdout).toMatch(/^#1 .*\n$/);
    const { hits } = await json<{ hits: { ref: string }[] }>('search', 'cents', '--limit', '1');
    expect(hits).toHaveLength(1);
  });

  it('show and timeline', async () => {
    expect((await cli('show', '1', 'S1')).stdout).toMatch(
      /^#1 bugfix: Totals[\s\S]*! A file it speaks about has changed[\s\S]*\n\nS1 summary: Cache/,
    );
    expect((await cli('timeline', '2')).stdout.split('\n').map((line) => line.slice(0, 4))).toEqual([
      'Mar ',
      '  #1',
      '> #2',
      '  S1',
      '',
    ]);
    expect(await json<object[]>('show', '1')).toMatchObject([{ kind: 'observation', id: 1, freshness: 'changed' }]);
  });

  it('context prints what a session here would be told', async () => {
    expect((await cli('context')).stdout).toMatch(
      /^<c-mem-context>\nNotes from earlier sessions on shop[\s\S]*Cache the prices/,
    );
    expect((await cli('context', '--project', 'bank')).stdout).toContain('The bank counts in cents');
  });

  it('sessions and projects; renamed, merged', async () => {
    expect((await cli('sessions')).stdout).toContain('one');
    expect((await cli('projects', '--rename', 'bank', '--to', 'vault')).stdout).toBe('bank is now called vault.\n');
    await cli('projects', '--merge', 'vault', '--to', 'shop');
    expect(await json<object[]>('projects')).toMatchObject([{ name: 'shop', observations: 3 }]);
    expect((await cli('search', 'cents', '--project', 'shop')).stdout).toContain('#3');
  });
});

describe('changing', () => {
  it('remember and forget', async () => {
    expect((await cli('remember', 'Deploys need the VPN <private>hush</private>')).stdout).toBe(
      'Remembered as #4: Deploys need the VPN\n',
    );
    expect((await cli('forget', '4', '--dry-run')).stdout).toContain('Would forget 1 observation');
    expect((await cli('forget', '4')).stdout).toBe('Forgotten: 1 observation.\n');
    expect(filesContaining(scratch.paths.home, 'Deploys need')).toEqual([]);
  });

  it('a session, a time, a project only with a yes', async () => {
    expect(await cli('forget', '--session', 'one')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    expect((await cli('forget', '--session', 'one', '--yes')).stdout).toContain('Forgotten: 1 session');
    expect((await cli('forget', '--since', '2026-03-02', '--until', '2026-03-02', '--dry-run')).stdout).toContain(
      'Would forget',
    );
    expect((await cli('forget', '--project', 'bank', '--yes')).stdout).toContain('1 observation');
    expect(filesContaining(scratch.paths.home, 'The bank counts')).toEqual([]);
  });
});

describe('errors name the way out, and the exit code says what kind', () => {
  it.each([
    [['nonsense'], 2, 'There is no command "nonsense"'],
    [['show', 'abc'], 1, '"abc" is no id'],
    [['show', '99'], 1, 'There is no memory 99'],
    [['timeline', 'P1'], 1, 'is no id of a memory'],
    [['search', 'x', '--project', 'nowhere'], 1, 'There is no project "nowhere"'],
    [['search', 'x', '--since', 'soon'], 2, 'is no time'],
    [['search', 'x', '--limit', '0'], 2, 'whole number from 1'],
    [['forget'], 2, 'Say what to forget'],
    [['remember', 'x', '--type', 'poem'], 2, 'There is no type "poem"'],
    [['install', '--provider', 'magic'], 2, 'There is no provider "magic"'],
    [['completion', 'tcsh'], 2, 'bash, zsh, fish'],
    [['sessions', '--project', 'nowhere'], 1, 'There is no project'],
  ])('%j', async (args, code, told) => {
    const ran = await cli(...args);
    expect([ran.code, ran.stdout]).toEqual([code, '']);
    expect(ran.stderr).toContain(told);
    expect(ran.stderr.trim().split('\n').length).toBeGreaterThanOrEqual(2);
  });
});

describe('on any terminal', () => {
  it('no colours when piped; help with examples; a reader that has had enough is no error', async () => {
    const help = await cli('search', '--help');
    expect(help.stdout).toContain('Examples:');
    expect(help.stdout).not.toContain('\u001b');
    expect((await cli('status')).stdout).not.toContain('\u001b');
    const piped = await run(
      'sh',
      ['-c', `${process.execPath} ${join(ROOT, 'dist', 'c-mem.cjs')} --help | head -1`],
      scratch.env,
    );
    expect(piped.stderr).toBe('');
  });

  it('completion of bash asks us', () => {
    const script = execFileSync(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), 'completion', 'bash'], {
      encoding: 'utf8',
    });
    const bin = join(scratch.home, 'bin');
    mkdirSync(bin);
    execFileSync('ln', ['-s', join(ROOT, 'dist', 'c-mem.cjs'), join(bin, 'c-mem')]);
    const complete = (words: string[]) =>
      execFileSync(
        'bash',
        [
          '-c',
          `${script}\nCOMP_WORDS=(${words.join(' ')} "")\nCOMP_CWORD=${words.length}\n_c_mem\necho "\${COMPREPLY[@]}"`,
        ],
        {
          env: { ...scratch.env, PATH: `${bin}:${scratch.env['PATH']}` },
          encoding: 'utf8',
        },
      );
    expect(complete(['c-mem'])).toContain('timeline');
    expect(complete(['c-mem', 'worker'])).toContain('restart');
    expect(complete(['c-mem', 'forget'])).toContain('--dry-run');
  });
});
