// The command by which a host without plugin variables runs one of our hooks, and the command of our MCP server.
import { join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import { linkedProgram } from './program-copy.ts';

/** Our name for an event, as `c-mem hook` knows it. */
export type OurEvent =
  | 'SessionStart'
  | 'UserPromptSubmit'
  | 'PreToolUse'
  | 'PostToolUse'
  | 'PostToolUseFailure'
  | 'AgentMessage'
  | 'Stop'
  | 'SubagentStop'
  | 'PreCompact'
  | 'SessionEnd';

/** These return a context; all others only write a file. */
export const ANSWERED: readonly OurEvent[] = ['SessionStart', 'UserPromptSubmit'];

/**
 * One string without anything of the payload in it. It starts `sh` itself, because some hosts use the shell of the user,
 * and it guards itself: if the script is missing or unreadable, it prints nothing and exits with 0.
 */
export function hookCommand(paths: Paths, host: string, event: OurEvent, platform: string = process.platform): string {
  const plugin = join(linkedProgram(paths), 'plugin');
  if (platform === 'win32') return `node "${join(plugin, 'dist', 'hook.cjs')}" ${event} ${doorOf(host)}`;
  const script = join(plugin, 'scripts', ANSWERED.includes(event) ? 'node.sh' : 'spool.sh');
  return `sh -c ${quoted(GUARDED)} ${quoted(script)} ${event} ${doorOf(host)}`;
}

export const GUARDED = 'exec 2>/dev/null; trap "exit 0" 0; c_mem_script=$0; [ -r "$0" ] && . "$0"; exit 0';

/** Marks an entry as ours, in any host's file. */
export const doorOf = (host: string) => `plugin:${host}`;

/** For POSIX shells and fish. */
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** Starts our MCP server: a program without arguments, except on Windows. */
export function mcpCommand(paths: Paths, platform: string = process.platform): { command: string; args: string[] } {
  return platform === 'win32'
    ? { command: 'node', args: [join(linkedProgram(paths), 'plugin', 'dist', 'mcp.cjs')] }
    : { command: join(linkedProgram(paths), 'plugin', 'scripts', 'c-mem-mcp'), args: [] };
}
