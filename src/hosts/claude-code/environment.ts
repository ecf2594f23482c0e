// What Claude Code's environment says, and what its hooks expect of it.
import { join } from 'node:path';
import { environment, userFolder } from '../../config/environment.ts';

/** The folder in which the client was launched; it stays when the session's cwd moves. */
export function launchFolder(env: NodeJS.ProcessEnv = environment()): string | undefined {
  return env['CLAUDE_PROJECT_DIR'] || undefined;
}

/** Where it keeps its settings and transcripts. */
export function configFolder(env: NodeJS.ProcessEnv = environment()): string {
  return env['CLAUDE_CONFIG_DIR'] || join(userFolder(env), '.claude');
}

/** For a hook that we run ourselves, as the client would. */
export function hookEnvironment(plugin: string, env: NodeJS.ProcessEnv = environment()): NodeJS.ProcessEnv {
  return { ...env, CLAUDE_PLUGIN_ROOT: plugin };
}
