// Small components shared by the pages.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ApiError, Item } from './api.ts';
import { ago, exact } from './format.ts';

/** Relative time, with the exact time on hover and for screen readers. */
export function When({ at, past }: { at: number; past?: boolean }) {
  const words = ago(at);
  return (
    <time dateTime={new Date(at).toISOString()} title={exact(at)}>
      {past && /^\d/.test(words) ? `${words} ago` : words}
    </time>
  );
}

export function Badge({ item }: { item: Pick<Item, 'kind' | 'type'> }) {
  const name = item.type ?? item.kind;
  return <span class={`badge is-${name}`}>{name === 'host-memory' ? 'host memory' : name}</span>;
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <svg viewBox="0 0 64 48" aria-hidden="true">
        <path d="M6 38h52M14 30h24M14 22h36M14 14h18" />
        <circle cx="50" cy="12" r="5" />
      </svg>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
    </div>
  );
}

export function Trouble({ error }: { error: ApiError }) {
  return (
    <div class="notice wrong" role="alert">
      <strong>{error.message}.</strong> {error.fix}
    </div>
  );
}

export function Loading() {
  return (
    <div class="loading" role="status">
      <span class="hidden">Loading</span>
    </div>
  );
}

/** A modal dialog. Escape or a click outside closes it. */
export function Dialog(props: { title: string; onClose(): void; children: ComponentChildren; wide?: boolean }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    ref.current?.showModal();
    return () => before?.focus?.();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={ref}
      class={props.wide ? 'wide' : ''}
      aria-labelledby="dialog-title"
      onClose={props.onClose}
      onClick={(event) => event.target === ref.current && ref.current?.close()}
    >
      <div class="dialog-body">
        <h2 id="dialog-title">{props.title}</h2>
        {props.children}
      </div>
    </dialog>
  );
}

export function Icon({ name }: { name: keyof typeof ICONS }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

const ICONS = {
  memories: 'M4 5h12M4 10h12M4 15h7',
  rules: 'M4 5.500l1.500 1.500L8 4.500M4 13.500l1.500 1.500L8 12.500M11 6h6M11 14h6',
  sessions:
    'M3 5.5A1.5 1.5 0 0 1 4.500 4h11A1.5 1.5 0 0 1 17 5.500v6a1.500 1.500 0 0 1-1.500 1.500H9l-4 3.500V13h-.5A1.500 1.500 0 0 1 3 11.500z',
  files: 'M5 3h6l4 4v10H5zM11 3v4h4',
  profile: 'M4 5l4 5-4 5M10 15h6',
  projects: 'M3 6V4.500h5L9.500 6H17v9.500H3z',
  usage: 'M4 16V9M8.500 16V4M13 16v-5M17 16H2.500',
  health: 'M2.500 10H6l2-5 3.500 10 2-5h4',
  settings: 'M4 6h7M15 6h1M4 14h1M9 14h7M13 4v4M7 12v4',
  pin: 'M7 3h6l-1 5 3 3H5l3-3zM10 11v6',
  sun: 'M10 6.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7M10 2v1.500M10 16.500V18M2 10h1.500M16.500 10H18M4.300 4.300l1.100 1.100M14.600 14.600l1.100 1.100M4.300 15.700l1.100-1.100M14.600 5.400l1.100-1.100',
  search: 'M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4M12.800 12.800 17 17',
  close: 'M5 5l10 10M15 5 5 15',
  back: 'M12 4 6 10l6 6',
  more: 'M4 10h.01M10 10h.01M16 10h.01',
};
