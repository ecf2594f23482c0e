// Where Gemini CLI keeps its files, and what it tells hooks.
import { join } from 'node:path';
import { environment, userFolder } from '../../config/environment.ts';

export function configFolder(env: NodeJS.ProcessEnv = environment()): string {
  return join(env['GEMINI_CLI_HOME'] || userFolder(env), '.gemini');
}

export function launchFolder(env: NodeJS.ProcessEnv = environment()): string | undefined {
  return env['GEMINI_PROJECT_DIR'] || undefined;
}
