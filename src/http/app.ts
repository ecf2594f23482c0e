// The HTTP API: guard, routes and errors. It gets its dependencies as parameters and does not open a port itself.

import { Hono } from 'hono';
import { CMemError, errorName } from '../domain/errors.ts';
import { isStoreTrouble } from '../store/index.ts';
import { createCredentials } from './auth.ts';
import type { Deps } from './deps.ts';
import { type Env, guard, respond, responseHeaders } from './guard.ts';
import { mount, type Route, route, statusOf } from './route.ts';
import { browseRoutes } from './routes/browse.ts';
import { contextRoutes } from './routes/context.ts';
import { feedRoutes } from './routes/feed.ts';
import { forgetRoutes } from './routes/forget.ts';
import { ingestRoutes } from './routes/ingest.ts';
import { memoryRoutes } from './routes/memories.ts';
import { nowRoutes } from './routes/now.ts';
import { projectRoutes } from './routes/projects.ts';
import { ruleRoutes } from './routes/rules.ts';
import { searchRoutes } from './routes/search.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { systemRoutes } from './routes/system.ts';
import { teamRoutes } from './routes/team.ts';
import { viewerRoutes } from './routes/viewer.ts';
import { streamRoutes } from './stream.ts';

export interface App {
  hono: Hono<Env>;
  routes: Route[];
}

export function createApp(deps: Deps, token: string): App {
  const credentials = createCredentials(token, deps.now);
  const routes: Route[] = [
    ...systemRoutes(deps),
    ...teamRoutes(deps),
    ...ingestRoutes(deps),
    ...sessionRoutes(deps),
    ...contextRoutes(deps),
    ...searchRoutes(deps),
    ...memoryRoutes(deps),
    ...ruleRoutes(deps),
    ...browseRoutes(deps),
    ...feedRoutes(deps),
    ...nowRoutes(deps),
    ...projectRoutes(deps),
    ...forgetRoutes(deps),
    ...streamRoutes(deps.changes),
    ...viewerRoutes(deps, credentials),
  ];
  routes.push(
    route(
      {
        method: 'get',
        paths: ['/openapi.json'],
        summary: 'Get this API description.',
        tag: 'system',
        open: true,
        reply: null,
        media: 'application/json',
      },
      async () => {
        const { describeApi } = await import('./openapi.ts');
        return respond(JSON.stringify(describeApi(routes)), 'application/json');
      },
    ),
  );

  const hono = new Hono<Env>();
  hono.onError((error) => failure(error, deps));
  hono.use(responseHeaders);
  hono.use(guard(credentials, deps.now));
  mount(hono, routes);
  hono.notFound(() => failure(new CMemError('ROUTE_UNKNOWN', 'Unknown route'), deps));
  return { hono, routes };
}

/** Never returns the message of an unexpected error, which may quote the request. */
function failure(error: unknown, deps: Deps): Response {
  const told = error instanceof CMemError ? error : unexpected(error, deps);
  const status = statusOf(told.code);
  const { code, message, fix } = told;
  const headers = {
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer realm="c-mem"' } : {}),
    ...(status === 429 ? { 'Retry-After': '1' } : {}),
    // The rest of the body is left unread.
    ...(status === 413 ? { Connection: 'close' } : {}),
  };
  return respond(JSON.stringify({ error: { code, message, fix } }), 'application/json', headers, status);
}

function unexpected(error: unknown, deps: Deps): CMemError {
  deps.log.error({ error: errorName(error) }, 'a request failed');
  return isStoreTrouble(error)
    ? new CMemError('STORE_UNUSABLE', 'The database is temporarily unavailable', { cause: error })
    : new CMemError('INTERNAL', 'Internal error', { cause: error });
}
