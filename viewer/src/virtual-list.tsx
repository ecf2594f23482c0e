// A list of any length that renders only the visible rows. All rows have the same height.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const OVERSCAN = 8;

export interface VirtualListProps<T> {
  items: T[];
  rowHeight: number;
  label: string;
  /** The row the keyboard is on; it is kept in view. */
  cursor: number;
  keyOf(item: T): string;
  row(item: T, index: number): ComponentChildren;
  /** Called when the end scrolls into view. */
  onEnd?(): void;
  onTop?(atTop: boolean): void;
}

export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, rowHeight, cursor, onEnd } = props;
  const ref = useRef<HTMLUListElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });

  useLayoutEffect(() => {
    const list = ref.current as HTMLUListElement;
    const measure = () => setView({ top: list.scrollTop, height: list.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    measure();
    return () => observer.disconnect();
  }, []);

  const first = Math.max(0, Math.floor(view.top / rowHeight) - OVERSCAN);
  const last = Math.min(items.length, Math.ceil((view.top + view.height) / rowHeight) + OVERSCAN);
  const nearEnd = last >= items.length - OVERSCAN;
  useEffect(() => {
    if (nearEnd) onEnd?.();
  }, [nearEnd, items.length]);

  useEffect(() => {
    const list = ref.current;
    if (!list || cursor < 0) return;
    const top = cursor * rowHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
  }, [cursor]);

  return (
    <ul
      ref={ref}
      class="rows"
      aria-label={props.label}
      onScroll={(event) => {
        const { scrollTop, clientHeight } = event.currentTarget;
        setView({ top: scrollTop, height: clientHeight });
        props.onTop?.(scrollTop < rowHeight);
      }}
    >
      <li class="spacer" aria-hidden="true" style={{ height: `${first * rowHeight}px` }} />
      {items.slice(first, last).map((item, index) => (
        <li
          key={props.keyOf(item)}
          class="row"
          style={{ height: `${rowHeight}px` }}
          aria-setsize={items.length}
          aria-posinset={first + index + 1}
        >
          {props.row(item, first + index)}
        </li>
      ))}
      <li class="spacer" aria-hidden="true" style={{ height: `${Math.max(0, items.length - last) * rowHeight}px` }} />
    </ul>
  );
}
