// `c-mem config` as a person uses it: what changed and from when on, keys that are never shown, and errors.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, project, scratch, useCliBench } from '../helpers/cli-bench.ts';
import { ROOT, run } from '../helpers/scratch.ts';
import { onTerminal } from '../helpers/terminal.ts';

useCliBench();

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
    const advice = 'openai needs a key: run `c-mem provider setup`';
    expect((await cli('config', 'set', 'provider', 'openai')).stdout).toContain(advice);
    expect((await cli('config', 'set', 'baseUrl', 'http://127.0.0.1:1/v1')).stdout).not.toContain('needs a key');
    expect((await cli('config', 'unset', 'baseUrl')).stdout).toContain(advice);
    expect((await withEnv({ OPENAI_API_KEY: 'k' }, 'config', 'set', 'provider', 'openai')).stdout).not.toContain('key');
    expect((await cli('config', 'set', 'apiKey', 'k')).stdout).not.toContain('needs a key');
    await cli('config', 'unset', 'apiKey');
    expect((await cli('install', '--yes', '--host', 'claude-code', '--provider', 'openai')).stdout).toContain(advice);
    expect((await cli('install', '--yes', '--host', 'claude-code', '--provider', 'claude')).stdout).not.toContain(
      'needs a key',
    );
  });

  it('excluding a project that is remembered names the way to forget it', async () => {
    const { stdout } = await cli('config', 'set', 'excludeProjects', `${project}/**,/home/dev/elsewhere`);
    expect(stdout).toContain('! shop already has 1 session, 2 observations: `c-mem forget --project shop`');
    expect(stdout).not.toContain('bank');
  });

  it('what cannot be written is told with a fix, and without raw errors', async () => {
    // A folder in which not even root creates a file.
    const readOnly = await withEnv({ C_MEM_HOME: '/proc' }, 'config', 'set', 'port', '0');
    expect(readOnly).toMatchObject({ code: 1, stdout: '' });
    expect(readOnly.stderr).toMatch(/settings\.json cannot be written \(E[A-Z]+\)\.\nCheck that \/proc is writable/);
    const file = join(scratch.home, 'a-file');
    writeFileSync(file, '');
    const below = await withEnv({ C_MEM_HOME: join(file, 'x') }, 'config', 'set', 'port', '0');
    expect(below.stderr).toMatch(/part of the path is a file, not a folder \(ENOTDIR\)\.\nMove that file away\.\n$/);
    mkdirSync(join(scratch.paths.home, 'bin', 'node'), { recursive: true });
    const install = await cli('install', '--yes', '--host', 'claude-code');
    expect(install).toMatchObject({ code: 1, stdout: '' });
    expect(install.stderr).toMatch(
      /bin\/node cannot be used: something else with that name cannot be replaced \(EEXIST\)\.\nMove it away/,
    );
  });
});
