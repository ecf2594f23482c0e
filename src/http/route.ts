// A route is described once: what it accepts, what it returns, what it does. Validation, documentation and mounting are
// derived from that.

import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod';
import { CMemError, type ErrorCode } from '../domain/errors.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { type Env, MOST_BYTES, requireKnown, respond } from './guard.ts';

export interface RouteSpec<P, Q, B, R> {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** The first is the one to use; the others are aliases. */
  paths: string[];
  summary: string;
  tag: string;
  /** True if it works without the token, because it reveals no memory. */
  open?: boolean;
  params?: z.ZodType<P>;
  /** Other parameters are refused, so that a misspelled filter is not ignored. */
  query?: z.ZodObject & z.ZodType<Q>;
  /** Accept unknown parameters, which clients for other hosts may send. */
  takesMore?: boolean;
  body?: z.ZodType<B>;
  /** Null if it does not return JSON. */
  reply: z.ZodType<R> | null;
  media?: string;
}

export interface RouteInput<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  isKnown: boolean;
  c: Context<Env>;
}

export interface Route {
  spec: RouteSpec<unknown, unknown, unknown, unknown>;
  answer(c: Context<Env>): Promise<Response>;
}

export function route<P, Q, B, R>(
  spec: RouteSpec<P, Q, B, R>,
  handle: (asked: RouteInput<P, Q, B>) => R | Response | Promise<R | Response>,
): Route {
  const query = spec.query && !spec.takesMore ? strict(spec.query) : spec.query;
  return {
    spec: spec as RouteSpec<unknown, unknown, unknown, unknown>,
    async answer(c) {
      if (!spec.open) requireKnown(c);
      const asked = {
        params: spec.params ? check(spec.params, c.req.param(), 'path') : (undefined as P),
        query: query ? check(query, queryOf(c), 'query') : (undefined as Q),
        body: spec.body ? check(spec.body, await readBody(c), 'body') : (undefined as B),
        isKnown: c.get('isKnown'),
        c,
      };
      const reply = await handle(asked);
      return reply instanceof Response ? reply : respond(JSON.stringify(reply), 'application/json');
    },
  };
}

export function mount(app: Hono<Env>, routes: Route[]): void {
  for (const { spec, answer } of routes) for (const path of spec.paths) app.on(spec.method.toUpperCase(), path, answer);
}

const strict = <T>(schema: z.ZodObject & z.ZodType<T>) => schema.strict() as unknown as z.ZodType<T>;

function check<T>(schema: z.ZodType<T>, given: unknown, place: string): T {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  // The name only, not the value, which may be private.
  const [issue] = result.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys;
    const known = Object.keys((schema as unknown as z.ZodObject).shape);
    throw new CMemError('REQUEST_INVALID', `${place}: unknown parameter "${name.slice(0, 100)}"`, {
      fix: `${didYouMean(name, known)}Supported: ${known.join(', ')}.`,
    });
  }
  const where = issue?.path.join('.') || place;
  throw new CMemError('REQUEST_INVALID', `${place}: ${where} ${issue?.message ?? 'is invalid'}`);
}

/** A repeated parameter becomes a list. */
function queryOf(c: Context): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] as string) : values,
    ]),
  );
}

/** Only JSON is accepted, because a form on another site cannot send it without a preflight request. */
async function readBody(c: Context): Promise<unknown> {
  const type = (c.req.header('content-type') ?? '').trim();
  if (type !== '' && !/^application\/json(?:\s*;\s*charset=utf-8)?$/i.test(type)) throw notJson();
  const text = await readText(c);
  if (text.trim() === '') return {};
  if (type === '') throw notJson();
  try {
    return JSON.parse(text);
  } catch {
    throw new CMemError('BODY_UNREADABLE', 'Request body is not valid JSON');
  }
}

/**
 * A declared length is checked here, and Node reads no further. The middleware alone would turn every body into a web
 * stream, which costs a quarter of the write rate (the load of bench/http.mjs in alternation: 1,281 against 792 a second).
 */
async function readText(c: Context): Promise<string> {
  const length = Number(c.req.header('content-length') ?? '0');
  if (length > MOST_BYTES) throw tooLarge();
  if (!(length > 0)) await limitBody(c, async () => undefined);
  return c.req.text();
}

const limitBody = bodyLimit({
  maxSize: MOST_BYTES,
  onError: () => {
    throw tooLarge();
  },
});
const tooLarge = () => new CMemError('BODY_TOO_LARGE', 'Request body is too large');
const notJson = () => new CMemError('CONTENT_TYPE_REFUSED', 'Request body must be JSON');

const STATUS: Partial<Record<ErrorCode, number>> = {
  NOT_ALLOWED: 401,
  LINK_EXPIRED: 403,
  HOST_REFUSED: 403,
  ORIGIN_REFUSED: 403,
  CONTENT_TYPE_REFUSED: 415,
  BODY_TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  ROUTE_UNKNOWN: 404,
  MEMORY_UNKNOWN: 404,
  SESSION_UNKNOWN: 404,
  PROJECT_UNKNOWN: 404,
  MEMORY_CHANGED: 409,
  WORKER_ENDING: 503,
  STORE_UNUSABLE: 503,
};
const WRONG = new Set<ErrorCode>(['BODY_UNREADABLE', 'REQUEST_INVALID', 'SETTING_INVALID', 'USAGE']);

export function statusOf(code: ErrorCode): number {
  return STATUS[code] ?? (WRONG.has(code) ? 400 : 500);
}

export const limitParam = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).default(usual);
export const idParam = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
/** How long what was forgotten in the viewer can be restored. */
export const UNDO_MS = 10_000;
