// Where OpenCode keeps its files.
import { join } from 'node:path';
import { environment, userFolder } from '../../config/environment.ts';

export function configFolder(env: NodeJS.ProcessEnv = environment()): string {
  return join(env['XDG_CONFIG_HOME'] || join(userFolder(env), '.config'), 'opencode');
}

export function dataFolder(env: NodeJS.ProcessEnv = environment()): string {
  return join(env['XDG_DATA_HOME'] || join(userFolder(env), '.local', 'share'), 'opencode');
}
