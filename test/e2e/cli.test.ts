// The commands as a person uses them: words, JSON, errors, exit codes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { fileDigest } from '../../src/text/digest.ts';
import { addObservation, addSummary } from '../helpers/records.ts';
import { createScratch, filesContaining, ROOT, run, type Scratch } from '../helpers/scratch.ts';
import { onTerminal } from '../helpers/terminal.ts';

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
    expect((await cli('search', 'zebra')).stdout).toContain('No memories match "zebra"');
    expect((await cli('search', '--file', 'cart.ts')).stdout).toMatch(/^#1 .*\n$/);
    const { hits } = await json<{ hits: { ref: string }[] }>('search', 'cents', '--limit', '1');
    expect(hits).toHaveLength(1);
  });

  it('search over several projects names each, in JSON too', async () => {
    for (const words of [['cents'], ['cents', '--project', 'all']]) {
      const { stdout } = await cli('search', ...words);
      expect(stdout).toMatch(/^#1 .* Totals are counted in cents \(shop, ~\d+\) \[file changed since\]$/m);
      expect(stdout).toMatch(/^#3 .* The bank counts in cents, too \(bank, ~\d+\)$/m);
    }
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

describe('config', () => {
  const stored = () => JSON.parse(readFileSync(scratch.paths.settings, 'utf8')) as Record<string, unknown>;
  const withInput = (input: string, ...words: string[]) =>
    run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), ...words], scratch.env, input, project);
  const withEnv = (env: Record<string, string>, ...words: string[]) =>
    run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), ...words], { ...scratch.env, ...env }, '', project);

  it('set and unset tell what changed, and from when on', async () => {
    expect((await cli('config', 'set', 'skipTools', 'A,B')).stdout).toMatch(
      /^skipTools: \["ListMcp.*\] -> \["A","B"\]\nThis takes effect with the next event\.\n$/,
    );
    expect((await cli('config', 'set', 'port', '0')).stdout).toBe(
      'port: 37777 -> 0\nRun `c-mem worker restart` for this to take effect.\n',
    );
    expect((await cli('config', 'set', 'port', '0')).stdout).toBe('port is already 0.\n');
    expect((await cli('config', 'unset', 'port')).stdout).toMatch(/^port: 0 -> 37777\n/);
    expect((await withEnv({ C_MEM_VERBOSITY: 'verbose' }, 'config', 'set', 'verbosity', 'minimal')).stdout).toBe(
      'verbosity: "normal" -> "minimal"\n! C_MEM_VERBOSITY in the environment overrides it with "verbose".\n',
    );
    expect(stored()).toEqual({ skipTools: ['A', 'B'], verbosity: 'minimal' });
  });

  it('unset removes what is no setting, if it stands in the file', async () => {
    writeFileSync(scratch.paths.settings, '{"bogus": 1, "port": "x"}');
    expect((await cli('config', 'unset', 'bogus')).stdout).toContain('Removed "bogus"');
    expect((await cli('config', 'unset', 'port')).code).toBe(0);
    expect(stored()).toEqual({});
  });

  it('a key is never shown, and need not stand on the command line', async () => {
    const seen: string[] = [];
    const keep = ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      seen.push(stdout, stderr);
      return stdout;
    };
    expect(keep(await withInput('sk-piped-1\n', 'config', 'set', 'apiKey'))).toBe(
      'apiKey: "" -> "(set)"\nThis takes effect with the next event.\n',
    );
    expect(stored()['apiKey']).toBe('sk-piped-1');
    expect(keep(await cli('config', 'get', 'apiKey'))).toBe('"(set)"\n');
    keep(await cli('config', 'list'));
    keep(await cli('config', 'list', '--json'));
    expect(keep(await cli('config', 'set', 'apiKey', 'sk-given-2'))).toMatch(/shell's history/);
    expect(stored()['apiKey']).toBe('sk-given-2');
    const typed = await onTerminal([process.execPath, join(ROOT, 'dist', 'c-mem.cjs'), 'config', 'set', 'apiKey'], {
      env: scratch.env,
      cwd: project,
      answers: [['(input is hidden): ', 'sk-typed-3\r']],
    });
    expect(keep(typed)).toContain('"(set)" -> "(new value)"');
    expect(stored()['apiKey']).toBe('sk-typed-3');
    keep(await withInput('sk-odd-4\nsk-odd-5\n', 'config', 'set', 'apiKey'));
    keep(await withEnv({ C_MEM_API_KEY: 'sk-env-6' }, 'config', 'set', 'apiKey', 'sk-given-7'));
    expect(seen.join('')).not.toMatch(/sk-/);
    expect(keep(await cli('config', 'unset', 'apiKey'))).toMatch(/^apiKey: "\(set\)" -> ""\n/);
  });

  it('a provider without its key is told at once', async () => {
    const advice = 'openai needs a key: run `c-mem config set apiKey`';
    expect((await cli('config', 'set', 'provider', 'openai')).stdout).toContain(advice);
    expect((await cli('config', 'set', 'baseUrl', 'http://127.0.0.1:1/v1')).stdout).not.toContain('needs a key');
    expect((await cli('config', 'unset', 'baseUrl')).stdout).toContain(advice);
    expect((await withEnv({ OPENAI_API_KEY: 'k' }, 'config', 'set', 'provider', 'openai')).stdout).not.toContain('key');
    expect((await cli('config', 'set', 'apiKey', 'k')).stdout).not.toContain('needs a key');
    await cli('config', 'unset', 'apiKey');
    expect((await cli('install', '--yes', '--provider', 'openai')).stdout).toContain(advice);
    expect((await cli('install', '--yes', '--provider', 'claude')).stdout).not.toContain('needs a key');
  });

  it('excluding a project that is remembered names the way to forget it', async () => {
    const { stdout } = await cli('config', 'set', 'excludeProjects', `${project}/**,/home/dev/elsewhere`);
    expect(stdout).toContain('! shop already has 1 session, 2 observations: `c-mem forget --project shop`');
    expect(stdout).not.toContain('bank');
  });

  it('what cannot be written is told with a fix, and without raw errors', async () => {
    mkdirSync(`${scratch.paths.settings}.part`);
    const part = await cli('config', 'set', 'port', '0');
    expect(part).toMatchObject({ code: 1, stdout: '' });
    expect(part.stderr).toMatch(/settings\.json cannot be written \(EISDIR\)\.\nCheck that .* is writable/);
    const file = join(scratch.home, 'a-file');
    writeFileSync(file, '');
    const below = await withEnv({ C_MEM_HOME: join(file, 'x') }, 'config', 'set', 'port', '0');
    expect(below.stderr).toMatch(/part of the path is a file, not a folder \(ENOTDIR\)\.\nMove that file away\.\n$/);
    mkdirSync(join(scratch.paths.home, 'bin', 'node'), { recursive: true });
    const install = await cli('install', '--yes');
    expect(install).toMatchObject({ code: 1, stdout: '' });
    expect(install.stderr).toMatch(
      /bin\/node cannot be used: something else with that name cannot be replaced \(EEXIST\)\.\nMove it away/,
    );
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
