// What the host's environment tells us.
import { join } from 'node:path';

/** Set for model calls of our own, so that they are never recorded; users may set it to switch us off. */
export function isDisabled(env: NodeJS.ProcessEnv = process.env): boolean {
  return Boolean(env['C_MEM_DISABLE']);
}

/** The worker's environment: the host's, with the data folder spelled out, since it runs elsewhere. */
export function workerEnvironment(home: string, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  // What tunes or debugs the host's own Node is not for the worker, and may name files relative to elsewhere.
  const { NODE_OPTIONS: _a, NODE_CHANNEL_FD: _b, NODE_V8_COVERAGE: _c, VSCODE_INSPECTOR_OPTIONS: _d, ...most } = env;
  // Certificates that a hook was spared: models are asked over the network.
  const { C_MEM_CA_CERTS: certificates, ...rest } = most;
  if (certificates) rest['NODE_EXTRA_CA_CERTS'] = certificates;
  else if (rest['NODE_EXTRA_CA_CERTS'] === '') delete rest['NODE_EXTRA_CA_CERTS'];
  // Every thread with an arena of its own makes glibc keep 8 MB more after a flood.
  return { MALLOC_ARENA_MAX: '2', ...rest, C_MEM_HOME: home };
}

/**
 * For a question of our own to the `claude` program: hooks of ours that might still run do nothing; no thinking and no
 * cached prompt, which would be paid for and serve nothing; no retries, because those are ours to count.
 */
export function claudeEnvironment(maxTokens: number, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  // It is nobody's child session, though the worker was started from within one.
  const { CLAUDECODE: _a, CLAUDE_CODE_ENTRYPOINT: _b, CLAUDE_CODE_SSE_PORT: _c, ...rest } = env;
  return {
    ...rest,
    C_MEM_DISABLE: '1',
    MAX_THINKING_TOKENS: '0',
    DISABLE_PROMPT_CACHING: '1',
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(maxTokens),
    CLAUDE_CODE_MAX_RETRIES: '0',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
    CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
    CLAUDE_CODE_TOTAL_TOKENS_REMINDER: '0',
    DISABLE_AUTOUPDATER: '1',
  };
}

/** A provider's key that the user keeps in the environment anyway. */
export function keyFromEnvironment(provider: string, env: NodeJS.ProcessEnv = process.env): string {
  return env[`${provider.toUpperCase()}_API_KEY`] ?? '';
}

/** The folder in which the host was launched; it stays when the session's cwd moves. */
export function projectFolder(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env['CLAUDE_PROJECT_DIR'] || undefined;
}

/** The folder that a shell says we are in, symbolic links and all. */
export function currentFolder(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env['PWD'] || undefined;
}

/** For a hook that we run ourselves, as the host would. */
export function hookEnvironment(plugin: string, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { ...env, CLAUDE_PLUGIN_ROOT: plugin };
}

/** Where Claude Code keeps its settings. */
export function claudeFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env['CLAUDE_CONFIG_DIR'] || join(userFolder(env), '.claude');
}

export function searchPath(env: NodeJS.ProcessEnv = process.env): string {
  return env['PATH'] ?? '';
}

/** https://no-color.org */
export function wantsColour(env: NodeJS.ProcessEnv = process.env): boolean {
  return !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

/** Where the user's own files are. */
export function userFolder(env: NodeJS.ProcessEnv = process.env): string {
  // Mostly the environment tells; a hook should not load a module to be told the same.
  return env['HOME'] || process.getBuiltinModule('node:os').homedir();
}

/** Where programs of this user keep what they can do without. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env, platform: string = process.platform): string {
  const home = userFolder(env);
  if (platform === 'darwin') return join(home, 'Library', 'Caches');
  if (platform === 'win32') return env['LOCALAPPDATA'] || join(home, 'AppData', 'Local');
  return env['XDG_CACHE_HOME'] || join(home, '.cache');
}
