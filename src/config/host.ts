// Everything read from the environment: the host's, the user's and the system's variables.
import { join } from 'node:path';

/** Set for our own model calls, so that they are never recorded; users may set it to switch C-Mem off. */
export function isDisabled(env: NodeJS.ProcessEnv = process.env): boolean {
  return Boolean(env['C_MEM_DISABLE']);
}

/** The worker's environment: the host's, with the data folder spelled out, because it runs in another folder. */
export function workerEnvironment(home: string, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  // Options that tune or debug the host's own Node are not for the worker, and may name relative files.
  const { NODE_OPTIONS: _a, NODE_CHANNEL_FD: _b, NODE_V8_COVERAGE: _c, VSCODE_INSPECTOR_OPTIONS: _d, ...most } = env;
  // Certificates that hooks do without, but model calls over the network need.
  const { C_MEM_CA_CERTS: certificates, ...rest } = most;
  if (certificates) rest['NODE_EXTRA_CA_CERTS'] = certificates;
  else if (rest['NODE_EXTRA_CA_CERTS'] === '') delete rest['NODE_EXTRA_CA_CERTS'];
  // With an arena per thread, glibc keeps 8 MB more per thread after a burst of events.
  return { MALLOC_ARENA_MAX: '2', ...rest, C_MEM_HOME: home };
}

/**
 * For our own calls of the `claude` program: our hooks do nothing in it; no thinking and no prompt caching, which would
 * cost without benefit; no retries, because we count those ourselves.
 */
export function claudeEnvironment(maxTokens: number, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  // It is not a child session, even if the worker was started from within one.
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

/** A provider's key from the environment. */
export function keyFromEnvironment(provider: string, env: NodeJS.ProcessEnv = process.env): string {
  return env[`${provider.toUpperCase()}_API_KEY`] ?? '';
}

/** The folder in which the host was started; it stays the same when the session's cwd changes. */
export function projectFolder(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env['CLAUDE_PROJECT_DIR'] || undefined;
}

/** The current folder as the shell names it, with symbolic links. */
export function currentFolder(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env['PWD'] || undefined;
}

/** For running a hook ourselves as the host would. */
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
export function wantsColor(env: NodeJS.ProcessEnv = process.env): boolean {
  return !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

/** The user's home folder. */
export function userFolder(env: NodeJS.ProcessEnv = process.env): string {
  // HOME is usually set; a hook should not load a module to learn the same.
  return env['HOME'] || process.getBuiltinModule('node:os').homedir();
}

/** The user's cache folder. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env, platform: string = process.platform): string {
  const home = userFolder(env);
  if (platform === 'darwin') return join(home, 'Library', 'Caches');
  if (platform === 'win32') return env['LOCALAPPDATA'] || join(home, 'AppData', 'Local');
  return env['XDG_CACHE_HOME'] || join(home, '.cache');
}
