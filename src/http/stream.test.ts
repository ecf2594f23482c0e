// The stream: ids, what was missed, and readers that do not read.
import { afterEach, expect, it } from 'vitest';
import { createHttpBench, TOKEN } from '../../test/helpers/http.ts';
import { createNews } from './change-bus.ts';
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

it('tells news with their ids; whoever comes back gets what was missed', async () => {
  const news = createNews('run1');
  const first = read(openStream(news, null));
  news.publish('queue', { waiting: 1 });
  const told = await first('"waiting":1');
  expect(told).toContain('id: run1-1\nevent: queue\ndata: {"waiting":1}\n\n');
  news.publish('queue', { waiting: 2 });
  news.publish('queue', { waiting: 3 });
  const again = read(openStream(news, 'run1-1'));
  const missed = await again('"waiting":3');
  expect(missed).toContain('id: run1-2\n');
  expect(missed).not.toContain('id: run1-1\n');
});

it('after a restart, or when too much was missed, it says: look again', async () => {
  const news = createNews('run2');
  for (let i = 0; i < 5000; i += 1) news.publish('queue', { i });
  for (const lost of ['run1-7', 'run2-1', 'run2-9999999', 'nonsense', '']) {
    expect(await read(openStream(news, lost))('event: reset')).toContain('id: run2-5000\n');
  }
  expect(await read(openStream(news, 'run2-4999'))('{"i":4999}')).not.toContain('reset');
});

it('a reader that does not read is let go, and the others are not disturbed', async () => {
  const news = createNews('run3');
  const good = read(openStream(news, null));
  const bad = openStream(news, null).getReader();
  await good('hello');
  for (let i = 0; i < 400; i += 1) {
    news.publish('queue', { filler: 'x'.repeat(2000), i });
    await good(`"i":${i}}`);
  }
  expect(news.listeners()).toBe(1);
  await expect(
    (async () => {
      for (;;) await bad.read();
    })(),
  ).rejects.toThrow('too slow');
});

it('leaving ends the listening', async () => {
  const bench = createHttpBench();
  const present: boolean[] = [];
  bench.deps.news.onAudience((is) => present.push(is));
  const reply = await bench.app.hono.request('http://localhost/stream', {
    headers: { Authorization: `Bearer ${TOKEN}` },
  });
  expect(reply.headers.get('content-type')).toContain('text/event-stream');
  const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  expect(bench.deps.news.listeners()).toBe(1);
  await reader.cancel();
  expect(present).toEqual([true, false]);
  bench.close();
});
