// Claude Code's environment variables, and those that our hooks expect.
import { join } from 'node:path';
import { environment, userFolder } from '../../config/environment.ts';

/** The folder in which the client was launched; unaffected by changes of the session's cwd. */
export function launchFolder(env: NodeJS.ProcessEnv = environment()): string | undefined {
  return env['CLAUDE_PROJECT_DIR'] || undefined;
}

/** The client marks every command that its agent runs. */
export function isAgentShell(env: NodeJS.ProcessEnv = environment()): boolean {
  return env['CLAUDECODE'] === '1';
}

/** Where Claude Code keeps its settings and transcripts. */
export function configFolder(env: NodeJS.ProcessEnv = environment()): string {
  return env['CLAUDE_CONFIG_DIR'] || join(userFolder(env), '.claude');
}

/** For running a hook ourselves, as the client would. */
export function hookEnvironment(plugin: string, env: NodeJS.ProcessEnv = environment()): NodeJS.ProcessEnv {
  return { ...env, CLAUDE_PLUGIN_ROOT: plugin };
}
