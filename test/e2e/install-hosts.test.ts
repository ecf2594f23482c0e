// `c-mem install` and `uninstall` with several hosts on the machine: only our entries come and go.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOSTS } from '../../src/hosts/index.ts';
import { createScratch, ROOT, run, type Scratch, waitFor } from '../helpers/scratch.ts';
import { onTerminal } from '../helpers/terminal.ts';

/** What users of these hosts may have, in forms that an editor would not write. */
const THEIRS: Record<string, string> = {
  '.codex/hooks.json': '{ "hooks": { "Stop": [{"hooks":[{"type":"command","command":"say done"}]}] } }',
  '.codex/config.toml': 'model = "gpt-5.5" # mine\n\n[mcp_servers.other]\ncommand = "x"',
  '.gemini/settings.json': '{\n\t"theme": "dark",\n\t"mcpServers": {"other": {"command": "x"}}\n}\n',
  '.config/opencode/opencode.jsonc': '{\n  // my models\n  "model": "a/b",\n}\n',
  '.copilot/mcp-config.json': '{"mcpServers":{}}',
  '.cursor/hooks.json': '{"version": 1, "hooks": {"stop": [{"command": "./mine.sh"}]}}\n',
  '.cursor/mcp.json': '{}',
};
const OTHERS = HOSTS.map(({ name }) => name).filter((name) => name !== 'claude-code');

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => scratch.dispose());

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(scratch.home, file)), { recursive: true });
    writeFileSync(join(scratch.home, file), text);
  }
}

/** Everything in the home folder but our own data. */
const found = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(scratch.home, { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.startsWith('.c-mem') && statSync(join(scratch.home, path)).isFile())
      .sort()
      .map((path) => [path, readFileSync(join(scratch.home, path), 'utf8')]),
  );

describe('with every host on the machine', () => {
  beforeEach(() => write({ ...THEIRS, '.claude/settings.json': '{}' }));

  it('all are found, shown, installed once, and left byte for byte as they were', async () => {
    const before = found();
    const dry = await scratch.cli(['install', '--dry-run']);
    for (const { title } of HOSTS.slice(1)) expect(dry.stdout).toContain(`${title}: add our`);
    expect(found()).toEqual(before);
    const installed = await scratch.cli(['install', '--yes']);
    expect([installed.code, installed.stderr]).toEqual([0, '']);
    expect(installed.stdout).toContain('Codex runs hooks only after you confirm them');
    const after = found();
    expect(JSON.parse(after['.codex/hooks.json'] ?? '').hooks.Stop[0].hooks[0].command).toBe('say done');
    expect(after['.config/opencode/opencode.jsonc']).toContain('// my models');
    const again = await scratch.cli(['install', '--yes']);
    for (const { title } of HOSTS.slice(1)) expect(again.stdout).toContain(`${title}: nothing to change`);
    expect(found()).toEqual(after);
    const doctor = await scratch.cli(['doctor', '--no-probe']);
    for (const name of ['gemini-cli', 'opencode', 'copilot-cli', 'cursor'])
      expect(doctor.stdout).toMatch(new RegExp(`ok +${name} +.*installed; no event yet`));
    expect(doctor.stdout).toMatch(/BAD +codex +Codex does not run its hooks: you have not confirmed them/);
    const gone = await scratch.cli(['uninstall', '--yes']);
    expect([gone.code, gone.stderr]).toEqual([0, '']);
    expect(found()).toEqual(before);
  });

  it('Codex counts as installed once the user has confirmed our hooks there, and not those of others', async () => {
    await scratch.cli(['install', '--yes', '--host', 'codex']);
    const config = join(scratch.home, '.codex', 'config.toml');
    const confirm = (event: string, at: number) =>
      writeFileSync(
        config,
        `${readFileSync(config, 'utf8')}\n[hooks.state."${scratch.home}/.codex/hooks.json:${event}:${at}:0"]\ntrusted_hash = "sha256:1"\n`,
      );
    const codex = async () => /^.* codex +.*$/m.exec((await scratch.cli(['doctor', '--no-probe'])).stdout)?.[0];
    for (const event of ['session_start', 'user_prompt_submit', 'post_tool_use', 'pre_compact', 'session_end'])
      confirm(event, 0);
    // Theirs is the first of this event.
    confirm('stop', 0);
    expect(await codex()).toMatch(/BAD .*does not run its hooks for Stop: you have not confirmed them/);
    confirm('stop', 1);
    expect(await codex()).toMatch(/ok .*Codex: installed; no event yet/);
  });

  // Codex runs nothing before the user has confirmed it.
  it.each(OTHERS.filter((name) => name !== 'codex'))(
    '%s: doctor sends a test event through the installed hook',
    async (name) => {
      await scratch.cli(['install', '--yes', '--host', name]);
      const { stdout } = await scratch.cli(['doctor']);
      expect(stdout).toMatch(/ok +probe +a test event went through hook, spool and ledger/);
      expect((await scratch.status()).events).toBe(0);
    },
  );

  it('without a terminal it shows what would change, and needs --yes', async () => {
    const before = found();
    const refused = await scratch.cli(['install']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/This changes:[\s\S]*Cursor: add our[\s\S]*Add --yes to confirm, or --dry-run/);
    expect(found()).toEqual(before);
    expect(existsSync(scratch.paths.home)).toBe(false);
    // Nothing of the user's is changed by installing it again.
    await scratch.cli(['install', '--yes']);
    expect((await scratch.cli(['install'])).code).toBe(0);
  });

  it('one host alone: the others are not touched, and it can be removed alone', async () => {
    const before = found();
    await scratch.cli(['install', '--yes', '--host', 'gemini-cli,cursor']);
    const changed = Object.entries(found()).filter(([file, text]) => before[file] !== text);
    expect(new Set(changed.map(([file]) => file.split('/')[0]))).toEqual(new Set(['.gemini', '.cursor']));
    const { stdout } = await scratch.cli(['uninstall', '--yes', '--host', 'cursor']);
    expect(stdout).toContain('C-Mem was removed from Cursor');
    const left = Object.entries(found()).filter(([file, text]) => before[file] !== text);
    expect(new Set(left.map(([file]) => file.split('/')[0]))).toEqual(new Set(['.gemini']));
    expect(existsSync(join(scratch.paths.home, 'bin'))).toBe(true);
    expect((await scratch.cli(['install', '--host', 'emacs'])).stderr).toContain('Unknown host "emacs"');
  });

  it('what others added since stays when we go', async () => {
    await scratch.cli(['install', '--yes', '--host', OTHERS.join(',')]);
    const settings = join(scratch.home, '.gemini', 'settings.json');
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('"dark"', '"light"'));
    const config = join(scratch.home, '.codex', 'config.toml');
    writeFileSync(config, `${readFileSync(config, 'utf8')}\n[hooks.state]\nx = 1\n`);
    await scratch.cli(['uninstall', '--yes']);
    const left = found();
    expect(left['.gemini/settings.json']).toBe(THEIRS['.gemini/settings.json']?.replace('"dark"', '"light"'));
    expect(left['.codex/config.toml']).toBe(
      `${THEIRS['.codex/config.toml']}\n\n[hooks.state]\nx = 1\n`.replace('"x"\n\n[hooks', '"x"\n[hooks'),
    );
    expect(JSON.stringify(left)).not.toContain('c-mem');
  });

  it('a link to a file elsewhere stays a link; a file that cannot be read is not changed', async () => {
    const real = join(scratch.home, 'dotfiles.json');
    writeFileSync(real, '{"theme": "dark"}');
    const link = join(scratch.home, '.gemini', 'linked');
    mkdirSync(link, { recursive: true });
    execFileSync('rm', [join(scratch.home, '.gemini', 'settings.json')]);
    symlinkSync(real, join(scratch.home, '.gemini', 'settings.json'));
    await scratch.cli(['install', '--yes', '--host', 'gemini-cli']);
    expect(readFileSync(real, 'utf8')).toContain('plugin:gemini-cli');
    await scratch.cli(['uninstall', '--yes']);
    expect(readFileSync(real, 'utf8')).toBe('{"theme": "dark"}');
    write({ '.cursor/hooks.json': '{"version" 1}' });
    const { code, stderr } = await scratch.cli(['install', '--yes', '--host', 'cursor']);
    expect([code, stderr.includes('cannot be read; it was not changed')]).toEqual([1, true]);
  });
});

describe('each hook as it is installed', () => {
  it.each(OTHERS.filter((name) => name !== 'opencode'))(
    '%s: one string, which runs nothing of its stdin',
    async (name) => {
      await scratch.cli(['install', '--yes', '--host', name]);
      const text = Object.values(found()).join('\n');
      const commands = [...text.matchAll(/"(?:command|bash)": ("sh -c [^\n]*plugin:[^\n]*?"),?\n/g)].map(
        ([, command]) => JSON.parse(command as string) as string,
      );
      expect(commands.length).toBeGreaterThanOrEqual(5);
      const evil = `$(touch RAN) \`touch RAN\`; touch RAN #'"\\`;
      for (const command of commands) {
        const shell = await run('/bin/sh', ['-c', command], scratch.env, evil, scratch.home);
        expect(shell).toEqual({ code: 0, stdout: '', stderr: '' });
        // Whatever part a host drops.
        for (const word of command.split(' ').slice(0, 3))
          await run(
            '/bin/sh',
            ['-c', word.replace(/'/g, '')],
            { ...scratch.env, PATH: '/nowhere' },
            evil,
            scratch.home,
          );
      }
      expect(existsSync(join(scratch.home, 'RAN'))).toBe(false);
    },
  );
});

it('Cursor’s rules file follows the memories of a project that wants one', async () => {
  const project = join(scratch.home, 'shop');
  execFileSync('git', ['init', '-q', '-b', 'main', project]);
  const cli = (...args: string[]) =>
    run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), ...args], scratch.env, '', project);
  await cli('install', '--yes', '--host', 'cursor');
  const file = join(project, '.cursor', 'rules', 'c-mem-context.mdc');
  const hook = (event: string, fields: object) =>
    run(
      process.execPath,
      [join(ROOT, 'dist', 'c-mem.cjs'), 'hook', '--host', 'cursor', event],
      scratch.env,
      JSON.stringify({ conversation_id: 'c1', generation_id: 'g1', workspace_roots: [project], ...fields }),
      project,
    );
  const turn = async (prompt: string, said: string) => {
    await hook('UserPromptSubmit', { prompt });
    await hook('AgentMessage', { text: said });
    await hook('Stop', { status: 'completed' });
  };
  await turn('Why are totals wrong?', 'Totals are counted in cents now, because floats lost pennies.');
  await waitFor(async () => (await scratch.status()).events >= 3, 'the events');
  // Only for projects whose user asked for it.
  expect(existsSync(file)).toBe(false);
  expect((await cli('cursor-rules')).stdout).toContain('Off');
  expect((await cli('cursor-rules', 'on')).stdout).toContain('On');
  await turn('Which color has the header?', 'The header is teal, as the brand guide demands.');
  await waitFor(() => existsSync(file) && readFileSync(file, 'utf8').includes('teal'), 'the newest memory in the file');
  expect(readFileSync(file, 'utf8')).toContain('alwaysApply: true');
  expect(execFileSync('git', ['-C', project, 'status', '--porcelain'], { encoding: 'utf8' })).toBe('');
  await cli('uninstall', '--yes');
  expect(existsSync(join(project, '.cursor'))).toBe(false);
});

it('a machine without agents is told so; one that comes later can be named', async () => {
  const bare = { ...scratch.env, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const none = await run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), 'install', '--yes'], bare);
  expect([none.code, none.stdout]).toEqual([2, '']);
  expect(none.stderr).toMatch(/No coding agent was found[\s\S]*c-mem install --host claude-code/);
  expect(readdirSync(scratch.home)).toEqual([]);
  const named = await scratch.cli(['install', '--yes', '--host', 'claude-code']);
  expect(named.stdout).toContain(`C-Mem runs from ${ROOT}: keep that folder.`);
});

it('uninstalling names what is left, and only what is', async () => {
  await scratch.cli(['install', '--yes', '--host', 'claude-code']);
  writeFileSync(join(scratch.home, '.bashrc'), 'export PATH="$HOME/.c-mem/launcher:$PATH"\n');
  const gone = await scratch.cli(['uninstall', '--yes']);
  expect(gone.stdout).toContain(`Your memories are still in ${scratch.paths.home}. Delete that folder to delete them.`);
  expect(gone.stdout).toContain('.bashrc still adds');
  await scratch.cli(['uninstall', '--purge', '--yes']);
  rmSync(join(scratch.home, '.bashrc'));
  expect((await scratch.cli(['uninstall'])).stdout).toBe('C-Mem is not installed.\n');
});

it('the command says what to do if the folder it runs from is gone', async () => {
  await scratch.cli(['install', '--yes', '--host', 'claude-code']);
  const launcher = join(scratch.paths.home, 'launcher', 'c-mem');
  expect((await run(launcher, ['version'], scratch.env)).code).toBe(0);
  const link = join(scratch.paths.home, 'bin', 'program');
  rmSync(link);
  symlinkSync(join(scratch.home, 'moved-away'), link);
  const ran = await run(launcher, ['status'], scratch.env);
  expect([ran.code, ran.stdout]).toEqual([1, '']);
  expect(ran.stderr).toMatch(/^c-mem: the folder that C-Mem was installed from is gone.*\n$/);
});

it('a terminal that reports no width is taken for an ordinary one', async () => {
  write({ '.claude/settings.json': '{}' });
  const program = [process.execPath, join(ROOT, 'dist', 'c-mem.cjs')];
  const shown = await onTerminal([...program, 'install'], {
    env: scratch.env,
    cwd: scratch.home,
    answers: [['What should turn', '\u0003']],
  });
  expect(shown.stdout).toContain('Planned changes');
  // Not a letter per line.
  expect(Math.max(...shown.stdout.split('\n').map((line) => line.length))).toBeGreaterThan(40);
});
