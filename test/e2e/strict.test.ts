// Nothing unknown is swallowed: every command and every MCP tool, taken from their own tables, refuses what it does not
// know before it does anything.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ArgDefinitions, readArgs } from '../../src/cli/args/strict-args.ts';
import { findCommand } from '../../src/cli/command-table.ts';
import { subCommandsOf } from '../../src/cli/help.ts';
import { withPlugin } from '../../src/hosts/claude-code/settings-file.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { addObservation, addSummary } from '../helpers/records.ts';
import { createScratch, ROOT, run, type Scratch } from '../helpers/scratch.ts';

/** Each command as it is rightly called, with all its positionals, and with --yes if it has it. */
const RIGHT: Record<string, string[]> = {
  install: ['--yes'],
  uninstall: ['--purge', '--yes'],
  status: [],
  context: ['--project', 'shop'],
  timeline: ['1'],
  show: ['1'],
  remember: ['Deploys need the VPN'],
  forget: ['--project', 'shop', '--yes'],
  redact: ['--yes'],
  pause: [],
  resume: [],
  sessions: [],
  projects: ['--merge', 'bank', '--to', 'shop', '--yes'],
  viewer: ['--no-open'],
  'worker start': [],
  'worker stop': [],
  'worker restart': [],
  'worker status': [],
  'worker run': [],
  'worker logs': [],
  doctor: [],
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
  statusline: [],
  completion: ['bash'],
  mcp: [],
  help: [],
  version: [],
};
/** Hooks are never in the way: whatever they are given, they end with 0 and say nothing. */
const HOOKS = ['hook', 'new', 'save', 'summary', 'cleanup'];
const VARIADIC = ['show', 'remember', 'forget', 'search', 'help'];

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

let scratch: Scratch;
let project: string;
beforeAll(() => {
  scratch = createScratch();
  project = join(realpathSync(scratch.home), 'shop');
  mkdirSync(project);
  mkdirSync(join(scratch.home, '.claude'));
  writeFileSync(join(scratch.home, '.claude', 'settings.json'), withPlugin('{}\n', ROOT));
  mkdirSync(scratch.paths.home, { mode: 0o700 });
  writeFileSync(scratch.paths.settings, '{ "fieldLimitKb": 32 }\n');
  const db = openDatabase(scratch.paths.database);
  const place = { session: 'one', project, at: Date.parse('2026-03-02T11:00:00') };
  addObservation(db, place, { title: 'Totals are counted in cents' });
  addSummary(db, place, { request: 'Cache the prices' });
  addObservation(db, { ...place, session: 'two', project: '/home/dev/bank' }, { title: 'The bank counts, too' });
  db.close();
});
afterAll(() => scratch.dispose());

const cli = (words: string[]) =>
  run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), ...words], scratch.env, '', project);

/** Every file below HOME, by what is in it; but what V8 compiled, and what SQLite puts beside a file to read it. */
function everything(): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(scratch.home, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (path.startsWith(scratch.paths.compiled) || /-(?:wal|shm)$/.test(path)) continue;
    if (entry.isFile()) files[path] = createHash('sha256').update(readFileSync(path)).digest('hex');
    else files[path] = entry.isSymbolicLink() ? readlinkSync(path) : 'folder';
  }
  return files;
}

async function refused(words: string[], ...told: string[]): Promise<void> {
  const before = everything();
  const ran = await cli(words);
  expect({ code: ran.code, stdout: ran.stdout }, words.join(' ')).toEqual({ code: 2, stdout: '' });
  for (const each of told) expect(ran.stderr).toContain(each);
  // A message and a way out.
  expect(ran.stderr.trim().split('\n').length, ran.stderr).toBeGreaterThanOrEqual(2);
  expect(ran.stderr).not.toContain('\u001b');
  expect(everything()).toEqual(before);
}

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
    [['import', 'claude-cod'], 'claude-cod does not exist', '`c-mem import claude-code`'],
    [['import', 'memories.jsonl', 'more'], 'Unexpected argument "more"', ''],
    [['import', 'claude-mem', '--model'], '--model is only for', ''],
  ] as [string[], string, string][])('%j', async (words, told, suggested) => {
    await refused(words, told, suggested);
  });
});

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
      expect(stdout).toContain('Plumbing (called by hosts):\n  hook  ');
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

describe('MCP tools', () => {
  const RIGHT_ARGUMENTS: Record<string, Record<string, unknown>> = {
    search: { query: 'cents' },
    timeline: { id: '#1' },
    get_observations: { ids: ['#1'] },
    remember: { text: 'Deploys need the VPN' },
    forget: { ids: ['#1'] },
  };
  let client: Client;
  beforeAll(async () => {
    client = new Client({ name: 'test', version: '1' });
    const env = { ...scratch.env, C_MEM_HOME: scratch.paths.home };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [join(ROOT, 'dist', 'mcp.cjs')], env, cwd: project }),
    );
  });
  afterAll(() => client.close());

  /** What is in the tables, and both settings files; the worker that the server has started does its own work. */
  function content(): unknown[] {
    const db = new Sqlite(scratch.paths.database, { readonly: true });
    try {
      const tables = ['projects', 'prompts', 'events', 'observations', 'summaries', 'tombstones'];
      const settings = [scratch.paths.settings, join(scratch.home, '.claude', 'settings.json')];
      return [
        ...tables.map((table) => db.prepare(`select * from ${table} order by 1`).all()),
        db.prepare('select id, project_id, title from sessions order by id').all(),
        ...settings.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)),
      ];
    } finally {
      db.close();
    }
  }

  async function refusal(name: string, args: Record<string, unknown>): Promise<string> {
    const before = content();
    const { isError, content: said } = (await client.callTool({ name, arguments: args })) as unknown as {
      isError?: boolean;
      content: { text: string }[];
    };
    expect(isError, JSON.stringify([name, args])).toBe(true);
    expect(content()).toEqual(before);
    return said[0]?.text ?? '';
  }

  it('all refuse every argument misspelled', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(RIGHT_ARGUMENTS).sort());
    for (const { name, inputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      const known = Object.keys(inputSchema.properties ?? {});
      for (const argument of known) {
        const typo = `${argument}x`;
        const told = await refusal(name, { ...RIGHT_ARGUMENTS[name], [typo]: 'x' });
        expect(told).toContain(`Unknown argument "${typo}".`);
        expect(told).toContain(argument.length > 2 ? `Did you mean "${argument}"?` : `"${typo}"`);
        expect(told).toContain(`${name} takes: ${known.join(', ')}.`);
      }
    }
  });

  it.each([
    ['search', { q: 'cents' }, 'Unknown argument "q". Did you mean "query"? search takes: query, project,'],
    ['search', {}, 'search needs a query or a filter'],
    ['search', { query: ' ', project: 'all' }, 'search needs a query or a filter'],
    ['search', { query: 'x', since: 'notadate' }, 'Invalid since value "notadate"'],
    ['search', { query: 'x', until: '7' }, 'Invalid until value "7"'],
    ['search', { query: 'x', limit: 500 }, 'limit: '],
    ['search', { query: 'x', limit: '5' }, 'limit: '],
    ['search', { query: 'x', type: 'poem' }, 'Invalid type value "poem"'],
    ['search', { query: 'x', project: 'nowhere' }, 'There is no project "nowhere". Search with project: "all"'],
    ['timeline', { id: '#1', query: 'x' }, 'timeline takes id or query, not both'],
    ['timeline', { id: 99999 }, 'There is no memory #99999. Find IDs with the search tool'],
    ['timeline', { id: 'P1' }, '"P1" is not the ID of an observation or a summary'],
    ['get_observations', { ids: [] }, 'ids: '],
    ['get_observations', { ids: '1' }, 'ids: '],
    ['get_observations', {}, 'ids: '],
    ['remember', { text: '' }, 'text: '],
    ['forget', { ids: ['abc'] }, '"abc" is not a memory ID'],
    ['forget', { ids: ['#99'] }, 'There is no memory #99'],
  ])('%s refuses %j', async (name, args, told) => {
    const said = await refusal(name, args);
    expect(said).toContain(told);
    // An agent has tools; a shell is not for it.
    expect(said).not.toContain('`c-mem');
  });
});
