// Who has access: the token of this data folder, the viewer's cookie derived from it, and links that open the viewer once.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** The host names that programs on this machine use. */
export const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

export const COOKIE = 'c-mem-viewer';
const COOKIE_DAYS = 30;
const LINK_MS = 60_000;
const MOST_LINKS = 20;

/** The token, created when it is first needed; only its owner can read the file. */
export function readToken(file: string): string {
  try {
    const fd = openSync(file, 'wx', 0o600);
    writeSync(fd, `${randomBytes(32).toString('base64url')}\n`);
    closeSync(fd);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const token = readFileSync(file, 'utf8').trim();
  if (token.length < 32) throw new Error('the token file is too short');
  return token;
}

export interface Credentials {
  isToken(given: string): boolean;
  isCookie(given: string): boolean;
  cookie(): { value: string; maxAge: number };
  /** A code that opens the viewer once, within a minute. */
  makeLink(): string;
  /** True once for each code. */
  useLink(code: string): boolean;
}

export function createCredentials(token: string, now: () => number): Credentials {
  const links = new Map<string, number>();
  // Derived, so that a cookie survives the worker and becomes invalid with the token.
  const sign = (until: string) => createHmac('sha256', token).update(`viewer ${until}`).digest('base64url');
  return {
    isToken: (given) => same(given, token),
    isCookie(given) {
      const [until = '', signature = ''] = given.split('.');
      return /^\d{1,15}$/.test(until) && same(signature, sign(until)) && Number(until) > now();
    },
    cookie() {
      const until = String(now() + COOKIE_DAYS * 24 * 3600_000);
      return { value: `${until}.${sign(until)}`, maxAge: COOKIE_DAYS * 24 * 3600 };
    },
    makeLink() {
      for (const [code, until] of links) if (until < now() || links.size >= MOST_LINKS) links.delete(code);
      const code = randomBytes(24).toString('base64url');
      links.set(code, now() + LINK_MS);
      return code;
    },
    useLink(code) {
      const until = links.get(code);
      links.delete(code);
      return until !== undefined && until >= now();
    },
  };
}

/** In constant time, so that timing does not reveal how much was right. */
function same(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
