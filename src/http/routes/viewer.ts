// The viewer's files, and access to it: a link that works once and sets a cookie.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import * as z from 'zod';
import { CMemError } from '../../domain/errors.ts';
import { COOKIE, type Credentials } from '../auth.ts';
import type { Deps } from '../deps.ts';
import { respond } from '../guard.ts';
import { type Route, route } from '../route.ts';

const MEDIA: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export function viewerRoutes(deps: Deps, credentials: Credentials): Route[] {
  const files = listViewer(deps.viewerFolder);
  const serve = (name: string) => {
    const file = files.get(name);
    if (!file) throw new CMemError('ROUTE_UNKNOWN', 'There is no such file');
    const isNamedByContent = name.startsWith('assets/');
    return respond(readFileSync(file), MEDIA[extname(name)] ?? 'application/octet-stream', {
      'Cache-Control': isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
  };
  const page = { method: 'get', tag: 'viewer', open: true, reply: null } as const;
  return [
    route({ ...page, paths: ['/'], summary: 'Get the viewer.', media: 'text/html' }, () => serve('index.html')),
    route({ ...page, paths: ['/icon.svg'], summary: 'Get the icon of the viewer.', media: 'image/svg+xml' }, () =>
      serve('icon.svg'),
    ),
    route(
      {
        ...page,
        paths: ['/assets/:name'],
        summary: 'Get a script or style of the viewer.',
        media: 'text/javascript',
        params: z.object({ name: z.string().max(200) }),
      },
      ({ params }) => serve(`assets/${params.name}`),
    ),
    route(
      {
        ...page,
        paths: ['/open'],
        summary: 'Open the viewer with a link from `c-mem viewer`, once.',
        media: 'text/html',
        query: z.object({ code: z.string().max(200) }),
      },
      ({ query, c }) => {
        const isUsable = credentials.useLink(query.code);
        // A person gets a page that says what to do.
        if (!isUsable && c.req.header('accept')?.includes('text/html'))
          return respond('', 'text/plain', { Location: '/#/used-link' }, 303);
        if (!isUsable) throw new CMemError('LINK_EXPIRED', 'This link was already used or has expired');
        const { value, maxAge } = credentials.cookie();
        const cookie = `${COOKIE}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Strict`;
        return respond('', 'text/plain', { Location: '/', 'Set-Cookie': cookie }, 303);
      },
    ),
    route(
      {
        method: 'post',
        paths: ['/api/viewer-link'],
        summary: 'Create a link that opens the viewer once, within a minute.',
        tag: 'viewer',
        body: z.object({}),
        reply: z.object({ path: z.string() }),
      },
      () => ({ path: `/open?code=${credentials.makeLink()}` }),
    ),
  ];
}

/** The files are listed once: a request picks from the list and never names a path. */
function listViewer(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      files.set(file.slice(folder.length + 1).replaceAll('\\', '/'), file);
    }
  } catch {
    // Not built; the API works without it.
  }
  return files;
}
