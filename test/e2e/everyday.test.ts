// Small things that people meet every day: completion, shortened IDs, undo, prices before anything is spent, a line at the
// start, imports of a part, the demo.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { cli, project, scratch, useCliBench } from '../helpers/cli-bench.ts';
import { startModelServer } from '../helpers/model-server.ts';
import { fixtureSession, payload } from '../helpers/payloads.ts';
import { addObservation } from '../helpers/records.ts';
import { ROOT, run } from '../helpers/scratch.ts';
import { onTerminal } from '../helpers/terminal.ts';

useCliBench();

const names = async (...words: string[]) => (await cli('completion', '--names', ...words)).stdout.trim().split('\n');

it('completes commands, options and their values', async () => {
  expect(await names()).toEqual(expect.arrayContaining(['search', 'provider', 'demo']));
  expect(await names('search')).toEqual(expect.arrayContaining(['--type', '--since', '--help']));
  expect(await names('search', '--type')).toEqual(expect.arrayContaining(['decision', 'bugfix']));
  expect(await names('search', '--type')).not.toContain('--help');
  expect(await names('search', '--project')).toEqual(expect.arrayContaining(['shop', 'bank']));
  expect(await names('search', '--session')).toEqual(expect.arrayContaining(['one', 'two']));
  expect(await names('config', 'set')).toEqual(expect.arrayContaining(['provider', 'context.visibleLine']));
  expect(await names('config', 'set', 'provider')).toEqual(expect.arrayContaining(['embedded', 'claude']));
  expect(await names('import')).toEqual(expect.arrayContaining(['claude-code', 'gemini', 'claude-mem']));
  const script = (await cli('completion', 'bash')).stdout;
  const complete = `c-mem() { '${process.execPath}' '${join(ROOT, 'dist', 'c-mem.cjs')}' "$@"; }
${script}
COMP_WORDS=(c-mem config set pro) COMP_CWORD=3; _c_mem; echo "\${COMPREPLY[@]}"`;
  expect((await run('bash', ['-c', complete], scratch.env)).stdout.trim()).toBe('provider');
});

it('takes the beginning of a session ID, if it is only one', async () => {
  const db = openDatabase(scratch.paths.database);
  for (const id of ['8a67aaaa-1', '8a67bbbb-2', '77777777-3'])
    addObservation(db, { session: id, project, at: Date.now(), prompt: 1 }, { title: `Otters of ${id}` });
  db.close();
  expect((await cli('search', '--session', '8a67a')).stdout).toContain('Otters of 8a67aaaa-1');
  expect((await cli('search', '--session', '8a67a')).stdout).not.toContain('8a67bbbb');
  expect((await cli('search', '--session', '8a67')).stderr).toContain('More than one session ID begins with "8a67"');
  expect((await cli('search', '--session', '77')).stderr).toContain('not enough of a session ID');
  expect((await cli('forget', '--session', '7777', '--dry-run')).stdout).toContain('Otters of 77777777-3');
  expect((await cli('why', '7777')).code).toBe(0);
});

it('undoes a merge', async () => {
  const merged = await cli('projects', '--merge', 'bank', '--to', 'shop', '--yes');
  const [, id = ''] = /c-mem projects --unmerge (\d+)/.exec(merged.stdout) ?? [];
  expect((await cli('projects')).stdout).not.toContain('bank  ');
  expect((await cli('projects', '--unmerge', id)).stdout).toBe('bank is a project of its own again, with 1 session.\n');
  expect((await cli('search', 'cents', '--project', 'bank')).stdout).toContain('The bank counts in cents');
  expect((await cli('projects', '--unmerge', id)).code).toBe(1);
});

describe('a model', () => {
  it('is set up step by step: hidden key, price, test call; nothing is stored before the end', async () => {
    const server = await startModelServer('openai', () => ({ say: 'OK' }));
    const program = `'${process.execPath}' '${join(ROOT, 'dist', 'c-mem.cjs')}'`;
    const words = ['sh', '-c', `stty cols 100 rows 40; exec ${program} provider setup openai`];
    const env = { ...scratch.env, TERM: 'xterm' };
    try {
      const ran = await onTerminal(words, {
        env,
        cwd: project,
        answers: [
          ['Address of the API', `${server.url}/v1\r`],
          ['Key for openai', 'sk-hidden-4711\r'],
          ['a small, cheap one', '\u001b[B\r'],
          ['Make one test call now?', 'y\r'],
        ],
      });
      expect(ran.stdout).toContain('costs nothing but time');
      expect(ran.stdout).toMatch(/answered in [\d.]+ s/);
      expect(ran.stdout).not.toContain('sk-hidden-4711');
      expect(server.asked.at(-1)?.headers['authorization']).toBe('Bearer sk-hidden-4711');
      const stored = JSON.parse(readFileSync(scratch.paths.settings, 'utf8'));
      expect(stored).toEqual({
        provider: 'openai',
        baseUrl: `${server.url}/v1`,
        apiKey: 'sk-hidden-4711',
        model: 'small-1',
      });
      const tested = await cli('provider', 'test');
      expect([tested.code, tested.stderr]).toEqual([0, '']);
      expect(tested.stdout).toContain('answered in');
    } finally {
      await server.close();
    }
    const failed = await cli('provider', 'test');
    expect([failed.code, failed.stdout]).toEqual([1, expect.stringMatching(/^No answer: .*Start the server/)]);
  });

  it('says its price before turns are compressed again', async () => {
    writeFileSync(scratch.paths.settings, JSON.stringify({ provider: 'anthropic', apiKey: 'k' }));
    const db = openDatabase(scratch.paths.database);
    db.exec(`insert into events (session_id, project_id, key, kind, source, prompt_number, payload, payload_bytes, created_at, stored_at)
        values ('one', 1, 'x:1', 'stop', 'hook', 1, x'00', 4000, 1, 1);
      insert into jobs (session_id, purpose, state, first_event, last_event, size, prompt_number, run_at, outcome, provider, created_at)
        select 'one', 'turn', 'done', max(id), max(id), 1, 1, 0, 'memories', 'embedded', 0 from events;`);
    db.close();
    const { stdout } = await cli('recompress', '--all', '--dry-run');
    expect(stdout).toMatch(
      /Would recompress 1 turn with `anthropic`\. That is about [\d,]+ tokens, \$0\.\d\d; the caps are/,
    );
  });
});

it('shows a line at the start, if it is wanted', async () => {
  const session = fixtureSession(project);
  const start = async () =>
    JSON.parse((await scratch.hook('SessionStart', payload(session, 'SessionStart', { source: 'startup' }))).stdout);
  expect(await start()).not.toHaveProperty('systemMessage');
  await cli('config', 'set', 'context.visibleLine', 'on');
  expect((await start())['systemMessage']).toBe('C-Mem: 2 memories of shop; last: Redis keeps the sessions');
  await cli('worker', 'stop');
});

it('imports the sessions of one project, or of some days', { timeout: 60_000 }, async () => {
  const folder = join(scratch.home, '.claude', 'projects');
  const write = (name: string, cwd: string, at: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    const base = { sessionId: `${name}-session`, cwd, timestamp: at, version: '2.1.0', userType: 'external' };
    const lines = [
      {
        ...base,
        type: 'user',
        uuid: `${name}-1`,
        parentUuid: null,
        message: { role: 'user', content: `Feed the ${name}` },
      },
      {
        ...base,
        ...{ type: 'assistant', uuid: `${name}-2`, parentUuid: `${name}-1` },
        message: { role: 'assistant', content: [{ type: 'text', text: `I fed the ${name}.` }] },
      },
    ];
    writeFileSync(
      join(folder, name, `${name}-session.jsonl`),
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
  };
  write('otters', project, '2026-01-05T10:00:00Z');
  write('herons', join(scratch.home, 'zoo'), '2026-01-06T10:00:00Z');
  const count = async (...args: string[]) =>
    (JSON.parse((await cli('import', 'claude-code', '--json', ...args)).stdout) as { sessions: number }).sessions;
  expect(await count('--until', '2026-01-04')).toBe(0);
  expect(await count('--project', '.')).toBe(1);
  expect(await count('--project', 'zoo', '--until', '2026-01-06')).toBe(1);
  expect((await cli('search', 'otters', '--project', 'shop')).stdout).toContain('otters');
  expect((await cli('import', 'x.jsonl', '--since', 'today')).stderr).toContain('only for the sessions of a host');
  await cli('worker', 'stop');
  // What was imported is not offered again.
  const installed = await cli('install', '--yes', '--host', 'claude-code');
  expect(installed.stdout).not.toContain('past session');
  expect(installed.stdout).toMatch(/C-Mem knows \d+ sessions, \d+ memories\. Try: c-mem search \S+/);
  expect(installed.stdout).toContain('.c-mem/launcher:$PATH');
  await cli('worker', 'stop');
});

it('the command in the data folder runs, and goes with the program', async () => {
  await cli('install', '--yes', '--host', 'claude-code');
  const launcher = join(scratch.paths.home, 'launcher', 'c-mem');
  expect((await run(launcher, ['--version'], scratch.env)).stdout).toBe((await cli('--version')).stdout);
  expect((await run(launcher, ['show', '1'], scratch.env)).stdout).toContain('Totals are counted in cents');
  await cli('worker', 'stop');
  await cli('uninstall', '--yes');
  expect(existsSync(launcher)).toBe(false);
});

it('the status line says if nothing is captured here, and why', async () => {
  const line = async (stdin = '') =>
    (await run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), 'statusline'], scratch.env, stdin, scratch.home))
      .stdout;
  expect(await line()).toBe('c-mem: ready\n');
  await cli('projects', '--exclude', project);
  expect(await line()).toBe('c-mem: ready\n');
  expect(await line(JSON.stringify({ session_id: 's', cwd: project, workspace: {} }))).toBe('c-mem: excluded here\n');
  expect((await cli('statusline')).stdout).toBe('c-mem: excluded here\n');
  await cli('pause');
  expect(await line()).toBe('c-mem: paused\n');
});

it('an excluded project is marked, and excluding or including it twice is told', async () => {
  const excluded = await cli('projects', '--exclude', 'bank');
  expect(excluded.stdout).toMatch(/^Excluded /);
  expect(excluded.stdout).toMatch(
    /Its 1 observation is kept; .* deletes it\.|Its \d+ observations are kept; .* deletes them\./,
  );
  expect((await cli('projects')).stdout).toMatch(/ bank .*, excluded\n/);
  expect((await cli('projects', '--exclude', 'bank')).stdout).toMatch(/is already excluded\.\n$/);
  expect((await cli('projects', '--include', 'bank')).stdout).toMatch(/^Included /);
  expect((await cli('projects', '--include', 'bank')).stdout).toMatch(/was not excluded\.\n$/);
  expect((await cli('projects')).stdout).not.toContain('excluded');
});

it('a phrase is quoted once, a file that is not there is named, and a relative data folder is refused', async () => {
  expect((await cli('search', '"no such phrase"')).stdout).toContain('No memories match "no such phrase".');
  expect((await cli('search', 'nosuchword')).stdout).toContain('No memories match "nosuchword".');
  const made = await cli('remember', 'Prices are integers', '--file', 'src/no-such-file.ts');
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('src/no-such-file.ts does not exist in')]);
  const program = join(ROOT, 'dist', 'c-mem.cjs');
  const relative = await run(process.execPath, [program, 'status'], { ...scratch.env, C_MEM_HOME: 'relative' });
  expect(relative.code).toBe(2);
  expect(relative.stderr).toContain('C_MEM_HOME is "relative", which is not an absolute path');
});

it('a prompt whose words were forgotten says so', async () => {
  const db = openDatabase(scratch.paths.database);
  const { lastInsertRowid } = db
    .prepare(
      "insert into prompts (session_id, project_id, number, text_hash, text, created_at) values ('one', 1, 77, '', '', 1)",
    )
    .run();
  db.close();
  expect((await cli('show', `P${lastInsertRowid}`)).stdout).toContain('(its words were forgotten)');
});
