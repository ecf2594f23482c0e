// Other hosts load our Claude Code plugin as it is. Their real clients are given prompts, files, file names and tool
// output that a shell would run: nothing of it may run, and nothing may be captured until that host is supported.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScratch, type Ran, ROOT, run, type Scratch } from '../helpers/scratch.ts';
import { clientProgram } from './clients.ts';
import { type ScriptedModels, type Step, startScriptedModels } from './scripted-models.ts';

const MARKER = 'C-MEM-RAN-THIS';
/** As a name of a file, too: no slash. */
const EVIL = `$(touch ${MARKER}) \`touch ${MARKER}\` ; touch ${MARKER} #`;

let scratch: Scratch;
let project: string;
let api: ScriptedModels;
beforeEach(() => {
  scratch = createScratch();
  project = join(scratch.home, 'project');
  mkdirSync(project);
  execFileSync('git', ['init', '-q', project]);
  writeFileSync(join(project, 'README.md'), `# Docs\n\n${EVIL}\n`);
  writeFileSync(join(project, `${EVIL}.txt`), EVIL);
});
afterEach(async () => {
  await api.close();
  await scratch.dispose();
});

/** Every file that something has made by running what was data. */
const ran = () =>
  readdirSync(scratch.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === MARKER)
    .map((entry) => join(entry.parentPath, entry.name));

/** A marketplace with the plugin as it is installed. */
function ours(): string {
  const folder = join(scratch.home, 'market');
  for (const part of ['plugin', '.claude-plugin', 'package.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  return folder;
}

/** One in the form that ran data before: if nothing runs here, the test could not see it anywhere. */
function unsafe(): string {
  const folder = ours();
  const hooks = (event: string) => [
    { hooks: [{ type: 'command', command: 'sh', args: ['-c', 'cat >/dev/null', 'sh', event], timeout: 10 }] },
  ];
  const events = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop'];
  writeFileSync(
    join(folder, 'plugin', 'hooks', 'hooks.json'),
    JSON.stringify({ hooks: Object.fromEntries(events.map((event) => [event, hooks(event)])) }),
  );
  return folder;
}

const HOSTS: Record<'codex' | 'copilot', { shell: string; key: string; session(market: string): Promise<Ran> }> = {
  codex: {
    shell: 'exec_command',
    key: 'cmd',
    async session(market) {
      const home = join(scratch.home, '.codex');
      mkdirSync(home);
      writeFileSync(
        join(home, 'config.toml'),
        [
          'model = "gpt-5.5"',
          'model_provider = "scripted"',
          'approval_policy = "never"',
          '[model_providers.scripted]',
          'name = "scripted"',
          `base_url = "${api.url}"`,
          'wire_api = "responses"',
          'requires_openai_auth = false',
          'supports_websockets = false',
          'request_max_retries = 0',
          'stream_max_retries = 0',
          '[analytics]',
          'enabled = false',
        ].join('\n'),
      );
      const program = clientProgram('codex');
      const codex = (args: string[]) => run(program, args, scratch.env, '', project);
      expect((await codex(['plugin', 'marketplace', 'add', market])).code).toBe(0);
      expect((await codex(['plugin', 'add', 'c-mem@c-mem'])).code).toBe(0);
      // A test may pass over the question whether the hooks are trusted; nothing that we install does.
      const flags = ['-s', 'read-only', '--dangerously-bypass-hook-trust', '--skip-git-repo-check'];
      return codex(['exec', ...flags, `read the docs ${EVIL}`]);
    },
  },
  copilot: {
    shell: 'bash',
    key: 'command',
    async session(market) {
      const env = {
        ...scratch.env,
        COPILOT_PROVIDER_BASE_URL: api.url,
        COPILOT_MODEL: 'gpt-4.1',
        COPILOT_OFFLINE: 'true',
        COPILOT_AUTO_UPDATE: 'false',
      };
      const copilot = (args: string[]) => run(clientProgram('copilot'), args, env, '', project);
      expect((await copilot(['plugin', 'marketplace', 'add', market])).code).toBe(0);
      expect((await copilot(['plugin', 'install', 'c-mem@c-mem'])).code).toBe(0);
      return copilot(['-p', `read the docs ${EVIL}`, '--allow-all-tools', '--allow-all-paths']);
    },
  },
};

describe.each(Object.entries(HOSTS))('%s', (_name, host) => {
  const steps = (): Step[] => [
    { tool: host.shell, input: { [host.key]: 'cat README.md', description: EVIL } },
    { tool: host.shell, input: { [host.key]: 'ls -1; cat *.txt', description: 'list' } },
    { tool: host.shell, input: { [host.key]: `printf '%s\\n' '${EVIL.replaceAll("'", '')}'`, description: 'print' } },
    { tool: host.shell, input: { [host.key]: 'cat not-there', description: 'fail' } },
    { text: `It is all there: ${EVIL}` },
  ];

  it('runs nothing of what it is shown, and nothing is captured', async () => {
    api = await startScriptedModels(steps());
    const { code, stdout, stderr } = await host.session(ours());
    expect([code, stderr.includes('panicked')]).toEqual([0, false]);
    // The whole turn took place: every step was asked for, the tool's output reached the model.
    expect(api.requests.length).toBeGreaterThanOrEqual(steps().length);
    expect(api.requests.at(-1)).toContain('# Docs');
    expect(stdout + stderr).not.toMatch(/hook.*fail/i);
    expect(ran()).toEqual([]);
    expect(existsSync(scratch.paths.spool) ? readdirSync(scratch.paths.spool) : []).toEqual([]);
    expect(existsSync(scratch.paths.database)).toBe(false);
  });

  it('would have run it in the form with arguments, which it drops', async () => {
    api = await startScriptedModels(steps());
    await host.session(unsafe());
    expect(ran()).not.toEqual([]);
  });
});
