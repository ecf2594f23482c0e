// The stream: IDs, what was missed, and clients that stop reading.
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterEach, expect, it, vi } from 'vitest';
import { createHttpBench, TOKEN } from '../../test/helpers/http.ts';
import { createChangeBus } from './change-bus.ts';
import { openStream } from './stream.ts';

const open: ReadableStreamDefaultReader<Uint8Array>[] = [];
afterEach(async () => {
  for (const reader of open.splice(0)) await reader.cancel().catch(() => undefined);
});

function read(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  open.push(reader);
  let text = '';
  return async (until: string) => {
    while (!text.includes(until)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`ended: ${text}`);
      text += new TextDecoder().decode(value);
    }
    return text;
  };
}

it('sends changes with their IDs, and a client that reconnects gets what it missed', async () => {
  const changes = createChangeBus('run1');
  const first = read(openStream(changes, null));
  changes.publish('queue', { waiting: 1 });
  const told = await first('"waiting":1');
  expect(told).toContain('id: run1-1\nevent: queue\ndata: {"waiting":1}\n\n');
  changes.publish('queue', { waiting: 2 });
  changes.publish('queue', { waiting: 3 });
  const again = read(openStream(changes, 'run1-1'));
  const missed = await again('"waiting":3');
  expect(missed).toContain('id: run1-2\n');
  expect(missed).not.toContain('id: run1-1\n');
});

it('after a restart, or when too much was missed, it says: look again', async () => {
  const changes = createChangeBus('run2');
  for (let i = 0; i < 5000; i += 1) changes.publish('queue', { i });
  for (const lost of ['run1-7', 'run2-1', 'run2-9999999', 'nonsense', '']) {
    expect(await read(openStream(changes, lost))('event: reset')).toContain('id: run2-5000\n');
  }
  expect(await read(openStream(changes, 'run2-4999'))('{"i":4999}')).not.toContain('reset');
});

it('a reader that does not read is let go, and the others are not disturbed', async () => {
  const changes = createChangeBus('run3');
  const good = read(openStream(changes, null));
  const bad = openStream(changes, null).getReader();
  await good('hello');
  for (let i = 0; i < 400; i += 1) {
    changes.publish('queue', { filler: 'x'.repeat(2000), i });
    await good(`"i":${i}}`);
  }
  expect(changes.listeners()).toBe(1);
  await expect(
    (async () => {
      for (;;) await bad.read();
    })(),
  ).rejects.toThrow('too slow');
});

it('the connection of a client that stops reading is closed', async () => {
  // The adapter logs the error that ends the stream.
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const bench = createHttpBench();
  const { changes } = bench.deps;
  const server = createServer(getRequestListener(bench.app.hono.fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write(`GET /stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`);
  await vi.waitFor(() => expect(changes.listeners()).toBe(1));
  // More than the system buffers for a connection.
  for (let i = 0; i < 20_000 && changes.listeners() > 0; i += 1) {
    changes.publish('queue', { filler: 'x'.repeat(2000) });
    if (i % 20 === 0) await new Promise((done) => setImmediate(done));
  }
  expect(changes.listeners()).toBe(0);
  const connections = () => new Promise((done) => server.getConnections((_error, count) => done(count)));
  await vi.waitFor(async () => expect(await connections()).toBe(0));
  server.close();
  bench.close();
  logged.mockRestore();
});

it('leaving ends the listening', async () => {
  const bench = createHttpBench();
  const present: boolean[] = [];
  bench.deps.changes.onAudience((is) => present.push(is));
  const reply = await bench.app.hono.request('http://localhost/stream', {
    headers: { Authorization: `Bearer ${TOKEN}` },
  });
  expect(reply.headers.get('content-type')).toContain('text/event-stream');
  const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  expect(bench.deps.changes.listeners()).toBe(1);
  await reader.cancel();
  expect(present).toEqual([true, false]);
  bench.close();
});
