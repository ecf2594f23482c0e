// Where Codex keeps its files.
import { join } from 'node:path';
import { environment, userFolder } from '../../config/environment.ts';

export function configFolder(env: NodeJS.ProcessEnv = environment()): string {
  return env['CODEX_HOME'] || join(userFolder(env), '.codex');
}
