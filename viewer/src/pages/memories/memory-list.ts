// Loads the memory list page by page and keeps it up to date with the live stream.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, get, type Item, type Items, type SearchReply } from '../../api.ts';
import { useLive } from '../../live.ts';
import { locked, revision, useCell } from '../../store.ts';
import { type FilterState, matches } from './filters.tsx';

const PAGE = 100;

interface ListState {
  items: Item[];
  error: ApiError | null;
  isLoading: boolean;
  /** Arrived while the page was open. */
  fresh: Set<string>;
  waiting: number;
  more(): void;
  seen(): void;
}

/** New memories go to the top of the feed; changed and forgotten ones are updated in place. */
export function useMemoryList(filters: FilterState, chosen: string): ListState {
  const key = JSON.stringify([filters, chosen]);
  const shared = useCell(revision);
  const [state, setState] = useState({
    key: '',
    items: [] as Item[],
    next: null as string | null,
    error: null as ApiError | null,
  });
  const [fresh, setFresh] = useState<Set<string>>(new Set());
  const [waiting, setWaiting] = useState(0);
  const asking = useRef(false);

  const ask = useCallback(
    async (after: { items: Item[]; next: string | null } | null, signal?: AbortSignal) => {
      const { q, ...given } = filters;
      const narrowed = { ...given, project: chosen };
      if (q === '') {
        const page = await get<Items>('/api/memories', { ...narrowed, limit: PAGE, cursor: after?.next }, signal);
        return { items: [...(after?.items ?? []), ...page.items], next: page.next };
      }
      const offset = after ? Number(after.next) : 0;
      const found = await get<SearchReply>('/api/search', { ...narrowed, q, limit: PAGE, offset }, signal);
      return { items: [...(after?.items ?? []), ...found.items], next: found.more ? String(offset + PAGE) : null };
    },
    [key],
  );

  useEffect(() => {
    const abort = new AbortController();
    ask(null, abort.signal).then(
      (page) => setState((before) => (before.key === key ? freshen(before, page) : { key, ...page, error: null })),
      (error: unknown) => {
        if (!(error instanceof ApiError)) return;
        if (error.code === 'NOT_ALLOWED') locked.set(true);
        setState((before) => ({ ...before, key, error }));
      },
    );
    return () => abort.abort();
  }, [key, shared]);

  useLive(
    (kind, data) => {
      const item = data.item as Item | undefined;
      if (kind === 'observation.added' || kind === 'summary.added') {
        if (
          !item ||
          filters.q !== '' ||
          !matches(filters, item) ||
          (chosen !== '' && String(item.projectId) !== chosen)
        )
          return;
        setState((before) =>
          before.items.some((each) => each.ref === item.ref)
            ? before
            : { ...before, items: [...before.items, item].sort((a, b) => b.at - a.at || b.id - a.id) },
        );
        setFresh((before) => new Set(before).add(item.ref));
        setWaiting((count) => count + 1);
      }
      if (kind === 'observation.deleted' || kind === 'summary.deleted' || kind === 'host-memory.deleted')
        setState((before) => ({
          ...before,
          items: before.items.filter((each) => each.id !== data.id || !kind.startsWith(each.kind)),
        }));
      if (kind === 'observation.changed' || kind === 'summary.changed' || kind === 'host-memory.changed')
        // It may have been restored after being forgotten, so reload the first page.
        ask(null).then(
          (page) =>
            setState((before) => ({
              ...before,
              items: replaceTop(before.items, page.items),
              next: before.next ?? page.next,
            })),
          () => undefined,
        );
    },
    [key],
  );

  return {
    items: state.items,
    error: state.error,
    isLoading: state.key !== key,
    fresh,
    waiting,
    seen: () => setWaiting(0),
    more() {
      if (asking.current || state.next === null || state.key !== key) return;
      asking.current = true;
      ask(state).then(
        (page) => {
          asking.current = false;
          setState((before) => (before.key === key ? { ...before, ...page, error: null } : before));
        },
        () => {
          asking.current = false;
        },
      );
    },
  };
}

/** Refreshes the same list without losing the pages already loaded. */
function freshen<T extends { items: Item[]; next: string | null }>(
  before: T,
  page: { items: Item[]; next: string | null },
) {
  const isShort = page.next === null || before.items.length <= page.items.length;
  return { ...before, error: null, ...(isShort ? page : { items: replaceTop(before.items, page.items) }) };
}

/** Replaces the top of the list and keeps what was loaded below it. */
function replaceTop(before: Item[], top: Item[]): Item[] {
  const fresh = new Map(top.map((item) => [item.ref, item]));
  const last = top.at(-1);
  if (!last) return before;
  return [...top, ...before.filter((item) => !fresh.has(item.ref) && item.at <= last.at)];
}
