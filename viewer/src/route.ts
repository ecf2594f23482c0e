// The current route, kept in the URL after the #: a path, its filters, and the chosen project on every page.
import { cell, useCell } from './store.ts';

export interface Place {
  path: string[];
  query: Record<string, string>;
}

type Query = Record<string, string | undefined>;

const here = cell<Place>(read());
/** Counts entries of the history, so that each keeps its own scroll position. */
let entry = 0;
const scrolled = new Map<number, number>();

addEventListener('hashchange', arrive);
addEventListener('popstate', arrive);

/** Also called for an entry that is visited again, which then has its number. */
function arrive(): void {
  const known = (history.state as { entry?: number } | null)?.entry;
  if (known === undefined) markEntry();
  else entry = known;
  here.set(read());
}

function markEntry(): void {
  entry = Date.now();
  history.replaceState({ entry }, '');
}

export const usePlace = () => useCell(here);
export const placeNow = () => here.get();

/** The project that pages are narrowed to; empty for all. */
export const useProject = () => usePlace().query['project'] ?? '';

/** `to(['session', id])`. The chosen project is kept unless the query names one. */
export function to(path: string[], query: Query = {}): string {
  const all = { project: here.get().query['project'], ...query };
  const kept = Object.entries(all).filter((each): each is [string, string] => Boolean(each[1]));
  const words = kept.length > 0 ? `?${new URLSearchParams(kept).toString()}` : '';
  return `#/${path.map(encodeURIComponent).join('/')}${words}`;
}

export function go(path: string[], query: Query = {}, replace = false): void {
  const hash = to(path, query);
  if (hash === location.hash) return;
  if (replace) history.replaceState({ entry }, '', hash);
  else {
    history.pushState(null, '', hash);
    markEntry();
  }
  here.set(read());
}

export const chooseProject = (id: string) => {
  const { path, query } = here.get();
  // A memory that is open may be of another project.
  go(path[0] === 'memory' ? ['memories'] : path, { ...query, from: '', project: id }, true);
};

/** Where this entry of the history was scrolled to. */
export const scrollPosition = { get: () => scrolled.get(entry) ?? 0, set: (top: number) => scrolled.set(entry, top) };
export const entryNow = () => entry;

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
