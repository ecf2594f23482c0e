// `c-mem demo`: replays a recorded session through the real hooks in a temporary home folder, compresses it without a
// model, and shows what the next session will know. `npm start` runs it from a checkout.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineCommand } from 'citty';
import { searchPath } from '../../../config/environment.ts';
import { CMemError } from '../../../domain/errors.ts';
import { engineName, nativeModule, openStore, type Store } from '../../../store/index.ts';
import { demoEvents, demoFile } from '../../demo-session.ts';
import { paint, print } from '../../terminal/output.ts';

const WAIT_MS = 20_000;

export default defineCommand({
  meta: {
    name: 'demo',
    description: 'Show what C-Mem does, with a recorded session in a temporary folder',
    examples: ['c-mem demo'],
  },
  async run() {
    const home = mkdtempSync(join(tmpdir(), 'c-mem-demo-'));
    const stage = createStage(home);
    try {
      await perform(stage);
    } finally {
      stage.cli('worker', 'stop');
      rmSync(home, { recursive: true, force: true });
    }
  },
});

interface Stage {
  home: string;
  project: string;
  cli(...args: string[]): string;
  /** Runs the hook that the plugin names for this event, as the client would. */
  hook(event: string, payload: object): { stdout: string; ms: number };
}

function createStage(home: string): Stage {
  const plugin = join(__dirname, '..');
  const project = join(home, 'shop');
  const env = { PATH: searchPath(), HOME: home, CLAUDE_PROJECT_DIR: project, CLAUDE_PLUGIN_ROOT: plugin };
  const { hooks } = JSON.parse(readFileSync(join(plugin, 'hooks', 'hooks.json'), 'utf8')) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>;
  };
  return {
    home,
    project,
    cli: (...args) =>
      spawnSync(process.execPath, [join(__dirname, 'c-mem.cjs'), ...args], { env, encoding: 'utf8' }).stdout,
    hook(event, payload) {
      const command = hooks[event]?.[0]?.hooks[0]?.command ?? '';
      const [program, args] =
        process.platform === 'win32'
          ? [process.execPath, [join(plugin, 'dist', 'hook.cjs'), event, 'plugin:claude-code']]
          : ['/bin/sh', ['-c', command]];
      const start = process.hrtime.bigint();
      const { stdout } = spawnSync(program, args, { env, input: JSON.stringify(payload), encoding: 'utf8' });
      return { stdout, ms: Number(process.hrtime.bigint() - start) / 1e6 };
    },
  };
}

async function perform({ home, project, cli, hook }: Stage): Promise<void> {
  mkdirSync(join(project, 'src'), { recursive: true });
  mkdirSync(join(home, '.claude'));
  writeFileSync(join(project, demoFile.path), demoFile.content);
  if (engineName() === 'better-sqlite3') takeNativeModule(home);
  cli('install', '--yes');
  title("1. Replay a session through the plugin's hooks, in a temporary home folder");
  for (const [event, payload] of demoEvents(project)) {
    const { ms } = hook(event, payload);
    print(`  ${event.padEnd(20)} ${(payload.tool_name ?? '').padEnd(6)} ${ms.toFixed(1).padStart(6)} ms`);
  }
  const store = await whenCompressed(join(home, '.c-mem', 'c-mem.db'));
  title('2. What is stored: no private remark, no token, no copy of old files');
  for (const { id } of store.sessions.list({ projectId: null, status: null }, 10, null).sessions)
    for (const { kind, toolName, promptNumber, body } of store.events.ofSession(id)) {
      const text = JSON.stringify(body ?? {}).replaceAll(`${project}/`, '');
      const what = `${kind}${toolName ? ` ${toolName}` : ''}`;
      print(
        `  ${String(promptNumber ?? '-').padStart(2)}  ${what.padEnd(18)} ${text.length > 76 ? `${text.slice(0, 75)}…` : text}`,
      );
    }
  store.close();
  // Before the next session begins, which would count as one.
  const status = cli('status');
  title('3. What the next session in this project starts with');
  const transcript_path = join(home, '.claude', 'projects', '-shop', 'demo-two.jsonl');
  const next = { session_id: 'demo-two', transcript_path, cwd: project };
  const { stdout } = hook('SessionStart', { ...next, hook_event_name: 'SessionStart', source: 'startup' });
  indented(
    (JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput.additionalContext,
  );
  title('4. c-mem search "rounding cents"');
  indented(cli('search', 'rounding', 'cents'));
  title('5. c-mem status');
  indented(status);
  title('6. The viewer');
  const { url } = JSON.parse(cli('viewer', '--json')) as { url: string };
  if (process.stdout.isTTY && process.stdin.isTTY) {
    indented(`${url}\n\nThe link works once, within a minute. Press Enter to end the demo.`);
    await new Promise((done) => process.stdin.once('data', done));
    process.stdin.pause();
  } else indented(`It was served at ${new URL(url).origin}. This is not a terminal, so the demo ends here.`);
  print('', 'Nothing of this is kept. `c-mem install` sets it up for your own agents.');
}

const title = (text: string) => print('', paint('bold', text), '');
const indented = (text: string) => print(text.trimEnd().replaceAll(/^/gm, '  '));

/** What was downloaded once need not be downloaded again. */
function takeNativeModule(home: string): void {
  const file = nativeModule();
  if (!file.includes(join('.c-mem', 'native'))) return;
  cpSync(file, join(home, '.c-mem', 'native', basename(file)), { recursive: true });
}

/** The store, once the session's turn was compressed. */
async function whenCompressed(file: string): Promise<Store> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(50)) {
    if (!existsSync(file)) continue;
    try {
      const store = openStore(file, { readonly: true });
      if (store.memories.counts().observations > 0) return store;
      store.close();
    } catch {
      // It is being created.
    }
  }
  throw new CMemError('WORKER_NOT_STARTED', 'The session was not compressed');
}
