// The memories page: the live feed of turns or search results, with the open memory beside it.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { forget, hostMemoryOf, pin, refOf } from '../../actions.ts';
import type { ActivityReply, Item, Turn } from '../../api.ts';
import { dayLabel, isoDay, many, memories } from '../../format.ts';
import { useKeys } from '../../keys.ts';
import { copyMarkdown } from '../../markdown.ts';
import { Loading, Trouble, useTitle } from '../../parts.tsx';
import { go, useProject } from '../../route.ts';
import { useCell, wantsRow } from '../../store.ts';
import { VirtualList } from '../../virtual-list.tsx';
import { BulkBar } from './bulk.tsx';
import { useFeed } from './feed.ts';
import { type FeedLine, GROUPS } from './feed-lines.ts';
import { Nothing, useActivity, useLines } from './feed-parts.tsx';
import { Fold, Head, hrefOf, type RowState, TurnRow } from './feed-row.tsx';
import { Filters, isNarrowed, readFilters } from './filters.tsx';
import { HostMemoryPane } from './host-memory.tsx';
import { MemoryPane } from './memory.tsx';
import { Strip } from './strip.tsx';

const DAY = 24 * 3600_000;

export function MemoriesPage(props: { openRef: string | null; query: Record<string, string> }) {
  const { openRef } = props;
  // Only the pane needs to know whether the memory is being edited.
  const { edit: _, ...query } = props.query;
  const filters = readFilters(query);
  const group = GROUPS.find((each) => each === query['group']) ?? 'session';
  const project = useProject();
  // A memory opened by its address: the feed begins where it is.
  const [around, setAround] = useState<number | null>(null);
  const from = query['from'] ? Number(query['from']) : filters.q === '' ? around : null;
  const feed = useFeed(filters, project, from);
  const { placed, unfold } = useLines(feed.turns, group, feed.terms.length > 0 || filters.q !== '');
  const [cursor, setCursor] = useState<string | null>(null);
  const [top, setTop] = useState(true);
  const [selected, setSelected] = useState<Set<string>>(new Set());
  const [isSelecting, setSelecting] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (openRef === null) setAround(null);
  }, [openRef]);
  useTitle(openRef === null ? (filters.q === '' ? 'Memories' : filters.q) : null);

  const narrow = (change: Record<string, string | undefined>, replace = true) => {
    const path = openRef === null ? ['memories'] : ['memory', openRef];
    go(path, { ...query, from: '', ...change }, replace);
  };
  const close = () => go(['memories'], query);
  const lineOf = (ref: string | null) =>
    ref === null
      ? -1
      : placed.lines.findIndex((line) => line.is === 'turn' && line.turn.items.some((item) => item.ref === ref));
  const open =
    useMemo(() => findItem(feed.turns, (each) => refOf(each) === openRef), [feed.turns, openRef])?.ref ?? null;
  const atCursor = useMemo(() => findItem(feed.turns, ({ ref }) => ref === cursor), [feed.turns, cursor]);
  const current = atCursor?.ref ?? open;
  const focus = (ref: string, frames = 30): void => {
    requestAnimationFrame(() => {
      const link = box.current?.querySelector<HTMLElement>(`[data-ref="${CSS.escape(ref)}"]`);
      const isFree = document.activeElement === document.body || document.activeElement === null;
      if (link && (isFree || frames === 30)) link.focus();
      // Lines may still be rendering.
      if (frames > 1) focus(ref, frames - 1);
    });
  };
  const move = (by: number) => {
    const at = lineOf(current);
    for (let index = at + by; index >= 0 && index < placed.lines.length; index += by) {
      const line = placed.lines[index] as FeedLine;
      if (line.is !== 'turn') continue;
      const item = line.turn.items[0] as Item;
      setCursor(item.ref);
      if (openRef !== null && item.kind !== 'prompt') go(['memory', refOf(item)], query, true);
      focus(item.ref);
      return;
    }
  };
  const drop = async (item: Item) => {
    if (item.kind === 'prompt') return;
    const at = lineOf(item.ref);
    const isAlone = placed.lines[at]?.is === 'turn' && (placed.lines[at] as { turn: Turn }).turn.items.length === 1;
    const next = placed.lines.slice(at + 1).find((line) => line.is === 'turn');
    if (!(await forget([item]))) return;
    const ref = isAlone && next?.is === 'turn' ? next.turn.items[0]?.ref : undefined;
    if (ref) {
      setCursor(ref);
      focus(ref);
    }
  };
  /** Where a range begins: at what was selected last, wherever the cursor went since. */
  const anchor = useRef<string | null>(null);
  const select = (ref: string, isRange: boolean) => {
    const [a, b] = [lineOf(anchor.current ?? cursor), lineOf(ref)];
    setSelected((before) => {
      const after = new Set(before);
      if (isRange && a >= 0)
        for (const line of placed.lines.slice(Math.min(a, b), Math.max(a, b) + 1))
          if (line.is === 'turn') after.add(line.turn.items[0]?.ref ?? ref);
      if (!after.delete(ref) || isRange) after.add(ref);
      return after;
    });
    anchor.current = ref;
    setCursor(ref);
  };
  const item = atCursor ?? (open === null ? undefined : findItem(feed.turns, ({ ref }) => ref === open));
  const isOwn = item?.kind === 'observation' || item?.kind === 'summary';
  useKeys(
    {
      j: () => move(1),
      k: () => move(-1),
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      ...(item ? { x: () => select(item.ref, false), X: () => select(item.ref, true) } : {}),
      ...(item && openRef === null
        ? {
            Enter: () => {
              location.hash = hrefOf(item, query);
            },
            '#': () => void drop(item),
            ...(isOwn
              ? {
                  p: () => void pin(item),
                  c: () => void copyMarkdown([item]),
                  e: () => go(['memory', refOf(item)], { ...query, edit: '1' }),
                }
              : {}),
          }
        : {}),
      Escape: () => openRef !== null && close(),
    },
    [current, placed, openRef, JSON.stringify(query), selected],
  );
  const wants = useCell(wantsRow);
  useEffect(() => {
    const first = wants && !feed.isLoading ? feed.turns[0]?.items[0]?.ref : undefined;
    if (first === undefined) return;
    wantsRow.set(false);
    setCursor(first);
    focus(first);
  }, [wants, feed.isLoading]);
  // However a memory was opened, the list is where it is; so is the focus, unless it is elsewhere.
  useEffect(() => {
    if (open === null) return;
    setCursor(open);
    if (document.activeElement?.closest('.rows')) focus(open);
  }, [open]);
  // Focus follows the memory, not its place.
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isLost && atCursor && openRef === null) focus(atCursor.ref, 2);
  }, [feed.turns]);

  const rows: RowState = {
    openRef,
    cursor: current,
    terms: feed.terms,
    fresh: feed.fresh,
    selected,
    isSelecting,
    query,
    onFocus: setCursor,
    onSelect: select,
  };
  const counts = useActivity(filters, project);
  const hostMemory = openRef === null ? null : hostMemoryOf(openRef);
  const chosen = [...selected].flatMap((ref) => findItem(feed.turns, (each) => each.ref === ref) ?? []);
  return (
    <div class={openRef === null ? 'split' : 'split is-open'}>
      <section class={isSelecting || selected.size > 0 ? 'list is-selecting' : 'list'} aria-label="Memories" ref={box}>
        <h1 class="hidden">Memories</h1>
        <div class="tools">
          <Filters
            state={filters}
            group={group}
            counts={counts}
            isSelecting={isSelecting}
            onChange={narrow}
            onSelect={() => {
              setSelecting(!isSelecting);
              setSelected(new Set());
            }}
          />
        </div>
        {filters.q === '' && (
          <Strip
            days={counts?.days ?? null}
            onJump={(day) => narrow({ from: String(endOf(day)), since: '', until: '' }, false)}
            onNarrow={(since, until) => narrow({ since, until }, false)}
          />
        )}
        {from !== null && (
          <p class="from">
            From {dayLabel(isoDay(from))} back
            <button
              type="button"
              class="plain accent"
              onClick={() => {
                setAround(null);
                go(['memories'], { ...query, from: '' });
              }}
            >
              Back to the newest
            </button>
          </p>
        )}
        {filters.q !== '' && counts?.total != null && feed.turns.length > 0 && (
          <p class="from found" role="status">
            {counts.more && 'More than '}
            {foundWords(counts, !!filters.type)}, the best match first
          </p>
        )}
        {feed.error && <Trouble error={feed.error} />}
        {feed.waiting > 0 && !top && (
          <button
            type="button"
            class="new-items"
            onClick={() => box.current?.querySelector('.rows')?.scrollTo({ top: 0 })}
          >
            {feed.waiting} new
          </button>
        )}
        {feed.turns.length > 0 ? (
          <VirtualList
            // Another list starts where it was left, or at its top.
            key={feed.key}
            placed={placed}
            label={filters.q ? 'Search results' : 'Turns'}
            cursor={lineOf(current)}
            startsAt={feed.startsAt}
            classOf={(line) =>
              `row is-${line.is}${line.is === 'turn' && line.turn.items.some(({ ref }) => ref === open) ? ' has-open' : ''}`
            }
            onEnd={feed.more}
            onScroll={(place) => {
              feed.scrolled(place);
              setTop(place < 40);
              if (place < 40) feed.seen();
            }}
            sticky={(index) => {
              if (filters.q !== '') return null;
              for (let at = index; at >= 0; at -= 1) {
                const line = placed.lines[at];
                if (line?.is === 'head') return <Head line={line} />;
              }
              return null;
            }}
            line={(line) =>
              line.is === 'head' ? (
                <Head line={line} />
              ) : line.is === 'fold' ? (
                <Fold line={line} onUnfold={() => unfold(line.turns)} />
              ) : (
                <TurnRow line={line} state={rows} />
              )
            }
          />
        ) : feed.isLoading ? (
          <Loading />
        ) : (
          !feed.error && (
            <Nothing
              words={filters.q}
              narrowed={isNarrowed(filters) || project !== ''}
              onClear={() => go(['memories'], { q: filters.q, project: '' })}
            />
          )
        )}
        {chosen.length > 0 && (
          <BulkBar
            items={chosen}
            onDone={() => {
              setSelected(new Set());
              setSelecting(false);
            }}
          />
        )}
      </section>
      {openRef !== null &&
        (hostMemory === null ? (
          <MemoryPane
            key={openRef}
            memoryRef={openRef}
            query={props.query}
            onClose={close}
            onLoad={({ near }) => {
              if (!feed.isLoading && open === null && filters.q === '' && from === null) setAround(near);
            }}
          />
        ) : (
          <HostMemoryPane key={openRef} id={hostMemory} onClose={close} />
        ))}
    </div>
  );
}

/** Turns without a finding are found by their summary or prompt. */
function foundWords({ total, types }: ActivityReply, isOfType: boolean): string {
  const own = isOfType ? (total as number) : types.reduce((sum, { count }) => sum + (count as number), 0);
  const others = (total as number) - own;
  return `${memories(own)}${others > 0 ? ` and ${many(others, 'other turn')}` : ''} found`;
}

function findItem(turns: Turn[], is: (item: Item) => boolean): Item | undefined {
  for (const { items } of turns) for (const item of items) if (is(item)) return item;
  return undefined;
}

const endOf = (day: string) => new Date(`${day}T00:00:00`).getTime() + DAY - 1;
