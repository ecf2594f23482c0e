// The live stream. All tabs share one connection, because a browser allows only six to a server: the tab that holds the
// lock reads the stream and passes its events on to the others.
import { useEffect } from 'preact/hooks';
import { cell, locked, refresh } from './store.ts';

const NOUNS = ['session', 'observation', 'summary', 'host-memory'] as const;
const VERBS = ['added', 'started', 'changed', 'ended', 'deleted'] as const;
const OTHERS = ['events.captured', 'queue', 'processing', 'settings.changed', 'reset'] as const;
export type LiveKind = `${(typeof NOUNS)[number]}.${(typeof VERBS)[number]}` | (typeof OTHERS)[number];
/** Not every noun has every verb, which does no harm. */
const KINDS: LiveKind[] = [...OTHERS, ...NOUNS.flatMap((noun) => VERBS.map((verb) => `${noun}.${verb}` as const))];
// biome-ignore lint/suspicious/noExplicitAny: the data differs by kind
export type Listener = (kind: LiveKind, data: any) => void;
type State = 'connecting' | 'live' | 'lost';
/** Between tabs: an event of the stream, a state of the connection, or the question for it. */
type Message = { kind: LiveKind; data: unknown; id: string } | { state: State; id: string } | 'state?';

export const connection = cell<State>('connecting');
/** The memories that arrived and were not announced yet. */
export const arrived = new Set<string>();
const listeners = new Set<Listener>();
const tabs = new BroadcastChannel('c-mem-stream');
let lastId = '';
let wait = 500;
let isReader = false;

export function connect(): void {
  tabs.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'state?') {
      if (isReader) tabs.postMessage({ state: connection.get(), id: lastId });
    } else if ('state' in data) setState(data.state, data.id);
    else take(data.kind, data.data, data.id);
  };
  tabs.postMessage('state?');
  // Held as long as the tab lives; then another one takes over from the last event it heard of.
  void navigator.locks.request('c-mem-stream', () => {
    isReader = true;
    read();
    return new Promise(() => undefined);
  });
}

function read(): void {
  const source = new EventSource(`/stream${lastId ? `?lastEventId=${encodeURIComponent(lastId)}` : ''}`);
  const tell = (state: State) => {
    setState(state, lastId);
    tabs.postMessage({ state, id: lastId });
  };
  source.onopen = () => {
    wait = 500;
    tell('live');
  };
  source.addEventListener('hello', (event) => {
    lastId = event.lastEventId;
  });
  for (const kind of KINDS)
    source.addEventListener(kind, (event) => {
      const data: unknown = JSON.parse(event.data as string);
      take(kind, data, event.lastEventId);
      tabs.postMessage({ kind, data, id: event.lastEventId });
    });
  source.onerror = () => {
    tell('lost');
    // The browser reconnects after some failures only, so always reconnect here.
    source.close();
    setTimeout(read, wait);
    wait = Math.min(5000, wait * 1.6);
  };
}

function setState(state: State, id: string): void {
  if (id !== '') lastId = id;
  const wasLost = connection.get() === 'lost';
  connection.set(state);
  if (state !== 'live') return;
  locked.set(false);
  // What failed meanwhile is asked for again.
  if (wasLost) refresh();
}

function take(kind: LiveKind, data: unknown, id: string): void {
  if (id !== '') lastId = id;
  if (kind.endsWith('.added')) arrived.add((data as { item: { ref: string } }).item.ref);
  if (kind === 'reset') refresh();
  else for (const listener of [...listeners]) listener(kind, data);
}

export function useLive(listener: Listener, deps: unknown[]): void {
  useEffect(() => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, deps);
}
