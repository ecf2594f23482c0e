// C-Mem in VS Code: connects the editor's events and commands with the recorder and the worker. No telemetry; the only
// network is loopback.
import * as vscode from 'vscode';
import { Recorder } from './recorder.ts';
import { type Memory, WorkerApi } from './worker-api.ts';

const IDLE_MS = 10 * 60_000;
const STATUS_MS = 60_000;
const RIGHT = 2;

let recorder: Recorder | null = null;

export function activate({ subscriptions }: vscode.ExtensionContext): void {
  const api = new WorkerApi();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const status = vscode.window.createStatusBarItem(RIGHT, 0);
  status.command = 'c-mem.search';
  status.show();
  subscriptions.push(status);
  if (!api.isInstalled()) {
    status.text = '$(circle-slash) C-Mem';
    status.tooltip = 'C-Mem is not installed: run `npx c-mem install` in a terminal.';
    return;
  }
  let trouble: string | null = null;
  const show = () => void showStatus(status, api, trouble);
  if (folder) {
    const onError = (error: Error) => {
      trouble = error.message;
      show();
    };
    const made = new Recorder({ api, sessionId: vscode.env.sessionId, folder, idleMs: IDLE_MS, onError });
    recorder = made;
    void made.begin();
    subscriptions.push(...watch(made, folder));
  }
  const timer = setInterval(show, STATUS_MS);
  subscriptions.push({ dispose: () => clearInterval(timer) }, ...provide(api, folder ?? 'all'), ...act(api, folder));
  show();
}

export async function deactivate(): Promise<void> {
  await recorder?.end();
  recorder = null;
}

/** Saves and tasks. */
function watch(made: Recorder, folder: string): vscode.Disposable[] {
  return [
    vscode.workspace.onDidSaveTextDocument(({ uri, lineCount }) => {
      if (uri.scheme === 'file' && uri.fsPath.startsWith(folder)) void made.saved(uri.fsPath, lineCount);
    }),
    vscode.tasks.onDidEndTaskProcess(({ exitCode, execution: { task } }) => {
      if (exitCode !== undefined) void made.ranTask(task.execution?.commandLine ?? task.name, exitCode);
    }),
  ];
}

/** What agents in the editor can use: a chat participant, a tool, and the MCP server. */
function provide(api: WorkerApi, project: string): vscode.Disposable[] {
  const found = async (query: string) => {
    const memories = await api.search(query, project);
    return memories.length === 0 ? 'Nothing is known about that.' : memories.map(line).join('\n');
  };
  return [
    vscode.chat.createChatParticipant('c-mem.memory', async ({ prompt }, _context, stream) => {
      void recorder?.asked(prompt);
      stream.markdown(await found(prompt).catch((error: Error) => error.message));
    }),
    vscode.lm.registerTool('c-mem_search', {
      invoke: async ({ input }) =>
        new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(await found(input.query))]),
    }),
    vscode.lm.registerMcpServerDefinitionProvider('c-mem', {
      provideMcpServerDefinitions() {
        const { command, args } = api.mcpServer();
        return [new vscode.McpStdioServerDefinition('C-Mem', command, args)];
      },
    }),
  ];
}

const NAMES = { observation: '#', summary: 'S', prompt: 'P', 'host-memory': 'H' };
const nameOf = ({ kind, id }: Memory) => `${NAMES[kind]}${id}`;
const line = (memory: Memory) => `- ${nameOf(memory)} ${memory.title}`;

function act(api: WorkerApi, folder: string | undefined): vscode.Disposable[] {
  const command = (name: string, run: () => Promise<unknown>) =>
    vscode.commands.registerCommand(name, () =>
      run().catch((error: Error) => vscode.window.showErrorMessage(`C-Mem: ${error.message}`)),
    );
  const choose = async (prompt: string) => {
    const query = await vscode.window.showInputBox({ prompt });
    if (!query) return undefined;
    const memories = await api.search(query, folder ?? 'all', 30);
    const items = memories.map((memory) => ({ label: `${nameOf(memory)} ${memory.title}`, memory }));
    return vscode.window.showQuickPick(items, { placeHolder: `${items.length} memories` });
  };
  return [
    command('c-mem.search', async () => {
      const chosen = await choose('Search memories');
      if (chosen) vscode.window.showInformationMessage(chosen.label);
    }),
    command('c-mem.viewer', () => api.run('viewer')),
    command('c-mem.remember', async () => {
      const editor = vscode.window.activeTextEditor;
      const text = editor?.document.getText(editor.selection).trim();
      if (!text || !folder) return vscode.window.showInformationMessage('Select the text to remember first.');
      await recorder?.settled();
      await api.call('POST', '/api/observations', { text, project: folder });
      return vscode.window.showInformationMessage('Remembered.');
    }),
    command('c-mem.copilotHooks', async () => {
      const asked = "Install C-Mem's hooks for Copilot into ~/.copilot/hooks? Copilot in VS Code reads them, too.";
      if ((await vscode.window.showWarningMessage(asked, { modal: true }, 'Install')) !== 'Install') return;
      await api.run('install', '--host', 'copilot-cli', '--yes');
      await vscode.window.showInformationMessage('Installed. `c-mem uninstall --host copilot-cli` removes them.');
    }),
    command('c-mem.forget', async () => {
      const chosen = await choose('Search the memory to forget');
      if (!chosen) return;
      const asked = `Forget "${chosen.memory.title}" permanently?`;
      if ((await vscode.window.showWarningMessage(asked, { modal: true }, 'Forget')) !== 'Forget') return;
      await api.run('forget', nameOf(chosen.memory), '--yes');
    }),
  ];
}

/** Whether events are kept, how many memories were made today, and what is wrong. */
async function showStatus(status: vscode.StatusBarItem, api: WorkerApi, trouble: string | null): Promise<void> {
  try {
    const health = await api.call<{ capturing: boolean }>('GET', '/api/health');
    const { days } = await api.call<{ days: { day: string; observations: number }[] }>('GET', '/api/stats');
    const today = days.find(({ day }) => day === new Date().toISOString().slice(0, 10))?.observations ?? 0;
    status.text = `${health.capturing ? '$(record)' : '$(circle-slash)'} C-Mem ${today}`;
    const state = health.capturing ? 'Capturing' : 'Nothing is captured: run `c-mem doctor`';
    status.tooltip = trouble ?? `${state}; ${today} memories today`;
  } catch (error) {
    status.text = '$(warning) C-Mem';
    status.tooltip = (error as Error).message;
  }
}
