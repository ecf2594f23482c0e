// Parts of the memories page: the lines of the feed, the numbers above it, and what stands there if it is empty.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ActivityReply, Turn } from '../../api.ts';
import { zone } from '../../format.ts';
import { useLive } from '../../live.ts';
import { Empty } from '../../parts.tsx';
import { projects } from '../../projects.ts';
import { useCell, useGet, useLater } from '../../store.ts';
import { type FeedLines, feedLines, type Group, type LineOptions } from './feed-lines.ts';
import type { FilterState } from './filters.tsx';

export function useLines(turns: Turn[], group: Group, isSearch: boolean) {
  const [unfolded, setUnfolded] = useState<Set<string>>(new Set());
  const names = useCell(projects);
  const options = useMemo((): LineOptions => ({ group, isSearch, unfolded }), [group, isSearch, unfolded, names]);
  const last = useRef<FeedLines | null>(null);
  const placed = useMemo(() => feedLines(turns, options, last.current), [turns, options]);
  last.current = placed;
  return {
    placed,
    unfold: (some: Turn[]) => setUnfolded((before) => new Set([...before, ...some.map(({ key }) => key)])),
  };
}

/** The numbers of the list that was shown last, until there are new ones. */
let lastActivity: ActivityReply | null = null;

/** Counted after the first rows are there. */
export function useActivity(filters: FilterState, project: string): ActivityReply | null {
  const wanted = useLater(JSON.stringify({ ...filters, project, offset: zone() }), filters.q === '' ? 150 : 400);
  const [last, setLast] = useState(lastActivity);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 50);
    return () => clearTimeout(timer);
  }, []);
  const { data, reload } = useGet<ActivityReply>(isReady ? '/api/activity' : null, JSON.parse(wanted));
  useLive((kind) => /^(?:observation|summary)\.(?:added|deleted|changed)/.test(kind) && reload(), [wanted]);
  useEffect(() => {
    if (!data) return;
    lastActivity = data;
    setLast(data);
  }, [data]);
  return data ?? last;
}

export function Nothing({ words, narrowed, onClear }: { words: string; narrowed: boolean; onClear(): void }) {
  const title = words
    ? `No memories match “${words}”`
    : narrowed
      ? 'No memories match these filters'
      : 'No memories yet';
  return (
    <Empty title={title} about={!narrowed && (words ? 'no-match' : 'no-memories')}>
      {narrowed && (
        <button type="button" onClick={onClear}>
          Clear filters
        </button>
      )}
    </Empty>
  );
}
