// Loads the feed of turns page by page and keeps it up to date with the live stream.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError, get, type Item, type Turn, type TurnsReply } from '../../api.ts';
import { arrived, useLive } from '../../live.ts';
import { locked, revision, useCell } from '../../store.ts';
import { appended, broughtBack, refreshed, reranked, without } from './feed-merge.ts';
import type { FilterState } from './filters.tsx';

const PAGE = 100;
const FIRST_PAGE = 50;
/** Several memories of a turn arrive together. */
const TOGETHER_MS = 120;
/** How many feeds keep their place for when one comes back. */
const MOST_KEPT = 6;

interface Feed {
  key: string;
  turns: Turn[];
  next: string | null;
  terms: string[];
  error: ApiError | null;
}

/** What was loaded before, so that going back shows the same place at once. */
const kept = new Map<string, Feed & { top: number }>();

export interface FeedState extends Feed {
  isLoading: boolean;
  /** Arrived while the page was open. */
  fresh: Set<string>;
  waiting: number;
  /** Where the list was scrolled to when it was last left. */
  startsAt: number;
  more(): void;
  seen(): void;
  scrolled(top: number): void;
}

export function useFeed(filters: FilterState, project: string, from: number | null): FeedState {
  const key = JSON.stringify([filters, project, from]);
  const shared = useCell(revision);
  const before = kept.get(key);
  const [state, setState] = useState<Feed>(before ?? { key: '', turns: [], next: null, terms: [], error: null });
  const [fresh, setFresh] = useState<Set<string>>(new Set());
  const [waiting, setWaiting] = useState(0);
  const asking = useRef(false);
  const timer = useRef(0);
  /** Turns as they were before a memory of theirs was forgotten. */
  const removed = useRef(new Map<string, Turn>());
  const startsAt = useRef(0);
  const lastKey = useRef('');
  if (lastKey.current !== key) {
    lastKey.current = key;
    startsAt.current = before?.top ?? 0;
  }

  const ask = useCallback(
    (cursor: string | null, limit: number, signal?: AbortSignal) =>
      get<TurnsReply>('/api/turns', { ...filters, project, from, limit, cursor }, signal),
    [key],
  );
  const reload = useCallback(
    (signal?: AbortSignal) =>
      ask(null, FIRST_PAGE, signal).then(
        (page) => {
          // Not all that is new to the list: something else may just have moved up, or be restored.
          const news = page.turns.flatMap(({ items }) =>
            items.map(({ ref }) => ref).filter((ref) => arrived.delete(ref)),
          );
          setState((old) => {
            if (old.key !== key) return { key, ...page, error: null };
            const { turns, next } = (filters.q ? reranked : refreshed)(old, page);
            if (news.length > 0) {
              setFresh((all) => new Set([...all, ...news]));
              setWaiting((count) => count + news.length);
            }
            return { ...old, turns, next, error: null };
          });
        },
        (error: unknown) => {
          if (!(error instanceof ApiError)) return;
          if (error.code === 'NOT_ALLOWED') locked.set(true);
          setState((old) => (old.key === key ? { ...old, error } : { key, turns: [], next: null, terms: [], error }));
        },
      ),
    [key],
  );

  // A layout effect: the first rows are asked for before the frame around them is painted.
  useLayoutEffect(() => {
    const known = kept.get(key);
    if (known) setState(known);
    const abort = new AbortController();
    void reload(abort.signal);
    return () => abort.abort();
  }, [key, shared]);

  const later = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void reload(), TOGETHER_MS) as unknown as number;
  };
  useLive(
    (kind, data) => {
      if (kind.endsWith('.deleted')) {
        const isGone = (item: Item) => kind.startsWith(`${item.kind}.`) && item.id === data.id;
        setState((old) => {
          const turn = old.turns.find(({ items }) => items.some(isGone));
          if (turn) removed.current.set(`${data.kind} ${data.id}`, turn);
          return { ...old, turns: without(old.turns, isGone) };
        });
      } else if (kind.endsWith('.changed') && removed.current.has(`${data.kind} ${data.id}`)) {
        const turn = removed.current.get(`${data.kind} ${data.id}`) as Turn;
        removed.current.delete(`${data.kind} ${data.id}`);
        const isBack = (item: Item) => item.kind === data.kind && item.id === data.id;
        setState((old) => ({ ...old, turns: broughtBack(old.turns, turn, isBack) }));
        // What stood in for it meanwhile goes.
        later();
      } else if (/^(?:observation|summary|host-memory)\.(?:added|changed)$/.test(kind) && filters.q === '') {
        later();
      } else if (kind.endsWith('.changed')) void reload();
    },
    [key],
  );
  useEffect(() => () => clearTimeout(timer.current), [key]);

  useEffect(() => {
    if (state.key !== key) return;
    kept.delete(key);
    kept.set(key, { ...state, top: kept.get(key)?.top ?? startsAt.current });
    for (const old of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(old);
  }, [state]);

  const isCurrent = state.key === key;
  return {
    ...state,
    isLoading: !isCurrent,
    fresh,
    waiting,
    startsAt: startsAt.current,
    seen: () => setWaiting(0),
    scrolled(top) {
      // Until the next list is there, the last one is shown.
      if (!isCurrent || lastKey.current !== key) return;
      const known = kept.get(key);
      if (known) known.top = top;
      startsAt.current = top;
    },
    more() {
      if (asking.current || state.next === null || !isCurrent) return;
      asking.current = true;
      ask(state.next, PAGE).then(
        (page) => {
          asking.current = false;
          setState((old) =>
            old.key === key ? { ...old, turns: appended(old.turns, page.turns), next: page.next, error: null } : old,
          );
        },
        () => {
          asking.current = false;
        },
      );
    },
  };
}
