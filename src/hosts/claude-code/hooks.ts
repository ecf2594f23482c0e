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

/** Says that the event comes from a hook that we installed, and into which host: see spool/format.ts. */
const DOOR = 'plugin:claude-code';

interface HookCommand {
  type: 'command';
  command: string;
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
    description: 'C-Mem: captures each session in a few milliseconds per event, and injects relevant memories.',
    hooks: Object.fromEntries(events.map((event) => [event, [{ hooks: [command(event)] }]])),
  };
}

/**
 * One string and no `args`: other hosts load this file too and drop what they do not know, and a bare `sh` would run the
 * payload. It guards itself. With the variable unset, the script missing, unreadable or torn, it prints nothing and ends
 * with 0: dash would end with 2, which blocks the agent in some hosts.
 */
function withShell(event: string): HookCommand {
  const script = (HOT_EVENTS as readonly string[]).includes(event) ? 'spool.sh' : 'node.sh';
  const command = [
    'exec 2>/dev/null',
    "trap 'exit 0' 0",
    `c_mem_script="$CLAUDE_PLUGIN_ROOT/scripts/${script}"`,
    `[ -n "$CLAUDE_PLUGIN_ROOT" ] && [ -r "$c_mem_script" ] && set -- ${event} ${DOOR} && . "$c_mem_script"`,
    'exit 0',
  ].join('; ');
  return { type: 'command', command, timeout: TIMEOUT };
}

/** Windows: the Node hook writes the same spool. The host itself puts the folder in, whatever shell runs it. */
function withoutShell(event: string): HookCommand {
  const command = `node "\${CLAUDE_PLUGIN_ROOT}/scripts/hook.cjs" ${event} ${DOOR}`;
  return { type: 'command', command, timeout: TIMEOUT };
}

export interface McpFile {
  mcpServers: Record<string, { command: string; args?: string[]; alwaysLoad: boolean }>;
}

/**
 * The memory's tools are always at hand, not behind a search for tools. A program of its own where there is a shell, so
 * that nothing is left to drop; on Windows a bare `node` would read JSON, which as JavaScript can do nothing.
 */
export function mcpFor(platform: string): McpFile {
  const server =
    platform === 'win32'
      ? { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/../dist/mcp.cjs'] }
      : { command: '${CLAUDE_PLUGIN_ROOT}/scripts/c-mem-mcp' };
  return { mcpServers: { 'c-mem': { ...server, alwaysLoad: true } } };
}
