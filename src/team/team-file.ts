// How this machine reaches the team's server: a file that only its user can read, or what the environment names.
import { readFileSync, rmSync, statSync } from 'node:fs';
import { writeAtomic } from '../config/atomic-file.ts';
import { teamEnvironment } from '../config/environment.ts';
import type { Paths } from '../config/paths.ts';
import { CMemError } from '../domain/errors.ts';
import { isObject } from '../domain/json.ts';
import { parseAddress } from './address.ts';

export interface TeamAccess {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  /** The authority that signed the server's certificate, as PEM; null for the usual ones. */
  ca: string | null;
  /** Projects that need no confirmation on this machine, by identity; `*` for all. */
  accept: string[];
}

export type AccessSource = 'file' | 'C_MEM_TEAM_FILE' | 'C_MEM_TEAM_URL';

export interface FoundAccess {
  access: TeamAccess;
  source: AccessSource;
}

/** Null if no team is set up. Costs one look at a file. */
export function findAccess(paths: Pick<Paths, 'team'>): FoundAccess | null {
  const { file, url } = teamEnvironment();
  if (file !== null) return { access: readFile(file), source: 'C_MEM_TEAM_FILE' };
  if (url !== null) return { access: ofUrl(url), source: 'C_MEM_TEAM_URL' };
  return statSync(paths.team, { throwIfNoEntry: false }) ? { access: readFile(paths.team), source: 'file' } : null;
}

/** Changes when the access does; null if no team is set up. */
export function accessVersion(paths: Pick<Paths, 'team'>): string | null {
  const { file, url } = teamEnvironment();
  if (file === null && url !== null) return 'url';
  const found = statSync(file ?? paths.team, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : file === null ? null : 'missing';
}

export function saveAccess(file: string, access: TeamAccess): void {
  writeAtomic(file, `${JSON.stringify({ version: 1, ...access }, null, 2)}\n`);
}

export function removeAccess(paths: Pick<Paths, 'team'>): void {
  rmSync(paths.team, { force: true });
}

function readFile(file: string): TeamAccess {
  let text: string;
  try {
    const { mode } = statSync(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new CMemError('TEAM_FILE_UNREADABLE', `Others can read ${file}`, { fix: `Run \`chmod 600 ${file}\`.` });
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof CMemError) throw error;
    throw new CMemError('TEAM_FILE_UNREADABLE', `${file} cannot be read`, { cause: error });
  }
  return parseAccess(text, file);
}

export function parseAccess(text: string, from: string): TeamAccess {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CMemError('TEAM_FILE_UNREADABLE', `${from} is not a team file`);
  }
  const given = isObject(value) ? value : {};
  const { host, port, database, user, password, ca = null, accept = [] } = given;
  const isText = (each: unknown): each is string => typeof each === 'string' && each !== '';
  if (!isText(host) || !isText(database) || !isText(user) || !isText(password) || typeof port !== 'number')
    throw new CMemError('TEAM_FILE_UNREADABLE', `${from} is not a team file`);
  return {
    ...{ host, port, database, user, password, ca: isText(ca) ? ca : null },
    accept: Array.isArray(accept) ? accept.filter(isText) : [],
  };
}

function ofUrl(url: string): TeamAccess {
  const { user, password, ...address } = parseAddress(url);
  if (user === null || password === null)
    throw new CMemError('TEAM_FILE_UNREADABLE', 'C_MEM_TEAM_URL has no user or no password', {
      fix: 'Better, use C_MEM_TEAM_FILE with a file from `c-mem team invite --machine --file`.',
    });
  return { ...address, user, password, ca: null, accept: ['*'] };
}

const LINK = 'c-mem-join:';

/** A join link holds the same as a team file; its password works once. */
export const toLink = (access: TeamAccess): string =>
  `${LINK}${Buffer.from(JSON.stringify(access)).toString('base64url')}`;

export function fromLink(text: string): TeamAccess {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return parseAccess(trimmed, 'This');
  if (!trimmed.startsWith(LINK))
    throw new CMemError('USAGE', 'This is not a join link', { fix: `It begins with ${LINK}` });
  return parseAccess(Buffer.from(trimmed.slice(LINK.length), 'base64url').toString('utf8'), 'This link');
}
