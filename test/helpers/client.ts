// The real Claude Code binary from npm, in a scratch home, against a scripted API on loopback.
import { join } from 'node:path';
import { PLUGIN, type Ran, ROOT, run, type Scratch } from './scratch.ts';
import type { ScriptedApi } from './scripted-api.ts';

export interface ClientOptions {
  cwd: string;
  plugin?: string | null;
  env?: Record<string, string>;
}

export function runClient(scratch: Scratch, api: ScriptedApi, args: string[], options: ClientOptions): Promise<Ran> {
  const plugin = options.plugin === undefined ? PLUGIN : options.plugin;
  const env = {
    ...scratch.env,
    ANTHROPIC_BASE_URL: api.url,
    ANTHROPIC_API_KEY: 'dummy',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_BUG_COMMAND: '1',
    IS_SANDBOX: '1',
    ...options.env,
  };
  const all = [...args, ...(plugin ? ['--plugin-dir', plugin] : []), '--permission-mode', 'bypassPermissions'];
  return run(join(ROOT, 'node_modules', '.bin', 'claude'), all, env, '', options.cwd);
}
