// In people's hands: the packed package, installed into a scratch home, with the real client.
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  agent,
  claude,
  cli,
  git,
  project,
  requestsWith,
  scratch,
  settled,
  status,
  told,
  tool,
  useInstalledBench,
} from '../helpers/installed-bench.ts';
import { installPacked } from '../helpers/packed.ts';
import { filesContaining, run } from '../helpers/scratch.ts';
import { Sqlite } from '../helpers/sqlite.ts';

useInstalledBench();

const SECRET = `ghp_${'q7Zx'.repeat(9)}`;

/** Session one: reads, edits, a failing and then passing command, a subagent, a private block, a secret. */
async function sessionOne(): Promise<void> {
  const test = { command: 'node check.js', description: 'Run the check' };
  agent.steps = [
    [tool('Read', { file_path: join(project, 'cart.js') })],
    [
      tool('Write', {
        file_path: join(project, 'check.js'),
        content:
          "const { total } = require('./cart.js');\nif (total([10, 20]) !== 30 || total.unit !== 'cents') throw new Error('totals must be in cents');\n",
      }),
    ],
    [tool('Bash', test)],
    [
      tool('Edit', {
        file_path: join(project, 'cart.js'),
        old_string: '0);\n',
        new_string: "0);\nexports.total.unit = 'cents';\n",
      }),
    ],
    [tool('Bash', test)],
    [
      tool('Agent', {
        description: 'look',
        prompt: 'SUBAGENT look at taxes',
        subagent_type: 'general-purpose',
        run_in_background: false,
      }),
    ],
    [tool('Bash', { command: `echo "key ${SECRET} <private>QZX-tool</private>"`, description: 'Say it' })],
  ];
  agent.last =
    'I fixed computeTotal: totals are counted in cents now, because floats lost pennies. The check failed before and passes now.';
  const ran = await claude(['-p', 'The totals in the cart are wrong by a penny. <private>QZX-prompt</private>']);
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  agent.steps = [];
  agent.last = 'FINAL';
}

describe('installed by one command', () => {
  beforeEach(async () => {
    const installed = await cli('install', '--yes', '--host', 'claude-code');
    expect([installed.code, installed.stderr]).toEqual([0, '']);
  });

  it('session two knows what session one did, and so does a worktree; another project does not', {
    timeout: 180_000,
  }, async () => {
    await sessionOne();
    await settled(1);
    expect((await claude(['-p', 'SESSION-TWO what is next?'])).stdout).toBe('FINAL\n');
    const context = told(requestsWith('SESSION-TWO')[0]);
    for (const word of [
      'The totals in the cart are wrong by a penny',
      'counted in cents',
      'cart.js',
      'Where we left off',
    ]) {
      expect(context).toContain(word);
    }
    for (const word of ['QZX-tool', 'QZX-prompt', SECRET]) {
      expect(JSON.stringify(requestsWith('SESSION-TWO'))).not.toContain(word);
      expect(filesContaining(scratch.paths.home, word)).toEqual([]);
    }

    const worktree = join(project, '..', 'shop-login');
    git('worktree', 'add', '-q', '-b', 'login', worktree);
    await claude(['-p', 'IN-WORKTREE hello'], worktree);
    expect(told(requestsWith('IN-WORKTREE')[0])).toContain('counted in cents');

    const other = join(project, '..', 'bank');
    mkdirSync(other);
    await claude(['-p', 'IN-BANK hello'], other);
    expect(told(requestsWith('IN-BANK')[0])).toContain('No memories for bank yet');
    expect(told(requestsWith('IN-BANK')[0])).not.toContain('cents');
  });

  it('after it was compacted, a session knows what it did; a prompt about an old topic gets its memory', {
    timeout: 180_000,
  }, async () => {
    await sessionOne();
    await settled(1);
    const id = '44444444-4444-4444-8444-444444444444';
    agent.steps = [
      [
        tool('Write', {
          file_path: join(project, 'tax.js'),
          content: 'exports.tax = (cents) => Math.round(cents * 0.19);\n',
        }),
      ],
    ];
    agent.last = 'I added tax.js, which rounds the tax once per invoice.';
    await claude(['-p', 'Add taxes to the shop', '--session-id', id]);
    agent.steps = [];
    agent.last = 'FINAL';
    await settled(2);
    const compacted = await claude(['-p', '/compact', '--resume', id]);
    expect([compacted.code, compacted.stderr]).toEqual([0, '']);
    await claude(['-p', 'AFTER-COMPACT go on', '--resume', id]);
    const context = told(requestsWith('AFTER-COMPACT')[0]);
    expect(context).toContain('Earlier in this session');
    expect(context).toContain('Add taxes to the shop');

    // Old by now: so much happened since that the start no longer tells it.
    const db = new Sqlite(scratch.paths.database);
    db.exec(
      "update observations set created_at = created_at - 90 * 86400000 where narrative like '%pennies%' or title like '%cents%'; update summaries set created_at = created_at - 90 * 86400000 where completed like '%pennies%'",
    );
    db.close();
    writeFileSync(scratch.paths.settings, JSON.stringify({ contextObservations: 1, contextFull: 1 }));
    await claude(['-p', 'OLD-TOPIC why did computeTotal lose pennies?']);
    const last2 = requestsWith('OLD-TOPIC')[0];
    expect(told(last2)).toContain('that match this prompt');
    expect(told(last2)).toContain('floats lost pennies');
  });

  it('the agent searches, looks around, reads, remembers and forgets', { timeout: 120_000 }, async () => {
    await sessionOne();
    await settled(1);
    const mcp = (name: string, input: Record<string, unknown>) => [tool(`mcp__plugin_c-mem_c-mem__${name}`, input)];
    agent.steps = [
      mcp('search', { query: 'pennies' }),
      mcp('timeline', { query: 'pennies' }),
      mcp('get_observations', { ids: ['#1'] }),
      mcp('remember', { text: 'Prices come from the ERP.' }),
      mcp('search', { query: 'ERP prices' }),
      mcp('forget', { ids: ['S1'] }),
    ];
    const ran = await claude(['-p', 'USE-MEMORY please']);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([0, 'FINAL\n', '']);
    const results = JSON.stringify(requestsWith('USE-MEMORY').at(-1)?.messages);
    for (const word of ['Remembered as #', 'Prices come from the ERP', '1 summary.']) expect(results).toContain(word);
    // Our own tools are not recorded.
    await settled(2);
    const db = new Sqlite(scratch.paths.database, { readonly: true });
    expect(db.prepare("select count(*) as n from events where tool_name like 'mcp__%'").get()).toEqual({ n: 0 });
    db.close();
  });

  it('upgraded over its data, taken out, purged: nothing is left but what is said', { timeout: 120_000 }, async () => {
    await sessionOne();
    await settled(1);
    const before = await status();
    // A newer version in the place of the old one.
    const next = installPacked(join(realpathSync(scratch.home), 'opt2'));
    const run2 = (...args: string[]) =>
      run(process.execPath, [join(next, 'plugin', 'dist', 'c-mem.cjs'), ...args], scratch.env, '', project);
    expect((await run2('install', '--yes', '--host', 'claude-code')).stderr).toBe('');
    expect(JSON.parse((await run2('status', '--json')).stdout)).toMatchObject({ events: before.events, problems: [] });
    await claude(['-p', 'AFTER-UPGRADE hello']);
    expect(told(requestsWith('AFTER-UPGRADE')[0])).toContain('counted in cents');

    const mine = () =>
      readdirSync(scratch.home, { recursive: true })
        .map(String)
        .filter((path) => /c-mem/.test(basename(path).replace(/c-mem-test-/, '')) && !/^(?:opt|\.c-mem)/.test(path));
    const out = await run2('uninstall', '--yes');
    expect(out.stderr).toBe('');
    expect(mine()).toEqual([]);
    expect(readFileSync(join(scratch.home, '.claude.json'), 'utf8')).not.toContain('opt2');
    await claude(['-p', 'WITHOUT-US hello']);
    expect(told(requestsWith('WITHOUT-US')[0])).toBe('');
    expect((await status()).events).toBeGreaterThanOrEqual(before.events);
    await run2('uninstall', '--purge', '--yes');
    expect(existsSync(scratch.paths.home)).toBe(false);
  });
});
