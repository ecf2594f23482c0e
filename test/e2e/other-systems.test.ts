// What differs on Windows and macOS, as far as it can be tried on Linux.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { identifyProject } from '../../src/capture/project.ts';
import { hooksFor, mcpFor } from '../../src/hosts/claude-code/hooks.ts';
import { HOSTS } from '../../src/hosts/index.ts';
import { engineName } from '../../src/store/sqlite/connect.ts';
import { runClient } from '../helpers/client.ts';
import { installPacked } from '../helpers/packed.ts';
import { fixtureSession, payload, prompt, stop } from '../helpers/payloads.ts';
import { createScratch, hookCommand, PLUGIN, ROOT, run, type Scratch, waitFor } from '../helpers/scratch.ts';
import { startScriptedApi, stepOfTurn } from '../helpers/scripted-api.ts';

let scratch: Scratch;
afterEach(() => scratch.dispose());

it('the hooks and the server of Windows, in the real client, without sh and awk on the path', {
  timeout: 120_000,
}, async () => {
  scratch = createScratch();
  const plugin = join(realpathSync(scratch.home), 'plugin');
  cpSync(PLUGIN, plugin, { recursive: true });
  writeFileSync(join(plugin, 'hooks', 'hooks.json'), JSON.stringify(hooksFor('win32')));
  writeFileSync(join(plugin, '.mcp.json'), JSON.stringify(mcpFor('win32')));
  const bin = join(scratch.home, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  symlinkSync(execFileSync('which', ['git'], { encoding: 'utf8' }).trim(), join(bin, 'git'));
  const project = join(realpathSync(scratch.home), 'shop');
  mkdirSync(project);
  const steps = [
    [{ type: 'tool_use' as const, name: 'Write', input: { file_path: join(project, 'a.js'), content: '1\n' } }],
    [{ type: 'tool_use' as const, name: 'mcp__plugin_c-mem_c-mem__remember', input: { text: 'Herons eat at noon.' } }],
  ];
  const api = await startScriptedApi((request) => {
    if (!request.tools?.length) return [{ type: 'text', text: 'a title' }];
    return steps[stepOfTurn(request)] ?? [{ type: 'text', text: 'The herons were fed.' }];
  });
  // Node 20 has no SQLite, and this copy of the plugin has nothing beside it.
  const native = engineName() === 'node:sqlite' ? {} : { NODE_PATH: join(ROOT, 'node_modules') };
  try {
    const client = (...args: string[]) =>
      runClient(scratch, api, args, { cwd: project, plugin, env: { PATH: bin, ...native } });
    const ran = await client('-p', 'Feed the herons. <private>QZX</private>');
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    await waitFor(async () => {
      const { spool, queue, sessions } = await scratch.status();
      return spool === 0 && sessions === 1 && queue.waiting + queue.running === 0;
    }, 'everything to be compressed');
    const kinds = scratch.rows<{ kind: string; n: number }>('select kind, count(*) n from events group by kind');
    expect(Object.fromEntries(kinds.map(({ kind, n }) => [kind, n]))).toMatchObject({
      ...{ session_start: 1, prompt: 1, tool: 1, stop: 1, session_end: 1 },
    });
    expect((await scratch.cli(['search', 'heron', 'noon'])).stdout).toContain('Herons eat at noon');
    steps.length = 0;
    await client('-p', 'SESSION-TWO what is next?');
    const asked = api.requests.find((r) => JSON.stringify(r.messages).includes('SESSION-TWO') && r.tools?.length);
    expect(/Feed the herons/.test(JSON.stringify(asked?.messages))).toBe(true);
  } finally {
    await api.close();
    await scratch.cli(['worker', 'stop']);
  }
});

describe('paths of Windows', () => {
  const FOLDERS = ['C:\\Users\\Jörg Ä\\my repo', 'D:/work/家/shop', '\\\\server\\share\\it’s mine'];
  it.each(HOSTS.map((host) => [host.name, host] as const))('%s reads them unchanged', (_name, host) => {
    scratch = createScratch();
    for (const cwd of FOLDERS) {
      const file = `${cwd}\\src\\cart ü.ts`;
      const event = host.readPayload('PostToolUse', {
        ...{ session_id: 's', conversation_id: 's', sessionId: 's', cwd, workspace_roots: [cwd] },
        ...{ tool_name: 'Read', tool_input: { file_path: file }, tool_response: {}, tool_use_id: 't' },
        ...{ toolName: 'view', toolArgs: { path: file } },
      });
      expect([host.name, event.sessionId]).toEqual([host.name, 's']);
      if (event.cwd !== null) expect(event.cwd).toBe(cwd);
      expect(JSON.stringify(event)).toContain(JSON.stringify(file).slice(1, -1));
    }
  });

  it('name their project by the last folder', () => {
    scratch = createScratch();
    expect(FOLDERS.map((folder) => identifyProject(folder).name)).toEqual(['my repo', 'shop', 'it’s mine']);
  });
});

it('a home with spaces, apostrophes and other alphabets', { timeout: 120_000 }, async () => {
  const odd = join(mkdtempSync(join(tmpdir(), 'c-mem-test-')), `Jörg's 家 $HOME; x`);
  scratch = createScratch({ home: odd });
  mkdirSync(join(odd, '.claude'));
  const folder = installPacked(join(realpathSync(odd), 'my tools'));
  const cli = (...args: string[]) =>
    run(process.execPath, [join(folder, 'plugin', 'dist', 'c-mem.cjs'), ...args], scratch.env);
  const installed = await cli('install', '--yes', '--host', 'claude-code');
  expect([installed.code, installed.stderr]).toEqual([0, '']);
  const session = fixtureSession(join(odd, 'my shop'));
  for (const [event, body] of [
    ['SessionStart', payload(session, 'SessionStart', { source: 'startup' })],
    ['UserPromptSubmit', prompt(session, 'Count the herons')],
    ['Stop', stop(session, 'I counted twelve herons.')],
  ] as const) {
    const { command, args, env } = hookCommand(event, join(folder, 'plugin'));
    const ran = await run(command, args, { ...scratch.env, ...env }, JSON.stringify(body));
    expect([event, ran.code, ran.stderr]).toEqual([event, 0, '']);
  }
  const launcher = (...args: string[]) => run(join(scratch.paths.home, 'launcher', 'c-mem'), args, scratch.env);
  await waitFor(async () => (await launcher('search', 'herons')).stdout.includes('herons'), 'the memory');
  const doctor = await launcher('doctor');
  expect([doctor.stdout, doctor.code, doctor.stderr]).toEqual([
    expect.stringContaining('Everything is working'),
    0,
    '',
  ]);
  await launcher('uninstall', '--purge', '--yes');
  expect(readdirSync(odd)).not.toContain('.c-mem');
});

it('a file that cannot be replaced for a moment', async () => {
  scratch = createScratch();
  // What a virus scanner does on Windows: the first renames of each process fail.
  const scanner = join(scratch.home, 'scanner.cjs');
  writeFileSync(
    scanner,
    `const fs = require('node:fs'); const real = fs.renameSync; let left = Number(process.env.FAILS);
fs.renameSync = (...args) => { if (left-- > 0) throw Object.assign(new Error('busy'), { code: process.env.CODE }); return real(...args); };`,
  );
  const session = fixtureSession('/home/dev/shop');
  mkdirSync(scratch.paths.home, { mode: 0o700 });
  writeFileSync(scratch.paths.workerInfo, JSON.stringify({ pid: process.pid }));
  const spooled = () => readdirSync(scratch.paths.spool);
  const hook = (FAILS: string, CODE: string) =>
    run(
      process.execPath,
      ['-r', scanner, join(PLUGIN, 'dist', 'hook.cjs'), 'Stop', 'plugin:claude-code'],
      { ...scratch.env, FAILS, CODE },
      JSON.stringify(stop(session, 'x')),
    );
  expect(await hook('2', 'EPERM')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await hook('3', 'EBUSY')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(spooled()).toHaveLength(2);
  // For good: nothing is left behind, and nothing is said.
  expect(await hook('99', 'EPERM')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(spooled()).toHaveLength(2);
  const env = { ...scratch.env, FAILS: '2', CODE: 'EPERM' };
  const set = await run(
    process.execPath,
    ['-r', scanner, join(PLUGIN, 'dist', 'c-mem.cjs'), 'config', 'set', 'idleMinutes', '8'],
    env,
  );
  expect([set.code, set.stderr]).toEqual([0, '']);
});
