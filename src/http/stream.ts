// The stream: changes as server-sent events, with IDs, so that a client that reconnects gets what it missed.
import * as z from 'zod';
import { CMemError } from '../domain/errors.ts';
import type { Change, ChangeBus } from './change-bus.ts';
import { respond } from './guard.ts';
import { type Route, route } from './route.ts';

const HEARTBEAT_MS = 15_000;
/** A reader that falls behind by this many bytes is disconnected; it reconnects and gets what it missed. */
const MOST_BEHIND = 256 * 1024;
const MOST_LISTENERS = 100;

export function streamRoutes(changes: ChangeBus): Route[] {
  return [
    route(
      {
        method: 'get',
        paths: ['/stream', '/api/stream'],
        summary: 'Stream changes as server-sent events. Reconnecting with Last-Event-ID first sends what was missed.',
        tag: 'stream',
        query: z.object({ lastEventId: z.string().max(100).optional() }),
        reply: null,
        media: 'text/event-stream',
      },
      ({ query, c }) => {
        if (changes.listeners() >= MOST_LISTENERS)
          throw new CMemError('TOO_MANY_REQUESTS', 'Too many open streams', {
            fix: 'Close one first.',
          });
        const last = c.req.header('last-event-id') ?? query.lastEventId ?? null;
        return respond(openStream(changes, last), 'text/event-stream; charset=utf-8', { 'X-Accel-Buffering': 'no' });
      },
    ),
  ];
}

/**
 * Not hono's streamSSE: it can end a stream but not fail it, and does not know how far a reader is behind. A client that
 * stops reading would keep its connection: still open after 4 MB of changes, while this one closes it.
 */
export function openStream(changes: ChangeBus, lastId: string | null): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let leave = () => undefined as unknown;
  let heartbeat: NodeJS.Timeout | undefined;
  const end = () => {
    leave();
    clearInterval(heartbeat);
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string) => {
          const bytes = encoder.encode(text);
          if ((controller.desiredSize ?? 0) < -MOST_BEHIND) {
            end();
            controller.error(new Error('the reader is too slow'));
            return;
          }
          controller.enqueue(bytes);
        };
        const missed = lastId === null ? [] : changes.since(lastId);
        send(`retry: 1000\n\n`);
        if (missed === null) send(written({ id: changes.lastId(), kind: 'reset', data: {} }));
        else if (missed.length === 0) send(`id: ${changes.lastId()}\nevent: hello\ndata: {}\n\n`);
        else send(missed.map(written).join(''));
        leave = changes.listen((change) => send(written(change)));
        heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MS).unref();
      },
      cancel: end,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 16 * 1024 }),
  );
}

const written = ({ id, kind, data }: Change) => `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
