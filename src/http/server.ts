// Listens on 127.0.0.1 and on a Unix socket, both for this user's programs only. The app itself is loaded with the first
// request: a worker that gets no requests must stay small.
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { writeAtomic } from '../config/atomic-file.ts';
import { errorName } from '../domain/errors.ts';
import { LOOPBACK, readToken } from './auth.ts';
import type { Deps } from './deps.ts';

/** A request that is incomplete after this time is cut off. */
const HEADERS_MS = 5000;
const REQUEST_MS = 15_000;
const CHECK_MS = 2000;
const IDLE_MS = 10_000;
const MOST_CONNECTIONS = 256;
/** The longest Unix socket path that works on every system. */
const MOST_SOCKET_NAME = 103;

export interface Listening {
  port: number | null;
  /** Writes the port file again if it was changed or deleted. */
  keepPort(): void;
  close(): Promise<void>;
}

export async function listen(deps: Omit<Deps, 'port'>, preferredPort: number): Promise<Listening> {
  const { paths, log } = deps;
  let port: number | null = null;
  const token = readToken(paths.token);
  const listener = lazyListener({ ...deps, port: () => port }, token);
  const servers: Server[] = [];

  // Left by a worker that was killed: clients must not use it.
  rmSync(paths.port, { force: true });
  const tcp = await listenOn(listener, [preferredPort, 0], log);
  if (tcp) {
    servers.push(tcp);
    port = (tcp.address() as { port: number }).port;
    writePort(paths.port, port);
  }
  if (process.platform !== 'win32' && Buffer.byteLength(paths.socket) <= MOST_SOCKET_NAME) {
    // Left by a worker that was killed; only one runs at a time.
    rmSync(paths.socket, { force: true });
    const socket = await listenOn(listener, [paths.socket], log);
    if (socket) {
      chmodSync(paths.socket, 0o600);
      servers.push(socket);
    }
  }
  return {
    port,
    keepPort() {
      if (port !== null && readPort(paths.port) !== port) writePort(paths.port, port);
    },
    async close() {
      rmSync(paths.port, { force: true });
      await Promise.all(
        servers.map((server) => {
          const closed = new Promise((done) => server.close(done));
          // Streams would otherwise stay open forever.
          server.closeIdleConnections();
          setTimeout(() => server.closeAllConnections(), 500).unref();
          return closed;
        }),
      );
    },
  };
}

function writePort(file: string, port: number): void {
  writeAtomic(file, `${port}\n`);
}

function readPort(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return Number.NaN;
  }
}

/** Listens at the first of these places that is free. */
async function listenOn(
  listener: RequestListener,
  places: (number | string)[],
  log: Deps['log'],
): Promise<Server | null> {
  for (const place of places) {
    const server = createServer(
      {
        requestTimeout: REQUEST_MS,
        headersTimeout: HEADERS_MS,
        connectionsCheckingInterval: CHECK_MS,
        keepAliveTimeout: IDLE_MS,
        maxHeaderSize: 16 * 1024,
      },
      listener,
    );
    server.maxConnections = MOST_CONNECTIONS;
    try {
      await new Promise<void>((done, fail) => {
        server.once('error', fail);
        if (typeof place === 'string') server.listen(place, done);
        else server.listen(place, '127.0.0.1', done);
      });
      server.on('error', (error) => log.warn({ error: errorName(error) }, 'HTTP server error'));
      return server;
    } catch (error) {
      log.warn(
        { error: errorName(error), port: typeof place === 'number' ? place : undefined },
        'cannot listen for HTTP',
      );
    }
  }
  return null;
}

/**
 * Identifies the worker for `c-mem status`, without loading the API. It is called without the token, because another
 * program may have taken over the port.
 */
function ping(request: IncomingMessage, response: ServerResponse): void {
  const isFromHere = LOOPBACK.test(request.headers.host ?? '') && request.headers.origin === undefined;
  response.writeHead(isFromHere ? 200 : 403, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(isFromHere ? JSON.stringify({ pid: process.pid }) : '{}');
}

function lazyListener(deps: Deps, token: string): RequestListener {
  let loaded: Promise<RequestListener> | null = null;
  const load = async (): Promise<RequestListener> => {
    const [{ createApp }, { getRequestListener }] = await Promise.all([
      import('./app.ts'),
      import('@hono/node-server'),
    ]);
    const { hono } = createApp(deps, token);
    return getRequestListener(hono.fetch) as RequestListener;
  };
  return (request, response) => {
    if (request.url === '/ping') return ping(request, response);
    loaded ??= load();
    loaded.then(
      (serve) => serve(request, response),
      (error: unknown) => {
        deps.log.error({ error: errorName(error) }, 'the API could not be loaded');
        response.writeHead(500).end();
      },
    );
  };
}
