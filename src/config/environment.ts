// The process environment, read here and nowhere else.
import { join } from 'node:path';

/** As it is, for hosts and providers that know the names of their own variables. */
export const environment = (): NodeJS.ProcessEnv => process.env;

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

/** For tests and for trouble: the SQLite to use, if there are two. */
export function wantedEngine(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env['C_MEM_SQLITE'];
}

/** A provider's key from the environment. */
export function keyFromEnvironment(provider: string, env: NodeJS.ProcessEnv = process.env): string {
  return env[`${provider.toUpperCase()}_API_KEY`] ?? '';
}

/** The current folder as the shell names it, with symbolic links. */
export function currentFolder(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env['PWD'] || undefined;
}

export function searchPath(env: NodeJS.ProcessEnv = process.env): string {
  return env['PATH'] ?? '';
}

/** The user's shell, such as zsh. */
export function shellName(env: NodeJS.ProcessEnv = process.env): string {
  return (env['SHELL'] ?? '').split('/').at(-1) ?? '';
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

/** The address in C_MEM_TEAM_URL and its password, as they may turn up in output: longest first. */
export function teamSecrets(env: NodeJS.ProcessEnv = process.env): string[] {
  const { url } = teamEnvironment(env);
  const password = /^[^:]+:\/\/[^:@/]*:([^@]*)@/.exec(url ?? '')?.[1] ?? '';
  const all = [url ?? '', password, decoded(password)].filter((value) => value.length >= 6);
  return [...new Set(all)].sort((a, b) => b.length - a.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** How an ephemeral machine reaches the team's server: a private file, or, less well, an address with a password. */
export function teamEnvironment(env: NodeJS.ProcessEnv = process.env): { file: string | null; url: string | null } {
  return { file: env['C_MEM_TEAM_FILE'] || null, url: env['C_MEM_TEAM_URL'] || null };
}
