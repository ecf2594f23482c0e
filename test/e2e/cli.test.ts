// The commands as a person uses them: words, JSON, errors, exit codes.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, json, project, scratch, useCliBench } from '../helpers/cli-bench.ts';
import { filesContaining, ROOT, run } from '../helpers/scratch.ts';
import { onTerminal } from '../helpers/terminal.ts';

useCliBench();

describe('finding', () => {
  it('search tells a line a hit, marks what is stale, and says so where there is nothing', async () => {
    const { stdout } = await cli('search', 'cents');
    expect(stdout).toContain('#1 Mar 2, 2026 11:00 B Totals are counted in cents');
    expect(stdout).toContain('[file changed since]');
    expect(stdout).toContain('#3');
    expect((await cli('search', 'cents', '--project', 'shop')).stdout).not.toContain('#3');
    expect((await cli('search', 'zebra')).stdout).toContain('No memories match "zebra"');
    expect((await cli('search', '--file', 'cart.ts')).stdout).toMatch(/^#1 .*\n$/);
    const { hits } = await json<{ hits: { ref: string }[] }>('search', 'cents', '--limit', '1');
    expect(hits).toHaveLength(1);
  });

  it('search over several projects names each, in JSON too', async () => {
    const everywhere = (await cli('search', 'cents', '--project', 'all')).stdout;
    expect(everywhere).toMatch(/^#1 .* Totals are counted in cents \(shop, ~\d+\) \[file changed since\]$/m);
    expect(everywhere).toMatch(/^#3 .* The bank counts in cents, too \(bank, ~\d+\)$/m);
    // From inside a project, its own hits come first, and only those from elsewhere are named.
    expect((await cli('search', 'cents')).stdout).toMatch(
      /^#1 .* Totals are counted in cents \(~\d+\) \[file changed since\]\n#3 .* The bank counts in cents, too \(bank, ~\d+\)$/m,
    );
    expect((await cli('search', 'cents', '--project', 'shop')).stdout).toMatch(/^#1 .* \(~\d+\)/);
    const { hits } = await json<{ hits: { ref: string; project: string }[] }>('search', 'cents');
    expect(hits.map(({ ref, project: of }) => `${ref} ${of}`).sort()).toEqual(['#1 shop', '#3 bank']);
  });

  it('search that finds nothing says it in the words of the user', async () => {
    expect((await cli('search', '日本')).stdout).toMatch(/^No memories match "日本"\.\n/);
    expect((await cli('search', 'the', 'ZEBRAS!')).stdout).toMatch(/^No memories match "the ZEBRAS!"\.\n/);
    expect((await cli('search', '--since', '2026-01-20', '--until', '2026-01-20')).stdout).toBe(
      'No memories match these filters.\n',
    );
    // A filter alone is enough, whichever it is; a day that ends a range belongs to it.
    expect((await cli('search', '--since', '2026-03-02', '--until', '2026-03-02')).stdout.match(/^\S+/gm)).toEqual([
      '#3',
      'S1',
      '#2',
      '#1',
    ]);
    expect((await cli('search', '--kind', 'summary')).stdout).toMatch(/^S1 .*\n$/);
    expect((await cli('search', '--project', 'bank')).stdout).toMatch(/^#3 .*\n$/);
    expect((await cli('search', '--session', 'two')).stdout).toMatch(/^#3 .*\n$/);
  });

  it('show and timeline', async () => {
    expect((await cli('show', '1', 'S1')).stdout).toMatch(
      /^#1 bugfix: Totals[\s\S]*! A referenced file has changed[\s\S]*\n\nS1 summary: Cache/,
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
      /^<c-mem-context>\nMemories from earlier sessions in the project “shop”[\s\S]*Cache the prices/,
    );
    expect((await cli('context', '--project', 'bank')).stdout).toContain('The bank counts in cents');
  });

  it('sessions and projects; renamed, merged', async () => {
    expect((await cli('sessions')).stdout).toContain('one');
    expect((await cli('projects', '--rename', 'bank', '--to', 'vault')).stdout).toBe('Renamed bank to vault.\n');
    await cli('projects', '--merge', 'vault', '--to', 'shop', '--yes');
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
    expect((await cli('forget', '4', '--yes')).stdout).toMatch(/^Forgotten: 1 observation\.\n {2}#4 \S.*\n$/);
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
    [['nonsense'], 2, 'Unknown command "nonsense"'],
    [['show', 'abc'], 2, '"abc" is not a memory ID'],
    [['show', '99'], 1, 'There is no memory 99'],
    [['timeline', 'P1'], 2, 'P1 is a prompt'],
    [['search', 'x', '--project', 'nowhere'], 1, 'There is no project "nowhere"'],
    [['search', 'x', '--since', 'soon'], 2, 'Invalid --since value "soon"'],
    [['search', 'x', '--limit', '0'], 2, 'whole number from 1 to 200'],
    [['forget'], 2, 'Nothing was selected'],
    [['remember', 'x', '--type', 'poem'], 2, 'Invalid --type value "poem"'],
    [['install', '--provider', 'magic'], 2, 'Unknown provider "magic"'],
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
    const wrong = await cli('export', '--format', 'csv');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.not.stringContaining('\u001b')]);
    const plain = await onTerminal([process.execPath, join(ROOT, 'dist', 'c-mem.cjs'), 'search', '--help'], {
      env: { ...scratch.env, NO_COLOR: 'yes' },
      cwd: project,
      answers: [],
    });
    expect(plain.stdout).not.toContain('\u001b');
    // However long its rows are, none ends in blanks that a terminal would wrap.
    expect(help.stdout).not.toMatch(/ $/m);
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
