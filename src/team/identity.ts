// What makes a project the same on two machines: its normalized remote, else its first commit.
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const GIT_MS = 3000;

/** Null if there is neither; then the user says which project it is. */
export async function projectIdentity(key: string): Promise<string | null> {
  return remoteIdentity(key) ?? (await rootIdentity(key));
}

/** From the repository's own configuration, without running git. */
function remoteIdentity(gitFolder: string): string | null {
  let text: string;
  try {
    text = readFileSync(join(gitFolder, 'config'), 'utf8');
  } catch {
    return null;
  }
  const urls = new Map<string, string>();
  let section = '';
  for (const line of text.split('\n')) {
    const head = /^\s*\[remote "([^"]*)"\]/.exec(line);
    if (head) section = head[1] as string;
    else if (/^\s*\[/.test(line)) section = '';
    const url = /^\s*url\s*=\s*(.+?)\s*$/.exec(line)?.[1];
    if (section !== '' && url && !urls.has(section)) urls.set(section, url);
  }
  const chosen = urls.get('origin') ?? (urls.size === 1 ? [...urls.values()][0] : undefined);
  return chosen ? normalizeRemote(chosen) : null;
}

/** `git@github.com:acme/shop.git` and `https://user@github.com/acme/shop` are both `github.com/acme/shop`. */
export function normalizeRemote(url: string): string | null {
  const parts = /^[a-z+]+:\/\/(?:[^@/]*@)?(\[[^\]]+\]|[^/:]+)(?::\d+)?\/(.+)$/i.exec(url) ?? scpLike(url);
  if (!parts) return null;
  const host = (parts[1] as string).toLowerCase();
  const path = (parts[2] as string)
    .replace(/^[/~]+/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .replaceAll(/\/{2,}/g, '/');
  // A folder on this machine identifies nothing elsewhere.
  if (/^file:/i.test(url) || path === '' || /^(?:localhost|127\.|\[::1\])/.test(host)) return null;
  return `${host}/${path.toLowerCase()}`;
}

function scpLike(url: string): RegExpExecArray | null {
  return /^[./~\\]|^[a-z]:[\\/]|:\/\//i.test(url) ? null : /^(?:[^@/\s]+@)?([\w.-]{2,}):(?!\/\/)(.+)$/.exec(url);
}

async function rootIdentity(key: string): Promise<string | null> {
  if (!statSync(join(key, 'HEAD'), { throwIfNoEntry: false })) return null;
  const roots = await git(['--git-dir', key, 'rev-list', '--max-parents=0', 'HEAD']);
  const first = roots?.trim().split('\n').sort()[0];
  return first && /^[0-9a-f]{40,64}$/.test(first) ? `commit/${first}` : null;
}

function git(args: string[]): Promise<string | null> {
  return new Promise((done) => {
    // A repository must not be able to run programs through its configuration.
    const safe = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
    execFile('git', [...safe, ...args], { timeout: GIT_MS, encoding: 'utf8' }, (error, stdout) =>
      done(error ? null : stdout),
    );
  });
}
