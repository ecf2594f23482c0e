// The part of VS Code's API that the extension uses.
declare module 'vscode' {
  export interface Disposable {
    dispose(): unknown;
  }
  interface Uri {
    scheme: string;
    fsPath: string;
  }
  interface TextDocument {
    uri: Uri;
    lineCount: number;
    getText(range?: unknown): string;
  }
  interface StatusBarItem extends Disposable {
    text: string;
    tooltip: string;
    command: string;
    show(): void;
  }
  interface TaskEnd {
    exitCode: number | undefined;
    execution: { task: { name: string; execution?: { commandLine?: string } } };
  }
  export interface ExtensionContext {
    subscriptions: Disposable[];
  }
  type On<Event> = (listener: (event: Event) => unknown) => Disposable;
  export const env: { sessionId: string };
  export const workspace: {
    workspaceFolders: { uri: Uri }[] | undefined;
    onDidSaveTextDocument: On<TextDocument>;
  };
  export const tasks: { onDidEndTaskProcess: On<TaskEnd> };
  export const window: {
    activeTextEditor: { document: TextDocument; selection: unknown } | undefined;
    createStatusBarItem(alignment: number, priority: number): StatusBarItem;
    showInputBox(options: { prompt: string }): Promise<string | undefined>;
    showQuickPick<T extends { label: string }>(items: T[], options: { placeHolder: string }): Promise<T | undefined>;
    showInformationMessage(message: string): unknown;
    showWarningMessage(message: string, options: { modal: boolean }, ...items: string[]): Promise<string | undefined>;
    showErrorMessage(message: string): unknown;
  };
  export const commands: { registerCommand(name: string, run: () => unknown): Disposable };
  interface ChatStream {
    markdown(text: string): void;
  }
  export const chat: {
    createChatParticipant(
      id: string,
      answer: (request: { prompt: string }, context: unknown, stream: ChatStream) => Promise<void>,
    ): Disposable;
  };
  export class LanguageModelTextPart {
    constructor(value: string);
  }
  export class LanguageModelToolResult {
    constructor(parts: LanguageModelTextPart[]);
  }
  export class McpStdioServerDefinition {
    constructor(label: string, command: string, args?: string[]);
  }
  export const lm: {
    registerTool(
      name: string,
      tool: { invoke(options: { input: { query: string } }): Promise<LanguageModelToolResult> },
    ): Disposable;
    registerMcpServerDefinitionProvider(
      id: string,
      provider: { provideMcpServerDefinitions(): McpStdioServerDefinition[] },
    ): Disposable;
  };
}
