// The address of the team's server, as people write it, and when TLS is required.
import { CMemError } from '../domain/errors.ts';

export interface ServerAddress {
  /** A name, an IP address, or the folder of a Unix socket. */
  host: string;
  port: number;
  database: string;
  user: string | null;
  password: string | null;
}

const NO_HOST = 'no-host.invalid';

/** `postgres://user@host:5432/database`; with `?host=/run/postgresql` for a Unix socket. */
export function parseAddress(text: string): ServerAddress {
  let url: URL;
  try {
    // A user without a host is common for Unix sockets, and not a URL.
    url = new URL(
      (text.includes('://') ? text : `postgres://${text}`).replace(/^(\w+:\/\/[^@/]*@)\//, `$1${NO_HOST}/`),
    );
  } catch {
    throw bad('This is not an address');
  }
  if (!/^postgres(?:ql)?:$/.test(url.protocol)) throw bad('The address must begin with postgres://');
  const host =
    url.searchParams.get('host') ??
    decodeURIComponent(url.hostname)
      .replace(/^\[|\]$/g, '')
      .replace(NO_HOST, '');
  const database = decodeURIComponent(url.pathname.slice(1));
  if (host === '') throw bad('The address has no host');
  if (database === '') throw bad('The address has no database');
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && !['verify-full', 'require', 'verify-ca'].includes(mode) && !isLocal(host))
    throw bad(`sslmode=${mode} is not possible: certificates are always checked, except on this machine`);
  return {
    host,
    port: Number(url.port || url.searchParams.get('port') || 5432),
    database,
    user: decodeURIComponent(url.username) || null,
    password: decodeURIComponent(url.password) || null,
  };
}

/** What never leaves the machine needs no TLS. */
export function isLocal(host: string): boolean {
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Without the password, for people. */
export function showAddress({ host, port, database }: Pick<ServerAddress, 'host' | 'port' | 'database'>): string {
  return host.startsWith('/') ? `${host} (Unix socket), database ${database}` : `${host}:${port}/${database}`;
}

const bad = (message: string) =>
  new CMemError('USAGE', message, { fix: 'Write it as postgres://USER@HOST:5432/DATABASE, without a password.' });
