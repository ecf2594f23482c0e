// Small components shared by the pages.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ApiError, Item } from './api.ts';
import { ago, clock, exact, splitPath } from './format.ts';

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

/** The hour, with the exact time on hover. */
export function Clock({ at, children }: { at: number; children?: ComponentChildren }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exact(at)}>
      {clock(at)}
      {children}
    </time>
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
        <use href="#icon-empty" />
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

/** A page with its title, and what stands there until its data has arrived. */
export function Page(props: {
  title: string;
  class?: string;
  of?: { data: unknown; error: ApiError | null; isLoading: boolean };
  head?: ComponentChildren;
  children: ComponentChildren;
}) {
  const { title, of } = props;
  useTitle(title);
  return (
    <div class={`page ${props.class ?? ''}`}>
      <header class="page-head">
        <h1>{title}</h1>
        {props.head}
      </header>
      {of?.error && <Trouble error={of.error} />}
      {of && !of.data && of.isLoading && <Loading />}
      {props.children}
    </div>
  );
}

/** A part of a page under a heading. */
export function Block({
  title,
  children,
  ...rest
}: {
  title: ComponentChildren;
  children: ComponentChildren;
  'aria-label'?: string;
}) {
  return (
    <section class="block" {...rest}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export const PROBLEM = 'problem';

/** Why what was typed above could not be saved. */
export function Problem({ text }: { text: string }) {
  return text === '' ? null : (
    <p class="problem" id={PROBLEM} role="alert">
      {text}
    </p>
  );
}

/** A field that narrows the list below it. */
export function Find(props: { label: string; value: string; onInput(words: string): void }) {
  return (
    <input
      type="search"
      aria-label={props.label}
      placeholder={props.label}
      value={props.value}
      onInput={(event) => props.onInput(event.currentTarget.value)}
    />
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

/** The icons are drawn in index.html. */
export type IconName =
  | 'now'
  | 'memories'
  | 'rules'
  | 'sessions'
  | 'files'
  | 'profile'
  | 'projects'
  | 'insights'
  | 'health'
  | 'settings'
  | 'pin'
  | 'sun'
  | 'search'
  | 'back'
  | 'more';

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
