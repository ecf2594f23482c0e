// The current route, kept in the URL after the #: a path and its filters.
import { cell, useCell } from './store.ts';

export interface Place {
  path: string[];
  query: Record<string, string>;
}

const here = cell<Place>(read());
addEventListener('hashchange', () => here.set(read()));

export const usePlace = () => useCell(here);

/** `to(['session', id], {})` */
export function to(path: string[], query: Record<string, string | undefined> = {}): string {
  const kept = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const words = kept.length > 0 ? `?${new URLSearchParams(kept).toString()}` : '';
  return `#/${path.map(encodeURIComponent).join('/')}${words}`;
}

export function go(path: string[], query: Record<string, string | undefined> = {}, replace = false): void {
  const hash = to(path, query);
  if (hash === location.hash) return;
  if (replace) {
    history.replaceState(null, '', hash);
    here.set(read());
  } else location.hash = hash;
}

function read(): Place {
  const [path = '', words = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return {
    path: path.split('/').filter(Boolean).map(decode),
    query: Object.fromEntries(new URLSearchParams(words)),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
