// The hooks that Claude Code runs for us, and the program that handles each event.

/** Hot events block the agent, so they do not start Node if a shell is available. */
export const HOT_EVENTS = [
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'SubagentStop',
  'PreCompact',
  'SessionEnd',
] as const;
/** Events that return output, or are rare. */
export const NODE_EVENTS = ['Setup', 'SessionStart', 'UserPromptSubmit'] as const;

/** Seconds after which the client gives up on a hook. */
const TIMEOUT = 10;

/** Marks the event as sent by a hook that we installed, and names the host: see spool/format.ts. */
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
 * One string and no `args`: other hosts load this file too and ignore fields they do not know, and a bare `sh` would
 * execute the payload. The command guards itself: if the variable is unset, or the script is missing, unreadable or
 * truncated, it prints nothing and exits with 0. dash would exit with 2, which blocks the agent in some hosts.
 */
function withShell(event: string): HookCommand {
  const script = (HOT_EVENTS as readonly string[]).includes(event) ? 'spool.sh' : 'node.sh';
  const command = [
    'exec 2>/dev/null',
    "trap 'exit 0' 0",
    // With braces: some clients put the path into the command, others into the environment.
    'c_mem_root="${CLAUDE_PLUGIN_ROOT}"',
    `c_mem_script="$c_mem_root/scripts/${script}"`,
    `[ -n "$c_mem_root" ] && [ -r "$c_mem_script" ] && set -- ${event} ${DOOR} && . "$c_mem_script"`,
    'exit 0',
  ].join('; ');
  return { type: 'command', command, timeout: TIMEOUT };
}

/**
 * Windows: the Node hook writes the same spool. The host itself substitutes the folder, whatever shell runs the
 * command.
 */
function withoutShell(event: string): HookCommand {
  const command = `node "\${CLAUDE_PLUGIN_ROOT}/dist/hook.cjs" ${event} ${DOOR}`;
  return { type: 'command', command, timeout: TIMEOUT };
}

export interface McpFile {
  mcpServers: Record<string, { command: string; args?: string[]; alwaysLoad: boolean }>;
}

/**
 * The tools are always loaded, not hidden behind a tool search. With a shell, the command is a program without
 * arguments, so a host has nothing to ignore; on Windows, a bare `node` would read JSON as JavaScript, which is
 * harmless.
 */
export function mcpFor(platform: string): McpFile {
  const server =
    platform === 'win32'
      ? { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/dist/mcp.cjs'] }
      : { command: '${CLAUDE_PLUGIN_ROOT}/scripts/c-mem-mcp' };
  return { mcpServers: { 'c-mem': { ...server, alwaysLoad: true } } };
}
