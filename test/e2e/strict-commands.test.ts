// Nothing unknown is swallowed: every command, taken from the command table itself, refuses what it does not know before
// it does anything.
import { describe, expect, it } from 'vitest';
import { type ArgDefinitions, readArgs } from '../../src/cli/args/strict-args.ts';
import { findCommand } from '../../src/cli/command-table.ts';
import { subCommandsOf } from '../../src/cli/help.ts';
import { cli, everything, refused, useStrictBench } from '../helpers/strict-bench.ts';

/** Each command as it is rightly called, with all its positionals, and with --yes if it has it. */
const RIGHT: Record<string, string[]> = {
  install: ['--yes'],
  uninstall: ['--purge', '--yes'],
  status: [],
  context: ['--project', 'shop'],
  why: ['one-session', '--project', 'shop'],
  timeline: ['1'],
  show: ['1'],
  remember: ['Deploys need the VPN'],
  forget: ['--project', 'shop', '--yes'],
  redact: ['--yes'],
  rules: [],
  pause: [],
  resume: [],
  sessions: [],
  profile: ['shop'],
  projects: ['--merge', 'bank', '--to', 'shop', '--yes'],
  viewer: ['--no-open'],
  'worker start': [],
  'worker stop': [],
  'worker restart': [],
  'worker status': [],
  'worker run': [],
  'worker logs': [],
  doctor: [],
  demo: [],
  'provider setup': ['claude'],
  'provider test': [],
  search: ['cents'],
  'eval locomo': ['questions.json'],
  'eval commits': ['queries.json', '--transcripts', 'folder'],
  'eval history': [],
  usage: [],
  import: ['claude-code', 'folder', '--yes'],
  export: ['memories.jsonl'],
  backup: ['list'],
  restore: ['c-mem-20260302-040000.db', '--yes'],
  stats: [],
  recompress: ['--all', '--yes'],
  'config list': [],
  'config get': ['provider'],
  'config set': ['provider', 'claude'],
  'config unset': ['fieldLimitKb'],
  'team create': ['postgres://admin@127.0.0.1:1/memories', '--as', 'ann'],
  'team join': ['--file', 'invitation.json'],
  'team invite': ['bob', '--project', 'shop'],
  'team share': ['shop', '--yes'],
  'team accept': ['shop', '--yes'],
  'team unshare': ['shop', '--yes'],
  'team preview': ['shop'],
  'team status': [],
  'team sync': [],
  'team members': [],
  'team remove': ['bob', '--yes'],
  'team leave': ['--yes'],
  'team private': ['1'],
  'team history': ['1'],
  'team forget': ['1'],
  'team upgrade': ['postgres://admin@127.0.0.1:1/memories'],
  statusline: [],
  'cursor-rules': ['on'],
  completion: ['bash'],
  mcp: [],
  help: [],
  version: [],
};
/** Hooks are never in the way: whatever they are given, they end with 0 and say nothing. */
const HOOKS = ['hook', 'new', 'save', 'summary', 'cleanup'];
const VARIADIC = ['show', 'remember', 'forget', 'rules', 'search', 'help'];

/** From the command table itself. */
async function allCommands(words: string[] = []): Promise<[string, ArgDefinitions][]> {
  const { command } = await findCommand(words);
  const below = Object.keys(subCommandsOf(command));
  if (below.length === 0) return [[words.join(' '), (command.args ?? {}) as ArgDefinitions]];
  return (await Promise.all(below.map((name) => allCommands([...words, name])))).flat();
}
const commands = await allCommands();
const strict = commands.filter(([path]) => !HOOKS.includes(path));
const flagsOf = (args: ArgDefinitions) => Object.keys(args).filter((name) => args[name]?.type !== 'positional');

useStrictBench();

/** A name with a letter missing. */
const misspelled = (name: string) => name.slice(0, -2) + name.slice(-1);

describe('commands', () => {
  it('are all in this table', () => {
    expect(commands.map(([path]) => path).sort()).toEqual([...Object.keys(RIGHT), ...HOOKS].sort());
    const variadic = commands.filter(([, args]) => Object.values(args).some((arg) => arg.variadic));
    expect(variadic.map(([path]) => path).sort()).toEqual([...VARIADIC].sort());
    for (const [path, args] of strict)
      expect(() => readArgs(path, args, (RIGHT[path] as string[]).slice()), path).not.toThrow();
  });

  it.each(strict)('%s refuses a misspelled option', async (path, args) => {
    const right = RIGHT[path] as string[];
    const flag = flagsOf(args).at(-1);
    const words = [...path.split(' '), ...right];
    if (flag === undefined) await refused([...words, '--jsn'], 'Unknown option --jsn', 'takes no options');
    else await refused([...words, `--${misspelled(flag)}`], `Unknown option --${misspelled(flag)}`, `--${flag}`);
  });

  it.each(strict)('%s refuses every one of its options misspelled', (path, args) => {
    for (const flag of flagsOf(args)) {
      for (const word of [`--${misspelled(flag)}`, `--${misspelled(flag)}=1`, `--${flag}x`, `-${flag}`]) {
        // The option is named, in a suggestion or in the list of all.
        expect(() => readArgs(`c-mem ${path}`, args, [...(RIGHT[path] as string[]), word]), word).toThrowError(
          expect.objectContaining({
            code: 'USAGE',
            message: `Unknown option ${word.startsWith('--') ? word.replace('=1', '') : word}`,
            fix: expect.stringContaining(flag),
          }),
        );
      }
    }
  });

  it.each(strict.filter(([path]) => !VARIADIC.includes(path)))('%s refuses a surplus argument', async (path) => {
    await refused([...path.split(' '), ...(RIGHT[path] as string[]), 'surplus'], 'Unexpected argument "surplus"');
  });

  it.each(HOOKS)('%s is never in the way', async (path) => {
    const before = everything();
    for (const words of [['--hots', 'x'], ['--foo'], ['surplus', 'more'], ['--', '-x'], []])
      expect(await cli([path, ...words])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(everything()).toEqual(before);
  });

  it.each([
    [['serach'], 'Unknown command "serach"', '`c-mem search`'],
    [['help', 'serach'], 'Unknown command "serach"', '`c-mem search`'],
    [['help', 'search', 'more'], '`c-mem search` has no subcommand "more"', ''],
    [['config', 'lsit'], 'Unknown subcommand "lsit"', '`c-mem config list`'],
    [['config'], 'needs a subcommand', 'list, get, set, unset'],
    [['config', '--json', 'list'], 'Unknown option --json', 'list, get, set, unset'],
    [['--json', 'status'], 'Unknown option --json', 'Options follow the command'],
    [['constructor'], 'Unknown command "constructor"', ''],
    [['config', '__proto__'], 'Unknown subcommand "__proto__"', ''],
    [['--version', 'x'], 'Unexpected argument "x"', ''],
    [['backup', 'lits'], 'Unknown argument "lits"', '`c-mem backup list`'],
    [['rules', 'confrim', '1'], '"confrim" is neither a project nor an action', '`c-mem rules confirm`'],
    [['rules', 'confirm'], 'needs ID', 'c-mem rules confirm ID'],
    [['rules', 'edit', '1'], 'needs ID TEXT', 'c-mem rules edit ID TEXT'],
    [['rules', 'off', '1', 'more'], 'Unexpected argument "more"', ''],
    [['rules', 'on', '1', '--everywhere'], '--everywhere only works with add and confirm', ''],
    [['rules', 'add'], 'needs TEXT', ''],
    [['import', 'claude-cod'], 'claude-cod does not exist', '`c-mem import claude-code`'],
    [['import', 'memories.jsonl', 'more'], 'Unexpected argument "more"', ''],
    [['import', 'claude-mem', '--model'], '--model is only for', ''],
  ] as [string[], string, string][])('%j', async (words, told, suggested) => {
    await refused(words, told, suggested);
  });
});
