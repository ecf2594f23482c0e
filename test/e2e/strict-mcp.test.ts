// Every MCP tool, taken from the list of the server itself, refuses what it does not know before it does anything.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../helpers/scratch.ts';
import { Sqlite } from '../helpers/sqlite.ts';
import { project, scratch, useStrictBench } from '../helpers/strict-bench.ts';

useStrictBench();

describe('MCP tools', () => {
  const RIGHT_ARGUMENTS: Record<string, Record<string, unknown>> = {
    search: { query: 'cents' },
    timeline: { id: '#1' },
    get_observations: { ids: ['#1'] },
    remember: { text: 'Deploys need the VPN' },
    forget: { ids: ['#1'] },
    list_rules: {},
    propose_rule: { text: 'Use pnpm' },
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
    ['list_rules', { project: 'shop' }, 'Unknown argument "project". list_rules takes no arguments.'],
    ['propose_rule', { text: ' ' }, 'The rule is empty'],
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
