// State shared by pages, and data loading.
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { ApiError, get } from './api.ts';

/** An observable value. */
export interface Cell<T> {
  get(): T;
  set(value: T): void;
  follow(listener: () => void): () => void;
}

export function cell<T>(value: T): Cell<T> {
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useCell<T>(of: Cell<T>): T {
  const [, again] = useReducer((count: number) => count + 1, 0);
  const value = of.get();
  useEffect(() => {
    // It may have changed after this was rendered.
    if (!Object.is(of.get(), value)) again(undefined);
    return of.follow(() => again(undefined));
  }, [of]);
  return value;
}

/** Incremented to reload everything on the screen. */
export const revision = cell(0);
export const refresh = () => revision.set(revision.get() + 1);

/** Set when the keyboard leaves the search box for the first row of what it found. */
export const wantsRow = cell(false);

/** Set when the API refuses access; the page then explains how to sign in. */
export const locked = cell(false);

export interface Loaded<T> {
  data: T | null;
  error: ApiError | null;
  isLoading: boolean;
  reload(): void;
  put(data: T): void;
}

/** Reloads when the path or the shared revision changes; keeps the old data until the new data arrives. */
export function useGet<T>(path: string | null, query: Record<string, unknown> = {}): Loaded<T> {
  const key = path === null ? null : `${path} ${JSON.stringify(query)}`;
  const [state, setState] = useState<{ key: string | null; data: T | null; error: ApiError | null }>({
    key: null,
    data: null,
    error: null,
  });
  const [own, again] = useReducer((count: number) => count + 1, 0);
  const shared = useCell(revision);
  const asked = useRef('');
  useEffect(() => {
    if (path === null || key === null) return;
    const abort = new AbortController();
    asked.current = key;
    get<T>(path, query, abort.signal).then(
      (data) => setState({ key, data, error: null }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) return;
        if (error.code === 'NOT_ALLOWED') locked.set(true);
        setState((before) => ({ key, data: before.key === key ? before.data : null, error }));
      },
    );
    return () => abort.abort();
  }, [key, own, shared]);
  const isCurrent = state.key === key;
  return {
    data: isCurrent ? state.data : null,
    error: isCurrent ? state.error : null,
    isLoading: !isCurrent,
    reload: () => again(undefined),
    put: (data) => setState({ key, data, error: null }),
  };
}

/** Debounces a value, such as typed text. */
export function useLater<T>(value: T, ms: number): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return later;
}
