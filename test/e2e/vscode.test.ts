// The VS Code extension as it is built, with the editor's API replaced and everything of ours real: the bundle, the worker,
// the ledger. VS Code itself does not run here.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createScratch, ROOT, type Scratch, waitFor } from '../helpers/scratch.ts';

const FOLDER = join(ROOT, 'editors', 'vscode');
let vsix: string;
beforeAll(() => {
  vsix = execFileSync(process.execPath, [join(FOLDER, 'build.mjs')], { encoding: 'utf8' }).trim();
});

let scratch: Scratch;
let project: string;
beforeEach(async () => {
  scratch = createScratch();
  vi.stubEnv('C_MEM_HOME', scratch.paths.home);
  vi.stubEnv('HOME', scratch.home);
  project = join(scratch.home, 'shop');
  mkdirSync(project);
  execFileSync('git', ['init', '-q', project]);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await scratch.dispose();
});

type Listener = (event: unknown) => void;

/** What the extension asks of the editor, and what it told it. */
function fakeEditor(selection = '') {
  const on: Record<string, Listener> = {};
  const made: Record<string, unknown> = {};
  const commands: Record<string, () => Promise<unknown>> = {};
  const status = { text: '', tooltip: '', command: '', show: () => undefined, dispose: () => undefined };
  const keep = (name: string) => (listener: Listener) => {
    on[name] = listener;
    return { dispose: () => undefined };
  };
  const register = (id: string, what: unknown) => {
    made[id] = what;
    return { dispose: () => undefined };
  };
  const api = {
    env: { sessionId: 'window-1' },
    workspace: {
      workspaceFolders: [{ uri: { scheme: 'file', fsPath: project } }],
      onDidSaveTextDocument: keep('save'),
    },
    tasks: { onDidEndTaskProcess: keep('task') },
    window: {
      activeTextEditor: { document: { getText: () => selection }, selection: null },
      createStatusBarItem: () => status,
      showInputBox: async () => 'teal header',
      showQuickPick: async (items: unknown[]) => items[0],
      showInformationMessage: () => undefined,
      showWarningMessage: async (_text: string, _options: object, answer: string) => answer,
      showErrorMessage: (message: string) => {
        throw new Error(message);
      },
    },
    commands: {
      registerCommand(name: string, run: () => Promise<unknown>) {
        commands[name] = run;
        return { dispose: () => undefined };
      },
    },
    chat: { createChatParticipant: register },
    lm: { registerTool: register, registerMcpServerDefinitionProvider: register },
    LanguageModelTextPart: class {
      constructor(readonly value: string) {}
    },
    LanguageModelToolResult: class {
      constructor(readonly parts: { value: string }[]) {}
    },
    McpStdioServerDefinition: class {
      constructor(
        readonly label: string,
        readonly command: string,
      ) {}
    },
  };
  return { api, on, made, commands, status };
}

interface Extension {
  activate(context: { subscriptions: { dispose(): void }[] }): void;
  deactivate(): Promise<void>;
}

function load(vscode: object): Extension {
  const loader = Module as unknown as { _load: (name: string, ...rest: unknown[]) => unknown };
  const original = loader._load;
  loader._load = (name, ...rest) => (name === 'vscode' ? vscode : original(name, ...rest));
  try {
    const file = join(FOLDER, 'dist', 'extension.cjs');
    const require = createRequire(import.meta.url);
    delete require.cache[file];
    return require(file) as Extension;
  } finally {
    loader._load = original;
  }
}

it('a window is a session: questions, saves, tasks, and its end; commands and tools work', async () => {
  expect((await scratch.cli(['install', '--yes', '--host', 'cursor'])).code).toBe(0);
  const editor = fakeEditor('The header is teal, as the brand guide demands.');
  const subscriptions: { dispose(): void }[] = [];
  const extension = load(editor.api);
  extension.activate({ subscriptions });
  await editor.commands['c-mem.remember']?.();
  const said: string[] = [];
  const participant = editor.made['c-mem.memory'] as (
    request: object,
    context: object,
    stream: object,
  ) => Promise<void>;
  await participant({ prompt: 'Which color has the header?' }, {}, { markdown: (text: string) => said.push(text) });
  expect(said.join()).toContain('teal');
  editor.on['save']?.({ uri: { scheme: 'file', fsPath: join(project, 'src', 'cart.ts') }, lineCount: 3 });
  editor.on['save']?.({ uri: { scheme: 'file', fsPath: '/elsewhere/x.ts' }, lineCount: 3 });
  editor.on['task']?.({ exitCode: 1, execution: { task: { name: 'test', execution: { commandLine: 'npm test' } } } });
  const tool = editor.made['c-mem_search'] as { invoke(given: object): Promise<{ parts: { value: string }[] }> };
  expect((await tool.invoke({ input: { query: 'header color' } })).parts[0]?.value).toContain('teal');
  const provider = editor.made['c-mem'] as { provideMcpServerDefinitions(): { command: string }[] };
  expect(provider.provideMcpServerDefinitions()[0]?.command).toMatch(/c-mem-mcp$/);
  await waitFor(() => editor.status.text.includes('C-Mem'), 'the status bar');
  await extension.deactivate();
  for (const one of subscriptions) one.dispose();
  await waitFor(async () => (await scratch.status()).events >= 6, 'the events');
  const rows = scratch.rows<{ kind: string; tool_name: string | null }>(
    'select kind, tool_name from events order by id',
  );
  expect(rows.map(({ kind, tool_name }) => tool_name ?? kind)).toEqual([
    'session_start',
    'prompt',
    'FileSave',
    'RunTask',
    'stop',
    'session_end',
  ]);
  expect(scratch.rows('select id, host, status from sessions')).toEqual([
    { id: 'window-1', host: 'vscode', status: 'completed' },
  ]);
  await editor.commands['c-mem.copilotHooks']?.();
  expect(readFileSync(join(scratch.home, '.copilot', 'hooks', 'c-mem.json'), 'utf8')).toContain('copilot');
  await editor.commands['c-mem.forget']?.();
  await editor.commands['c-mem.search']?.();
  expect((await scratch.cli(['search', 'teal', '--project', project])).stdout).not.toContain('brand guide');
});

it('without C-Mem, it says how to install it and does nothing else', () => {
  const editor = fakeEditor();
  load(editor.api).activate({ subscriptions: [] });
  expect(editor.status.tooltip).toContain('npx c-mem install');
  expect([editor.on, editor.made]).toEqual([{}, {}]);
});

it('the package holds the extension, and the extension knows no address but loopback', () => {
  const bytes = readFileSync(vsix);
  const files: Record<string, string> = {};
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [packed, name] = [bytes.readUInt32LE(at + 18), bytes.readUInt16LE(at + 26)];
    const start = at + 30 + name;
    files[bytes.toString('utf8', at + 30, start)] = inflateRawSync(bytes.subarray(start, start + packed)).toString();
    at = start + packed;
  }
  expect(Object.keys(files)).toContain('extension.vsixmanifest');
  const manifest = JSON.parse(files['extension/package.json'] ?? '') as { main: string; dependencies?: object };
  expect(files[join('extension', manifest.main)]).toBe(readFileSync(join(FOLDER, 'dist', 'extension.cjs'), 'utf8'));
  expect(manifest.dependencies).toBeUndefined();
  expect(files['extension/dist/extension.cjs']?.match(/https?:\/\/[^\s"'`)]+/g) ?? []).toEqual([]);
});
