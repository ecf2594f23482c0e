// The API of a running worker, asked over real sockets.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import { createScratch, type Scratch, waitFor } from './scratch.ts';
import { readPort } from './viewer.ts';

export let scratch: Scratch;
export let port: number;
export let token: string;

/** A new home, with a port of its own, for each test of a file; whoever needs the worker starts it. */
export function useWorkerApi(): void {
  beforeEach(() => {
    scratch = createScratch();
    Object.assign(scratch.env, { C_MEM_PORT: '0' });
  });
  afterEach(() => scratch.dispose());
}

export async function start(): Promise<void> {
  await scratch.cli(['worker', 'start']);
  // One that was killed leaves its port's number behind.
  await waitFor(async () => {
    port = readPort(scratch) ?? 0;
    return ask('GET', '/health', undefined, { headers: { Authorization: '' } }).then(
      ({ status }) => status === 200,
      () => false,
    );
  }, 'the API');
  token = readFileSync(scratch.paths.token, 'utf8').trim();
}

interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape
  body: any;
}

export function ask(
  method: string,
  path: string,
  body?: unknown,
  options: { socket?: boolean; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...options.headers,
  };
  const place = options.socket ? { socketPath: scratch.paths.socket } : { host: '127.0.0.1', port };
  return new Promise((done, fail) => {
    const asked = request({ ...place, method, path, headers }, (reply) => {
      let text = '';
      reply.on('data', (chunk) => (text += chunk));
      reply.on('end', () =>
        done({ status: reply.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : text }),
      );
    });
    asked.on('error', fail);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Everything that comes back on a raw connection until it is closed. */
export function raw(bytes: string | Buffer[]): Promise<{ text: string }> {
  return new Promise((done) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of typeof bytes === 'string' ? [bytes] : bytes) socket.write(piece);
    });
    socket.on('data', (chunk) => (text += chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => done({ text }));
  });
}
