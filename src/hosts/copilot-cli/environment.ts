// Where Copilot CLI keeps its files, and what it tells hooks.
import { join } from 'node:path';
import { environment, userFolder } from '../../config/environment.ts';

export function configFolder(env: NodeJS.ProcessEnv = environment()): string {
  return env['COPILOT_HOME'] || join(userFolder(env), '.copilot');
}

export function sessionsFolder(): string {
  return join(configFolder(), 'session-state');
}

export function transcriptOf(sessionId: string): string {
  return join(sessionsFolder(), sessionId, 'events.jsonl');
}

export function launchFolder(env: NodeJS.ProcessEnv = environment()): string | undefined {
  return env['COPILOT_PROJECT_DIR'] || undefined;
}
