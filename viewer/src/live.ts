// The live stream: one connection per page, its events passed to listeners, and the connection state.
import { useEffect } from 'preact/hooks';
import { cell, locked, refresh } from './store.ts';

const KINDS = [
  'session.started',
  'session.changed',
  'session.ended',
  'events.captured',
  'observation.added',
  'observation.changed',
  'observation.deleted',
  'summary.added',
  'summary.changed',
  'summary.deleted',
  'host-memory.changed',
  'host-memory.deleted',
  'queue',
  'processing',
  'settings.changed',
] as const;
export type LiveKind = (typeof KINDS)[number];
// biome-ignore lint/suspicious/noExplicitAny: the data differs by kind
export type Listener = (kind: LiveKind, data: any) => void;

export const connection = cell<'connecting' | 'live' | 'lost'>('connecting');
const listeners = new Set<Listener>();
let lastId = '';
let wait = 500;
let source: EventSource | null = null;

export function connect(): void {
  source?.close();
  source = new EventSource(`/stream${lastId ? `?lastEventId=${encodeURIComponent(lastId)}` : ''}`);
  const note = (event: MessageEvent) => {
    if (event.lastEventId) lastId = event.lastEventId;
  };
  const welcome = () => {
    wait = 500;
    connection.set('live');
    locked.set(false);
  };
  source.onopen = welcome;
  source.addEventListener('hello', note);
  source.addEventListener('reset', (event) => {
    note(event);
    refresh();
  });
  for (const kind of KINDS) {
    source.addEventListener(kind, (event) => {
      note(event);
      const data: unknown = JSON.parse(event.data as string);
      for (const listener of [...listeners]) listener(kind, data);
    });
  }
  source.onerror = () => {
    connection.set('lost');
    // The browser reconnects after some failures only, so always reconnect here.
    source?.close();
    setTimeout(connect, wait);
    wait = Math.min(5000, wait * 1.6);
  };
}

export function useLive(listener: Listener, deps: unknown[]): void {
  useEffect(() => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, deps);
}
