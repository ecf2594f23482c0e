// The memories page: the live feed or search results, with the open memory beside the list.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { forget, hostMemoryOf, pin, refOf } from '../../actions.ts';
import type { Item } from '../../api.ts';
import { project } from '../../app.tsx';
import { clock, dayName, dayOf } from '../../format.ts';
import { useKeys } from '../../keys.ts';
import { Badge, Empty, Icon, Loading, Trouble, When } from '../../parts.tsx';
import { go, to } from '../../route.ts';
import { useCell, useLater } from '../../store.ts';
import { VirtualList } from '../../virtual-list.tsx';
import { type FilterState, Filters, isNarrowed, readFilters } from './filters.tsx';
import { HostMemoryPane } from './host-memory.tsx';
import { MemoryPane } from './memory.tsx';
import { useMemoryList } from './memory-list.ts';

const ROW = 60;

export function MemoriesPage(props: { openRef: string | null; query: Record<string, string> }) {
  const { openRef } = props;
  // Only the pane needs to know whether the memory is being edited.
  const { edit: _, ...query } = props.query;
  const filters = readFilters(query);
  const chosen = useCell(project);
  const [typed, setTyped] = useState(filters.q);
  const words = useLater(typed, 150);
  const list = useMemoryList({ ...filters, q: words.trim() }, chosen);
  const [cursor, setCursor] = useState(-1);
  const [atTop, setAtTop] = useState(true);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (words.trim() !== filters.q) narrow({ q: words.trim() });
  }, [words]);
  useEffect(() => setCursor(-1), [words, chosen, JSON.stringify(filters)]);

  const narrow = (change: Partial<FilterState>) => {
    const path = openRef === null ? [] : ['memory', openRef];
    go(path, { ...filters, q: typed.trim(), ...change }, true);
  };
  const open = (item: Item) =>
    item.kind === 'prompt' ? go(['session', item.sessionId ?? '']) : go(['memory', refOf(item)], query);
  const close = () => go([], query);
  /** Rows may still be rendering or be re-rendered, so retry for a few frames while nothing else has focus. */
  const focusRow = (index: number, frames = 30): void => {
    requestAnimationFrame(() => {
      const row = box.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
      if (row && (document.activeElement === document.body || document.activeElement === null || frames === 30))
        row.focus();
      if (frames > 1) focusRow(index, frames - 1);
    });
  };
  const move = (by: number) => {
    const next = Math.max(0, Math.min(list.items.length - 1, cursor + by));
    setCursor(next);
    const item = list.items[next];
    if (openRef !== null && item && item.kind !== 'prompt') go(['memory', refOf(item)], query, true);
    else focusRow(next);
  };
  const current = cursor >= 0 ? list.items[cursor] : undefined;
  const drop = async (item: Item) => {
    if (item.kind === 'prompt') return;
    if (await forget(item)) {
      if (openRef === refOf(item)) close();
      focusRow(cursor);
    }
  };
  useKeys(
    {
      j: () => move(1),
      k: () => move(-1),
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      ...(current && openRef === null
        ? {
            Enter: () => open(current),
            ...(current.kind === 'host-memory'
              ? {}
              : {
                  p: () => void pin(current),
                  e: () => go(['memory', refOf(current)], { ...query, edit: '1' }),
                  t: () => go(['timeline', refOf(current)]),
                }),
            Backspace: () => void drop(current),
            Delete: () => void drop(current),
          }
        : {}),
      Escape: () => {
        const search = document.getElementById('search');
        if (document.activeElement === search) search?.blur();
        else if (openRef !== null) close();
      },
    },
    [cursor, list.items, openRef, JSON.stringify(query)],
  );

  const hostMemory = openRef === null ? null : hostMemoryOf(openRef);
  const days = useMemo(() => firstOfDays(list.items), [list.items]);
  return (
    <div class={openRef === null ? 'split' : 'split is-open'}>
      <section class="list" aria-label="Memories" ref={box}>
        <div class="tools">
          <div class="search">
            <Icon name="search" />
            <input
              id="search"
              type="search"
              placeholder="Search memories"
              aria-label="Search"
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
                event.preventDefault();
                event.currentTarget.blur();
                move(1);
              }}
            />
            <kbd title="Press / to search">/</kbd>
          </div>
          <Filters state={filters} onChange={narrow} />
        </div>
        {list.error && <Trouble error={list.error} />}
        {list.waiting > 0 && !atTop && (
          <button
            type="button"
            class="new-items"
            onClick={() => box.current?.querySelector('.rows')?.scrollTo({ top: 0 })}
          >
            {list.waiting} new
          </button>
        )}
        {list.items.length > 0 ? (
          <VirtualList
            // A new search starts at the top of the list.
            key={JSON.stringify([filters, words.trim(), chosen])}
            items={list.items}
            rowHeight={ROW}
            label={words ? 'Search results' : 'Newest memories'}
            cursor={cursor}
            keyOf={(item) => item.ref}
            onEnd={list.more}
            onTop={(top) => {
              setAtTop(top);
              if (top) list.seen();
            }}
            row={(item, index) => (
              <Row
                item={item}
                index={index}
                day={words ? null : (days.get(index) ?? null)}
                showsProject={chosen === ''}
                isFresh={list.fresh.has(item.ref)}
                isOpen={openRef !== null && refOf(item) === openRef}
                isCurrent={index === cursor}
                query={query}
                onFocus={() => setCursor(index)}
              />
            )}
          />
        ) : list.isLoading ? (
          <Loading />
        ) : (
          !list.error && <Nothing words={words.trim()} narrowed={isNarrowed(filters) || chosen !== ''} />
        )}
      </section>
      {openRef !== null &&
        (hostMemory === null ? (
          <MemoryPane key={openRef} memoryRef={openRef} query={props.query} onClose={close} />
        ) : (
          <HostMemoryPane key={openRef} id={hostMemory} onClose={close} />
        ))}
    </div>
  );
}

function Row(props: {
  item: Item;
  index: number;
  day: string | null;
  showsProject: boolean;
  isFresh: boolean;
  isOpen: boolean;
  isCurrent: boolean;
  query: Record<string, string>;
  onFocus(): void;
}) {
  const { item, day } = props;
  const href =
    item.kind === 'prompt' ? to(['session', item.sessionId ?? '']) : to(['memory', refOf(item)], props.query);
  const classes = [
    'memory',
    props.isFresh && 'is-fresh',
    props.isOpen && 'is-open',
    props.isCurrent && 'is-current',
    item.superseded && 'is-old',
  ];
  return (
    <>
      <span class="day">{day}</span>
      <a
        href={href}
        class={classes.filter(Boolean).join(' ')}
        data-index={props.index}
        onFocus={props.onFocus}
        aria-current={props.isOpen ? 'true' : undefined}
      >
        <span class="first">
          <Badge item={item} />
          <span class="title">{item.title || '(untitled)'}</span>
          {item.pinned && (
            <span class="pin" title="Pinned">
              <Icon name="pin" />
              <span class="hidden">pinned</span>
            </span>
          )}
          <span class="when">
            <When at={item.at} />
          </span>
        </span>
        <span class="second">
          <span class="preview">{item.preview || instead(item)}</span>
          <span class="where">
            {props.showsProject && <span>{item.project}</span>}
            <code>{item.ref}</code>
          </span>
        </span>
      </a>
    </>
  );
}

/** Fallback preview for a memory that has only a title: where it came from. */
function instead({ branch, promptNumber, at }: Item): string {
  const place = [branch && `on ${branch}`, promptNumber !== null && `turn ${promptNumber}`].filter(Boolean);
  return place.length > 0 ? place.join(', ') : `at ${clock(at)}`;
}

function Nothing({ words, narrowed }: { words: string; narrowed: boolean }) {
  if (words !== '')
    return (
      <Empty title={`No memories match “${words}”`}>
        {narrowed ? 'Try fewer filters.' : 'Try other words, or a prefix such as migr*'}
      </Empty>
    );
  if (narrowed) return <Empty title="No matches">No memories match these filters.</Empty>;
  return (
    <Empty title="No memories yet">
      Memories appear here while you work with your agent. Each finished turn adds a few.
    </Empty>
  );
}

function firstOfDays(items: Item[]): Map<number, string> {
  const days = new Map<number, string>();
  let last = '';
  for (const [index, { at }] of items.entries()) {
    if (dayOf(at) !== last) days.set(index, dayName(at));
    last = dayOf(at);
  }
  return days;
}
