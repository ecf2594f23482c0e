// A list of any length that renders only the visible lines. Each line knows its height, so nothing is measured.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const OVERSCAN = 400;
/** The height of a heading, also of the one that stays at the top. */
export const HEAD = 34;

export interface Line {
  key: string;
  height: number;
}

/** Lines with the place of each; `tops` has one more entry, for the end. */
export interface Placed<T extends Line> {
  lines: T[];
  tops: number[];
}

export interface VirtualListProps<T extends Line> {
  placed: Placed<T>;
  label: string;
  /** The line to keep in view; -1 for none. */
  cursor: number;
  line(line: T): ComponentChildren;
  classOf(line: T): string;
  /** What stays at the top while the lines of a group scroll by. */
  sticky(index: number): ComponentChildren;
  startsAt: number;
  /** Called when the end comes near. */
  onEnd(): void;
  onScroll(top: number): void;
}

export function VirtualList<T extends Line>(props: VirtualListProps<T>) {
  const { placed, cursor } = props;
  const { lines, tops } = placed;
  const ref = useRef<HTMLUListElement>(null);
  const [view, setView] = useState({ top: props.startsAt, height: 800, width: 0 });
  const anchor = useRef<{ key: string; offset: number } | null>(null);
  const total = tops[lines.length] ?? 0;

  const look = () => {
    const list = ref.current;
    // On a narrow screen, an open memory hides the list; and the last scroll may be reported after the list is gone.
    if (!list?.clientHeight) return;
    const top = list.scrollTop;
    const at = indexAt(placed, top);
    const line = placed.lines[at];
    anchor.current = line && top > 0 ? { key: line.key, offset: top - (placed.tops[at] as number) } : null;
    setView({ top, height: list.clientHeight, width: list.clientWidth });
    props.onScroll(top);
  };

  const latest = useRef(look);
  latest.current = look;
  useLayoutEffect(() => {
    const list = ref.current as HTMLUListElement;
    list.scrollTop = props.startsAt;
    const observer = new ResizeObserver(() => latest.current());
    observer.observe(list);
    look();
    return () => {
      // The last scroll may not have been reported yet.
      latest.current();
      observer.disconnect();
    };
  }, []);

  // What arrives above does not move what is in sight.
  useLayoutEffect(() => {
    const list = ref.current as HTMLUListElement;
    const kept = anchor.current;
    if (!kept || lines[indexAt(placed, list.scrollTop)]?.key === kept.key) return;
    const at = lines.findIndex(({ key }) => key === kept.key);
    if (at >= 0) list.scrollTop = (tops[at] as number) + kept.offset;
  }, [placed]);

  const first = indexAt(placed, view.top - OVERSCAN);
  const last = Math.min(lines.length, indexAt(placed, view.top + view.height + OVERSCAN) + 1);
  const nearEnd = last >= lines.length;
  useEffect(() => {
    if (nearEnd) props.onEnd();
  }, [nearEnd, lines.length]);

  useEffect(() => {
    const list = ref.current;
    const line = lines[cursor];
    if (!list || !line) return;
    const top = tops[cursor] as number;
    if (top - HEAD < list.scrollTop) list.scrollTop = Math.max(0, top - HEAD);
    else if (top + line.height > list.scrollTop + list.clientHeight)
      list.scrollTop = top + line.height - list.clientHeight;
  }, [cursor]);

  return (
    <div class="rows-box">
      <ul ref={ref} class="rows" aria-label={props.label} onScroll={look}>
        <li class="spacer" aria-hidden="true" style={{ height: `${tops[first] ?? 0}px` }} />
        {lines.slice(first, last).map((line) => (
          <li key={line.key} class={props.classOf(line)} style={{ height: `${line.height}px` }}>
            {props.line(line)}
          </li>
        ))}
        <li class="spacer" aria-hidden="true" style={{ height: `${total - (tops[last] ?? total)}px` }} />
      </ul>
      {view.top > 0 && (
        <div class="sticky" aria-hidden="true" style={{ width: `${view.width}px` }}>
          {props.sticky(indexAt(placed, view.top))}
        </div>
      )}
    </div>
  );
}

/** The line at a place, by bisection. */
export function indexAt<T extends Line>({ lines, tops }: Placed<T>, place: number): number {
  let low = 0;
  let high = Math.max(0, lines.length - 1);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] as number) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
