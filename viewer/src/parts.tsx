// Small components shared by the pages.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ApiError, Item } from './api.ts';
import { ago, exact, splitPath } from './format.ts';
import { copy } from './markdown.ts';

/** The title of the tab. */
export function useTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title.slice(0, 80)} · C-Mem`;
  }, [title]);
}

/** The type of a memory as a dot; its word is there for screen readers and on hover. */
export function Dot({ item }: { item: Pick<Item, 'kind' | 'type'> }) {
  const name = item.type ?? item.kind.replace('-', ' ');
  return (
    <span class={`dot is-${item.type ?? item.kind}`} title={name}>
      <span class="hidden">{name}: </span>
    </span>
  );
}

/** A command to run in a terminal, with a button that copies it. */
export function Command({ text }: { text: string }) {
  return (
    <span class="command">
      <code>{text}</code>
      <button type="button" class="plain" aria-label={`Copy ${text}`} onClick={() => void copy(text, 'Copied.')}>
        Copy
      </button>
    </span>
  );
}

/** A path with its file name emphasized. */
export function FilePath({ path }: { path: string }) {
  const { folder, name } = splitPath(path);
  return (
    <span class="path" title={path}>
      <span class="folder">{folder}</span>
      <b>{name}</b>
    </span>
  );
}

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
      {children && <div>{children}</div>}
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

/** A choice from a list of values and their words. */
export function Select(props: {
  label: string;
  value: string;
  options: [value: string, words: string][];
  onChange(value: string): void;
  class?: string;
  title?: string | undefined;
  disabled?: boolean;
}) {
  return (
    <select
      class={props.class}
      aria-label={props.label}
      title={props.title}
      disabled={props.disabled}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    >
      {props.options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
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
  now: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 6v4l3 2',
  memories: 'M4 5h12M4 10h12M4 15h7',
  rules: 'M4 5.5l1.5 1.5L8 4.5M4 13.5l1.5 1.5L8 12.5M11 6h6M11 14h6',
  sessions:
    'M3 5.5A1.5 1.5 0 0 1 4.5 4h11A1.5 1.5 0 0 1 17 5.5v6a1.5 1.5 0 0 1-1.5 1.5H9l-4 3.5V13h-.5A1.5 1.5 0 0 1 3 11.5z',
  files: 'M5 3h6l4 4v10H5zM11 3v4h4',
  profile: 'M4 5l4 5-4 5M10 15h6',
  projects: 'M3 6V4.5h5L9.5 6H17v9.5H3z',
  insights: 'M4 16V9M8.5 16V4M13 16v-5M17 16H2.5',
  health: 'M2.5 10H6l2-5 3.5 10 2-5h4',
  settings: 'M4 6h7M15 6h1M4 14h1M9 14h7M13 4v4M7 12v4',
  pin: 'M7 3h6l-1 5 3 3H5l3-3zM10 11v6',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1',
  search: 'M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4M12.8 12.8 17 17',
  back: 'M12 4 6 10l6 6',
  more: 'M4 6h12M4 10h12M4 14h12',
};
