// The hooks that Claude Code runs for us: the one place that decides which program each event is handed to.

/** Hot events: they hold up the agent, so no Node is started for them where there is a shell. */
export const HOT_EVENTS = [
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'SubagentStop',
  'PreCompact',
  'SessionEnd',
] as const;
/** Events that are answered, or rare. */
export const NODE_EVENTS = ['Setup', 'SessionStart', 'UserPromptSubmit'] as const;

/** The client gives up on a hook after so many seconds. */
const TIMEOUT = 10;

interface HookCommand {
  type: 'command';
  command: string;
  args: string[];
  timeout: number;
}

export interface HooksFile {
  description: string;
  hooks: Record<string, { hooks: HookCommand[] }[]>;
}

export function hooksFor(platform: string): HooksFile {
  const events = [...NODE_EVENTS, ...HOT_EVENTS];
  const command = platform === 'win32' ? withoutShell : withShell;
  return {
    description: 'C-Mem: remembers what happens in a session. Hot events go to a spool in a few milliseconds.',
    hooks: Object.fromEntries(events.map((event) => [event, [{ hooks: [command(event)] }]])),
  };
}

/** A package that is half deleted stays silent: the script is looked for before it is run. */
function withShell(event: string): HookCommand {
  const script = (HOT_EVENTS as readonly string[]).includes(event) ? 'spool.sh' : 'node.sh';
  const args = ['-c', '[ -r "$0" ] && . "$0"; exit 0', `\${CLAUDE_PLUGIN_ROOT}/scripts/${script}`, event];
  return { type: 'command', command: 'sh', args, timeout: TIMEOUT };
}

/** Windows: the Node hook writes the same spool. */
function withoutShell(event: string): HookCommand {
  const args = ['${CLAUDE_PLUGIN_ROOT}/scripts/hook.cjs', event];
  return { type: 'command', command: 'node', args, timeout: TIMEOUT };
}

export interface McpFile {
  mcpServers: Record<string, { command: string; args: string[]; alwaysLoad: boolean }>;
}

/** The memory's tools are always at hand, not behind a search for tools. */
export function mcpFor(platform: string): McpFile {
  const script = '${CLAUDE_PLUGIN_ROOT}/../dist/mcp.cjs';
  const server =
    platform === 'win32'
      ? { command: 'node', args: [script] }
      : { command: 'sh', args: ['${CLAUDE_PLUGIN_ROOT}/scripts/mcp.sh', script] };
  return { mcpServers: { 'c-mem': { ...server, alwaysLoad: true } } };
}
