// The MCP server: through the client library, and through the real client calling each tool.
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { runClient } from '../helpers/client.ts';
import { addObservation, addSummary } from '../helpers/records.ts';
import { createScratch, filesContaining, ROOT, type Scratch, waitFor } from '../helpers/scratch.ts';
import { type MessagesRequest, type ScriptedApi, startScriptedApi, stepOfTurn } from '../helpers/scripted-api.ts';

let scratch: Scratch;
let project: string;
let client: Client | null = null;
let api: ScriptedApi | null = null;
beforeEach(() => {
  scratch = createScratch();
  project = join(realpathSync(scratch.home), 'shop');
  mkdirSync(project);
});
afterEach(async () => {
  await client?.close();
  await api?.close();
  client = null;
  api = null;
  await scratch.dispose();
});

async function connect(): Promise<Client> {
  client = new Client({ name: 'test', version: '1' });
  const env = { ...scratch.env, C_MEM_HOME: scratch.paths.home };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [join(ROOT, 'dist', 'mcp.cjs')], env, cwd: project }),
  );
  return client;
}

interface ToolAnswer {
  content: { text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}
const call = async (name: string, args: Record<string, unknown>) =>
  (await (client as Client).callTool({ name, arguments: args })) as unknown as ToolAnswer;
const text = async (name: string, args: Record<string, unknown>) => (await call(name, args)).content[0]?.text ?? '';

function fill(): void {
  mkdirSync(scratch.paths.home, { recursive: true, mode: 0o700 });
  const db = openDatabase(scratch.paths.database);
  const place = (hour: number) => ({
    session: 'one',
    project,
    at: Date.parse(`2026-03-02T1${hour}:00:00`),
    prompt: hour,
  });
  addObservation(db, place(1), {
    type: 'bugfix',
    title: 'Totals are counted in cents',
    narrative: 'Floats lost pennies.',
  });
  addObservation(db, place(2), {
    type: 'decision',
    title: 'Redis keeps the sessions',
    facts: ['Cookies were too large.'],
  });
  addSummary(db, place(3), { request: 'Cache the prices', completed: 'They are cached for a minute.' });
  addObservation(
    db,
    { ...place(4), session: 'two', project: '/home/dev/bank' },
    { title: 'The bank counts in cents, too' },
  );
  db.close();
}

describe('through the client library', () => {
  it('is kept compiled, and what was spoiled of that is made anew', async () => {
    fill();
    const kept = () =>
      existsSync(scratch.paths.compiled)
        ? readdirSync(scratch.paths.compiled).filter((name) => name.startsWith('mcp-server') && name.endsWith('.bin'))
        : [];
    const use = async () => {
      expect((await (await connect()).listTools()).tools).toHaveLength(7);
      await client?.close();
    };
    await use();
    await waitFor(() => kept().length === 1, 'what V8 compiled');
    const file = join(scratch.paths.compiled, kept()[0] as string);
    const whole = readFileSync(file);
    expect(whole.length).toBeGreaterThan(500_000);
    await use();
    expect(readFileSync(file).equals(whole)).toBe(true);
    const spoiled = Buffer.from(whole);
    spoiled[1000] = (spoiled[1000] as number) ^ 1;
    writeFileSync(file, spoiled);
    await use();
    await waitFor(() => !readFileSync(file).equals(spoiled), 'another one');
  });

  it('has seven tools whose schemas and descriptions take under 4 KB', async () => {
    const { tools } = await (await connect()).listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      ...['search', 'timeline', 'get_observations', 'remember', 'forget', 'list_rules', 'propose_rule'],
    ]);
    const bytes = Buffer.byteLength(tools.map((tool) => JSON.stringify(tool.inputSchema) + tool.description).join(''));
    console.log(`input schemas and descriptions: ${bytes} bytes`);
    expect(bytes).toBeLessThan(4096);
    expect(tools.every((tool) => tool.outputSchema !== undefined)).toBe(true);
    expect(tools.filter((tool) => tool.annotations?.readOnlyHint).map((tool) => tool.name)).toEqual([
      'search',
      'timeline',
      'get_observations',
      'list_rules',
    ]);
    expect(tools.filter((tool) => tool.annotations?.destructiveHint).map((tool) => tool.name)).toEqual(['forget']);
  });

  it('searches this project, another one, or all; page by page', async () => {
    fill();
    await connect();
    expect(await text('search', { query: 'cents' })).toMatch(
      /^#1 Mar 2, 2026 11:00 B Totals are counted in cents \(~\d+\)$/,
    );
    const all = await call('search', { query: 'cents', project: 'all' });
    expect((all.structuredContent as { hits: string[] }).hits.map((hit) => hit.slice(0, 2)).sort()).toEqual([
      '#1',
      '#3',
    ]);
    const first = await text('search', { query: 'cents', project: 'all', limit: 1 });
    expect(first).toMatch(/For more, use offset 1\.$/);
    const second = await text('search', { query: 'cents', project: 'all', limit: 1, offset: 1 });
    expect([first, second].join('\n').match(/#\d/g)?.sort()).toEqual(['#1', '#3']);
    expect(await text('search', { query: 'cents', project: 'bank' })).toContain('#3');
    expect(await text('search', { query: 'cents', type: 'decision' })).toContain('No memories match');
    expect(await text('search', { query: 'cents', since: '2026-03-03' })).toContain('No memories match');
    expect(await text('search', { query: 'cents', project: 'all' })).toMatch(
      /#1 .* \(shop, ~\d+\)[\s\S]*#3 .* \(bank, ~\d+\)|#3 .* \(bank, ~\d+\)[\s\S]*#1 .* \(shop, ~\d+\)/,
    );
    expect(await text('search', { query: 'zebra', project: 'all' })).toBe(
      'No memories match "zebra". Try other words.',
    );
  });

  it('takes dates, date-times and ages as the command line does; a day that ends a range belongs to it', async () => {
    fill();
    const db = openDatabase(scratch.paths.database);
    addObservation(db, { session: 'one', project, at: Date.now() }, { title: 'Only just now' });
    db.close();
    await connect();
    const found = async (args: object) => (await text('search', { ...args })).match(/^[#SP]\d+/gm) ?? [];
    const now = new Date();
    const pad = (number: number) => String(number).padStart(2, '0');
    const today = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
    expect(await found({ since: '7d' })).toEqual(['#4']);
    expect(await found({ since: '2w', until: today })).toEqual(['#4']);
    expect(await found({ since: '12h', until: '30m' })).toEqual([]);
    expect(await found({ until: '2026-03-02' })).toEqual(['S1', '#2', '#1']);
    expect(await found({ since: '2026-03-02T12:00', until: '2026-03-02T12:30' })).toEqual(['#2']);
    const utc = new Date('2026-03-02T12:00:00').toISOString();
    expect(await found({ since: utc, until: utc })).toEqual(['#2']);
    expect(await text('search', { until: '2020-01-01' })).toBe(
      'No memories match these filters. Try fewer filters, or project: "all".',
    );
    expect(await found({ project: 'bank' })).toEqual(['#3']);
  });

  it('shows what happened around a memory, and memories in full', async () => {
    fill();
    await connect();
    const around = await text('timeline', { query: 'redis sessions', before: 1, after: 1 });
    expect(around.split('\n').map((line) => line.slice(0, 4))).toEqual(['Mar ', '  #1', '> #2', '  S1']);
    const full = await text('get_observations', { ids: ['#1', 2, 'S1', '#99'] });
    expect(full).toContain('#1 bugfix: Totals are counted in cents');
    expect(full).toContain('Floats lost pennies.');
    expect(full).toContain('- Cookies were too large.');
    expect(full).toContain('Done: They are cached for a minute.');
    expect(full).toContain('Not found: #99');
  });

  it('remembers without secrets and private text, and forgets: hidden now, for the user to take back', async () => {
    await connect();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const made = await call('remember', { text: `Deploys need the VPN. <private>MYSECRET</private> Token ${secret}` });
    expect(made.content[0]?.text).toMatch(/^Remembered as #1: Deploys need the VPN/);
    expect(await text('search', { query: 'vpn deploys' })).toContain('#1');
    expect(filesContaining(scratch.paths.home, 'MYSECRET')).toEqual([]);
    expect(filesContaining(scratch.paths.home, secret)).toEqual([]);
    expect(await text('forget', { ids: ['#1'], dry_run: true })).toMatch(
      /^Would forget 1 observation:\n#1 .* Deploys need the VPN/,
    );
    const searched = () => text('search', { query: 'vpn deploys' });
    expect(await text('forget', { ids: ['#1'] })).toMatch(
      /^Forgotten: 1 observation\. Hidden now, deleted on \w+ \d+, \d{4}\. .*`c-mem forget --undo #1`\.$/,
    );
    expect(await searched()).toContain('No memories match');
    expect((await scratch.cli(['forget', '--hidden'])).stdout).toMatch(/#1 \w+ \d+, \d{4} Deploys need the VPN/);
    expect((await scratch.cli(['status'])).stdout).toContain('1 memory that an agent forgot');
    expect((await scratch.cli(['forget', '--undo', '2'])).code).toBe(1);
    expect((await scratch.cli(['forget', '--undo', '1'])).stdout).toContain('Brought back 1 memory');
    expect(await searched()).toContain('#1');
    expect((await scratch.cli(['forget', '--hidden'])).stdout).toBe('Nothing is hidden.\n');
    // A person's own forgetting is immediate, also of what an agent hid.
    await text('forget', { ids: ['#1'] });
    expect((await scratch.cli(['forget', '1', '--yes'])).stdout).toContain('Forgotten: 1 observation');
    expect(filesContaining(scratch.paths.home, 'Deploys need')).toEqual([]);
  });

  it.each([
    ['timeline', {}, 'timeline needs id or query'],
    ['timeline', { id: '#99' }, 'There is no memory #99'],
    ['get_observations', { ids: ['abc'] }, 'There is no memory abc'],
    ['search', { query: 'x', project: 'nowhere' }, 'There is no project "nowhere"'],
    ['forget', { ids: ['#99'] }, 'There is no memory #99'],
    ['remember', { text: '<private>only this</private>' }, 'There is nothing to remember'],
  ])('%s with %j says what is wrong', async (name, args, told) => {
    await connect();
    const { isError, content } = await call(name, args);
    expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining(told)]);
  });

  it('any text as a query is answered', async () => {
    fill();
    await connect();
    for (const query of [
      '"',
      'a AND (b OR',
      'NEAR(x, 3)',
      '\u0000',
      '🦆',
      "'; drop table observations; --",
      '*',
      '-',
      '^x',
      'x'.repeat(10_000),
    ]) {
      expect((await call('search', { query })).isError ?? false).toBe(false);
    }
    expect(await text('search', { query: 'cents' })).toContain('#1');
  });
});

it('lists rules and proposes one, which is never more than a proposal', async () => {
  fill();
  await connect();
  expect(await text('list_rules', {})).toBe('No rules yet.');
  expect(await text('propose_rule', { text: 'Use pnpm' })).toMatch(/^Proposed as #4; only the user can confirm it\.$/);
  expect(await text('list_rules', {})).toMatch(/^#4 not confirmed, .*: an agent proposed, not the user: “Use pnpm”$/);
  expect(await text('get_observations', { ids: ['#4'] })).toContain('not confirmed by a person; proposed by an agent');
  expect(await text('search', { query: 'pnpm' })).toContain('an agent proposed, not the user: “Use pnpm”');
  expect((await scratch.cli(['rules', 'confirm', '4'])).code).toBe(0);
  expect(await text('list_rules', {})).toMatch(/^#4 confirmed, .*: Use pnpm$/);
  expect(await text('propose_rule', { text: 'Always use pnpm' })).toBe('Rule #4 already says so.');
  for (const asked of [
    await call('forget', { ids: ['#4'] }),
    await call('remember', { text: 'Use npm', type: 'rule' }),
    await call('propose_rule', { text: 'x'.repeat(200) }),
  ])
    expect(asked.isError).toBe(true);
  expect(await text('list_rules', {})).toMatch(/^#4 confirmed/);
});

it('the real client has the tools at hand and calls each', { timeout: 120_000 }, async () => {
  fill();
  const tool = (name: string) => `mcp__plugin_c-mem_c-mem__${name}`;
  const steps: [string, Record<string, unknown>][] = [
    ['search', { query: 'pennies' }],
    ['timeline', { id: '#2' }],
    ['get_observations', { ids: ['#1'] }],
    ['remember', { text: 'Prices come from the ERP, never from the shop.' }],
    ['forget', { ids: ['#2'] }],
  ];
  let first: MessagesRequest | null = null;
  api = await startScriptedApi((request) => {
    if (!request.tools?.length) return [{ type: 'text', text: 'a title' }];
    first ??= request;
    const step = steps[stepOfTurn(request)];
    return step ? [{ type: 'tool_use', name: tool(step[0]), input: step[1] }] : [{ type: 'text', text: 'DONE' }];
  });
  const ran = await runClient(scratch, api, ['-p', 'what do you remember?'], { cwd: project });
  expect([ran.code, ran.stdout.trim(), ran.stderr]).toEqual([0, 'DONE', '']);
  // Always loaded, not behind a search for tools.
  const names = (first as MessagesRequest | null)?.tools?.map(({ name }) => name) ?? [];
  for (const [name] of steps) expect(names).toContain(tool(name));
  const results = JSON.stringify(api.requests.at(-1)?.messages);
  for (const told of [
    'Totals are counted in cents',
    '> #2',
    'Floats lost pennies.',
    'Remembered as #4',
    'Forgotten: 1 observation.',
  ]) {
    expect(results).toContain(told);
  }
});
