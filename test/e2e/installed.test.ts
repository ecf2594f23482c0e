// In people's hands: the packed package, installed into a scratch home, with the real client.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { liveWorker } from '../../src/process/worker-file.ts';
import { runClient } from '../helpers/client.ts';
import { installPacked } from '../helpers/packed.ts';
import {
  createScratch,
  filesContaining,
  killAndWait,
  type Ran,
  run,
  type Scratch,
  type StatusJson,
  waitFor,
} from '../helpers/scratch.ts';
import {
  type Block,
  type MessagesRequest,
  type ScriptedApi,
  startScriptedApi,
  stepOfTurn,
} from '../helpers/scripted-api.ts';

let scratch: Scratch;
let api: ScriptedApi;
let folder: string;
let project: string;
/** What the agent does next; changed by each test. */
let steps: Block[][] = [];
let last = 'FINAL';

beforeEach(async () => {
  scratch = createScratch();
  const home = realpathSync(scratch.home);
  folder = installPacked(join(home, 'opt'));
  project = join(home, 'work', 'shop');
  mkdirSync(project, { recursive: true });
  execFileSync('git', ['init', '-q', '-b', 'main', project]);
  writeFileSync(join(project, 'cart.js'), 'exports.total = (prices) => prices.reduce((a, b) => a + b, 0);\n');
  git('add', '.');
  git('commit', '-qm', 'start');
  steps = [];
  last = 'FINAL';
  api = await startScriptedApi((request) => {
    if (!request.tools?.length) return [{ type: 'text', text: 'a title' }];
    if (JSON.stringify(request.messages.at(0)).includes('SUBAGENT'))
      return [{ type: 'text', text: 'The subagent found rounding in tax.js.' }];
    return steps[stepOfTurn(request)] ?? [{ type: 'text', text: last }];
  });
});
afterEach(async () => {
  await api.close();
  await scratch.dispose();
});

const git = (...args: string[]) =>
  execFileSync('git', ['-C', project, '-c', 'user.name=dev', '-c', 'user.email=dev@example.org', ...args]);
const cli = (...args: string[]): Promise<Ran> =>
  run(process.execPath, [join(folder, 'dist', 'c-mem.cjs'), ...args], scratch.env, '', project);
const status = async () => JSON.parse((await cli('status', '--json')).stdout) as StatusJson;
const claude = (args: string[], cwd = project, env: Record<string, string> = {}) =>
  runClient(scratch, api, args, { cwd, plugin: null, env });
const tool = (name: string, input: Record<string, unknown>): Block => ({ type: 'tool_use', name, input });

/** Until everything is in the ledger and compressed. */
const settled = (sessions: number) =>
  waitFor(
    async () => {
      const { spool, queue, sessions: known } = await status();
      return spool === 0 && known >= sessions && queue.waiting + queue.running === 0;
    },
    'everything to be compressed',
    60_000,
  );

/** What we put before the model in the last conversation: all contexts in its first request after the prompt. */
function told(request: MessagesRequest | undefined): string {
  const text = JSON.stringify(request?.messages ?? []);
  return [...text.matchAll(/<c-mem-context>(.*?)<\/c-mem-context>/g)].map((match) => match[1]).join('\n');
}
const requestsWith = (word: string) =>
  api.requests.filter((r) => JSON.stringify(r.messages).includes(word) && r.tools?.length);

const SECRET = `ghp_${'q7Zx'.repeat(9)}`;

/** Session one: reads, edits, a failing and then passing command, a subagent, a private block, a secret. */
async function sessionOne(): Promise<void> {
  const test = { command: 'node check.js', description: 'Run the check' };
  steps = [
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
  last =
    'I fixed computeTotal: totals are counted in cents now, because floats lost pennies. The check failed before and passes now.';
  const ran = await claude(['-p', 'The totals in the cart are wrong by a penny. <private>QZX-prompt</private>']);
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  steps = [];
  last = 'FINAL';
}

describe('installed by one command', () => {
  beforeEach(async () => {
    const installed = await cli('install', '--yes');
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
    steps = [
      [
        tool('Write', {
          file_path: join(project, 'tax.js'),
          content: 'exports.tax = (cents) => Math.round(cents * 0.19);\n',
        }),
      ],
    ];
    last = 'I added tax.js, which rounds the tax once per invoice.';
    await claude(['-p', 'Add taxes to the shop', '--session-id', id]);
    steps = [];
    last = 'FINAL';
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
    steps = [
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
      run(process.execPath, [join(next, 'dist', 'c-mem.cjs'), ...args], scratch.env, '', project);
    expect((await run2('install', '--yes')).stderr).toBe('');
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

describe('whatever is broken, the client runs as without us', () => {
  const turn = async (env: Record<string, string> = {}) => {
    steps = [
      [tool('Bash', { command: 'echo hello', description: 'd' })],
      [tool('Read', { file_path: join(project, 'cart.js') })],
    ];
    const { code, stdout, stderr } = await claude(['-p', 'BROKEN please go on'], project, env);
    return { code, stdout, stderr };
  };
  let without: Awaited<ReturnType<typeof turn>>;
  beforeEach(async () => {
    without = await turn();
    expect(without).toEqual({ code: 0, stdout: 'FINAL\n', stderr: '' });
    await cli('install', '--yes');
  });
  /** The one that the installer has only just started is waited for. */
  const stopWorker = async () => {
    await waitFor(() => existsSync(scratch.paths.database) && liveWorker(scratch.paths.workerInfo), 'the worker');
    await cli('worker', 'stop');
  };
  const tools = async () => {
    await settled(1);
    const db = new Sqlite(scratch.paths.database, { readonly: true });
    const names = db
      .prepare<[], { n: string }>("select tool_name as n from events where kind = 'tool' order by id")
      .all()
      .map((row) => row.n);
    db.close();
    return names;
  };

  it('the worker killed again and again', { timeout: 120_000 }, async () => {
    let running = true;
    const killer = (async () => {
      while (running) {
        const worker = liveWorker(scratch.paths.workerInfo);
        if (worker) await killAndWait(worker.pid, 'SIGKILL');
        await new Promise((done) => setTimeout(done, 30));
      }
    })();
    expect(await turn()).toEqual(without);
    running = false;
    await killer;
    await cli('worker', 'start');
    expect(await tools()).toEqual(['Bash', 'Read']);
  });

  it('the store locked', { timeout: 120_000 }, async () => {
    await stopWorker();
    const holder = new Sqlite(scratch.paths.database);
    holder.pragma('locking_mode = exclusive');
    holder.exec('begin exclusive');
    expect(await turn()).toEqual(without);
    holder.close();
    await cli('worker', 'restart');
    expect(await tools()).toEqual(['Bash', 'Read']);
  });

  it('the data folder not writable', { timeout: 120_000 }, async () => {
    await stopWorker();
    renameSync(scratch.paths.home, `${scratch.paths.home}.away`);
    // Root may write to any folder; nobody may write into a file.
    writeFileSync(scratch.paths.home, '');
    expect(await turn()).toEqual(without);
    rmSync(scratch.paths.home);
    renameSync(`${scratch.paths.home}.away`, scratch.paths.home);
    // The session that could not be captured is noticed.
    const { stdout } = await cli('doctor');
    expect(stdout).toContain('but none of its events arrived');
    expect(stdout).toContain('0 faults, 1 warning.');
    expect(stdout).toContain('a test event went through hook, spool and ledger');
  });

  it('Node missing from the path: hot events are kept, the rest comes from the transcript', {
    timeout: 120_000,
  }, async () => {
    await stopWorker();
    rmSync(join(scratch.paths.home, 'bin'), { recursive: true });
    const bin = join(scratch.home, 'bin');
    mkdirSync(bin);
    for (const name of ['sh', 'bash', 'awk', 'mawk', 'mv', 'rm', 'mkdir', 'date', 'git', 'cat', 'env', 'uname']) {
      try {
        const real = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
        execFileSync('ln', ['-s', real, join(bin, name)]);
      } catch {
        // not on this machine
      }
    }
    expect(await turn({ PATH: bin })).toEqual(without);
    expect(readdirSync(scratch.paths.spool).length).toBeGreaterThan(0);
    await cli('worker', 'start');
    expect(await tools()).toEqual(['Bash', 'Read']);
  });

  it('our package half deleted', { timeout: 120_000 }, async () => {
    await stopWorker();
    for (const part of ['dist', join('plugin', 'scripts')]) {
      for (const name of readdirSync(join(folder, part)))
        if (name !== 'spool.sh') rmSync(join(folder, part, name), { recursive: true });
    }
    expect(await turn()).toEqual(without);
    rmSync(join(folder, 'plugin', 'scripts'), { recursive: true });
    expect(await turn()).toEqual(without);
    rmSync(folder, { recursive: true });
    const gone = await turn();
    expect([gone.code, gone.stdout]).toEqual([without.code, without.stdout]);
    installPacked(join(realpathSync(scratch.home), 'opt'));
    chmodSync(join(folder, 'dist', 'c-mem.cjs'), 0o755);
    await cli('worker', 'start');
    expect((await tools()).slice(0, 2)).toEqual(['Bash', 'Read']);
  });
});
