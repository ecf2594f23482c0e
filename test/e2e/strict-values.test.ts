// Values that are wrong are refused before anything is done; those that are right are taken however they are written.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, run } from '../helpers/scratch.ts';
import { cli, everything, refused, scratch, useStrictBench } from '../helpers/strict-bench.ts';

useStrictBench();

describe('values', () => {
  it.each([
    ['search x --since', '--since needs a value'],
    ['search x --since --json', '--since needs a value'],
    ['search x --since=', '--since needs a value'],
    ['search x --since 7', 'Invalid --since value'],
    ['search x --since soon', 'Invalid --since value'],
    ['search x --until 2026-02-30', 'Invalid --until value'],
    ['search x --since 1d --since 2d', '--since is used twice'],
    ['search x --limit many', 'Invalid --limit value'],
    ['search x --limit -5', 'Invalid --limit value'],
    ['search x --page 0', 'Invalid --page value'],
    ['search x --type bugfx', 'Did you mean bugfix?'],
    ['search x --type ,', '--type needs a value'],
    ['search x --kind memo', 'observation, summary, prompt'],
    ['search x --json=maybe', '--json takes no value'],
    ['search', 'Search needs words or a filter'],
    ['remember x --type bugfx', 'Did you mean bugfix?'],
    ['show abc', '"abc" is not a memory ID'],
    ['show -1', '"-1" is not a memory ID'],
    ['show', 'IDS is missing'],
    ['timeline P1', 'P1 is a prompt'],
    ['timeline 1 --before x', 'Invalid --before value'],
    ['forget abc', '"abc" is not a memory ID'],
    ['forget --project shop --since 7 --yes', 'Invalid --since value'],
    ['forget --since --yes', '--since needs a value'],
    ['forget --since 1d --until 2d --yes', '--since is later than --until'],
    ['forget 1 --project shop --yes', 'IDs and --project cannot be used together'],
    ['forget --session one --since 1d --yes', '--session and --since cannot be used together'],
    ['forget --search cents --since 1d --yes', '--search and --since cannot be used together'],
    ['forget --yes', 'Nothing was selected'],
    ['sessions --limit 0', 'Invalid --limit value'],
    ['usage --days abc', 'Invalid --days value'],
    ['stats --weeks 1.5', 'Invalid --weeks value'],
    ['worker logs --lines x', 'Invalid --lines value'],
    ['export --format csv', 'Invalid --format value "csv"'],
    ['install --yes --provider opneai', 'Did you mean openai?'],
    ['completion tcsh', 'bash, zsh, fish'],
    ['projects --merge bank --rename shop --to x', '--rename and --merge cannot be used together'],
    ['projects --merge bank', '--to is missing'],
    ['projects --exclude . --include .', '--exclude and --include cannot be used together'],
    ['projects --dry-run', '--to, --dry-run and --yes only work with'],
    ['projects --merge bank --to bank --yes', 'is the same project'],
    ['recompress --all --failed', '--all and --failed cannot be used together'],
    ['recompress --outdated --all', '--outdated and --all cannot be used together'],
    ['recompress', 'Nothing was selected'],
    ['config set budget.dailyUsd -1', 'budget.dailyUsd must be a number from 0 to 10000, not "-1"'],
    ['config set port 1e9', 'port must be a whole number'],
    ['config set context.types bogus', 'context.types must be a list of decision, bugfix'],
    ['config set contextTypes decision,bogus', 'not "bogus"'],
    ['config set provder claude', 'Did you mean provider?'],
    ['config get provder', 'Did you mean provider?'],
    ['config unset bogus', 'There is no setting "bogus"'],
    ['config set provider', 'The value for provider is missing'],
    ['config set apiKey', 'apiKey is missing'],
    ['eval commits queries.json', '--transcripts is missing'],
  ])('c-mem %s', async (line, told) => {
    await refused(line.split(' '), told);
  });

  it('that are not known are told apart from those that are not understood', async () => {
    const before = everything();
    for (const [line, told] of [
      ['show 99', 'There is no memory 99'],
      ['forget 99', 'There is no memory 99'],
      ['search x --project nowhere', 'There is no project "nowhere"'],
      ['search x --session none', 'There is no session none'],
      ['forget --session none --yes', 'There is no session none'],
      ['recompress --session none --yes', 'There is no session none'],
      ['restore none.db --yes', 'There is no backup "none.db"'],
    ] as const)
      expect(await cli(line.split(' ')), line).toMatchObject({ code: 1, stderr: expect.stringContaining(told) });
    expect(Object.keys(everything())).toEqual(Object.keys(before));
  });

  it('context.types is refused in the environment and in the file, too', async () => {
    const { settings, problems } = JSON.parse(
      (
        await run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), 'config', 'list', '--json'], {
          ...scratch.env,
          C_MEM_CONTEXT_TYPES: 'bogus',
        })
      ).stdout,
    );
    expect(settings['context.types']).toEqual([]);
    expect(problems).toMatchObject([{ message: expect.stringContaining('C_MEM_CONTEXT_TYPES must be a list of') }]);
  });
});

describe('what is right still works', () => {
  it('both ways to write a value, -- before words, help and version', async () => {
    expect((await cli(['search', 'cents', '--limit=1'])).stdout).toContain('#1');
    expect((await cli(['search', 'cents', '--limit', '1'])).stdout).toContain('#1');
    expect((await cli(['search', '--', '--limit'])).stdout).toBe(
      `No memories match "--limit".\nTry other words, or a prefix such as 'migr*'.\n`,
    );
    const version = (await cli(['--version'])).stdout;
    expect((await cli(['version'])).stdout).toBe(version);
    for (const words of [[], ['help'], ['--help'], ['-h']]) {
      const { code, stdout } = await cli(words);
      expect(code).toBe(0);
      expect(stdout).toContain('Usage: c-mem');
      expect(stdout).toContain('Plumbing (called by the host agent, such as Claude Code):\n  hook  ');
    }
    const help = (await cli(['search', '--help'])).stdout;
    for (const words of [
      ['help', 'search'],
      ['search', '-h', '--limt'],
      ['--help', 'search'],
    ])
      expect((await cli(words)).stdout).toBe(help);
    expect((await cli(['help', 'config', 'set'])).stdout).toContain('Usage: c-mem config set');
    expect((await cli(['hook', '--help'])).stdout).toContain('Usage: c-mem hook');
    expect((await cli(['save', '--help'])).stdout).toContain('Usage: c-mem save');
  });
});
