// The process environment, read here and nowhere else.
import { join } from 'node:path';

/** As it is, for whoever knows the names of its own variables. */
export const environment = (): NodeJS.ProcessEnv => process.env;

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

/** A provider's key that the user keeps in the environment anyway. */
export function keyFromEnvironment(provider: string, env: NodeJS.ProcessEnv = process.env): string {
  return env[`${provider.toUpperCase()}_API_KEY`] ?? '';
}

/** The folder that a shell says we are in, symbolic links and all. */
export function currentFolder(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env['PWD'] || undefined;
}

export function searchPath(env: NodeJS.ProcessEnv = process.env): string {
  return env['PATH'] ?? '';
}

/** https://no-color.org */
export function wantsColor(env: NodeJS.ProcessEnv = process.env): boolean {
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
