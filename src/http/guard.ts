// Guards every request: loopback host names only, no pages from other sites, the token or the viewer's cookie, rate limits.
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { secureHeaders } from 'hono/secure-headers';
import { CMemError } from '../domain/errors.ts';
import { COOKIE, type Credentials, LOOPBACK } from './auth.ts';
import { createBucket } from './rate-limit.ts';

export const MOST_BYTES = 8 * 1024 * 1024;

/** Far more than hosts need, and far less than would keep the worker from its jobs. */
const RATE = { burst: 20_000, perSecond: 10_000 };
/** Without the token, few attempts are allowed. */
const STRANGER_RATE = { burst: 60, perSecond: 2 };

export type Env = { Variables: { isKnown: boolean } };

/** Must be registered first, so that errors and unknown routes get these headers, too. */
export const responseHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
  xFrameOptions: 'DENY',
  permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
  originAgentCluster: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  removePoweredBy: false,
});

/** For every route: a request that passes comes from this machine, not from a page of another site. */
export function guard(credentials: Credentials, now: () => number): MiddlewareHandler<Env> {
  const known = createBucket(RATE.burst, RATE.perSecond, now);
  const strangers = createBucket(STRANGER_RATE.burst, STRANGER_RATE.perSecond, now);
  return async (c, next) => {
    checkPlace(c);
    const isKnown = isAllowed(c, credentials);
    c.set('isKnown', isKnown);
    if (!(isKnown ? known : strangers).take()) {
      c.header('Retry-After', '1');
      throw new CMemError('TOO_MANY_REQUESTS', 'Too many requests');
    }
    await next();
  };
}

/** For every route that reads or writes memories. */
export function requireKnown(c: Context<Env>): void {
  if (c.get('isKnown')) return;
  c.header('WWW-Authenticate', 'Bearer realm="c-mem"');
  throw new CMemError('NOT_ALLOWED', 'The token is missing or wrong');
}

/** Every response is created here. Nothing is cached unless `headers` says so. */
export function respond(
  body: string | Buffer | ReadableStream,
  media: string,
  headers: Record<string, string> = {},
  status = 200,
): Response {
  return new Response(body as ConstructorParameters<typeof Response>[0], {
    status,
    headers: { 'Cache-Control': 'no-store', 'Content-Type': media, ...headers },
  });
}

/** A page of another site can make a browser send requests here, even under our own host name (DNS rebinding). */
function checkPlace(c: Context<Env>): void {
  const url = new URL(c.req.url);
  const host = c.req.header('host') ?? url.host;
  if (!LOOPBACK.test(host) || !LOOPBACK.test(url.host)) throw new CMemError('HOST_REFUSED', 'Host name refused');
  const origin = c.req.header('origin');
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    throw new CMemError('ORIGIN_REFUSED', 'Cross-origin request refused');
  // Another port on this machine counts as another site, although browsers share cookies across ports.
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new CMemError('ORIGIN_REFUSED', 'Cross-origin request refused');
}

function isAllowed(c: Context<Env>, credentials: Credentials): boolean {
  const bearer = /^Bearer ([\w-]{1,200})$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (bearer !== undefined) return credentials.isToken(bearer);
  const cookie = getCookie(c, COOKIE);
  return cookie !== undefined && cookie.length < 200 && credentials.isCookie(cookie);
}
