// Small components shared by the pages.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, type Item, messageOf } from './api.ts';
import { ago, clock, exact, since, splitPath } from './format.ts';
import { useKeys } from './keys.ts';
import { go, usePlace } from './route.ts';
import { refresh } from './store.ts';
import { filledWith } from './template.ts';

/** Words that never change, from index.html. */
export const Text = ({ of, class: name }: { of: string; class?: string }) => <div class={name} ref={filledWith(of)} />;

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
  return (
    <time dateTime={new Date(at).toISOString()} title={exact(at)}>
      {past ? since(at) : ago(at)}
    </time>
  );
}

export function Badge({ item }: { item: Pick<Item, 'kind' | 'type'> }) {
  const name = item.type ?? item.kind;
  return <span class={`badge is-${name}`}>{name === 'host-memory' ? 'host memory' : name}</span>;
}

/** `about`: the template that says what would be here. */
export function Empty(props: { title: string; about?: string | false; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <svg viewBox="0 0 64 48" aria-hidden="true">
        <use href="#icon-empty" />
      </svg>
      <h2>{props.title}</h2>
      {props.about && <Text of={props.about} />}
      {props.children}
    </div>
  );
}

export function Trouble({ error }: { error: ApiError }) {
  return (
    <div class="notice wrong" role="alert">
      <strong>{error.message}.</strong> {error.fix}{' '}
      <button type="button" onClick={refresh}>
        Retry
      </button>
    </div>
  );
}

interface Awaited {
  data: unknown;
  error: ApiError | null;
  isLoading: boolean;
}

/** What stands there until the data has arrived. */
export function Waiting({ of }: { of: Awaited }) {
  if (of.error) return <Trouble error={of.error} />;
  return !of.data && of.isLoading ? <Loading /> : null;
}

/** A page with its title, and what stands there until its data has arrived. */
export function Page(props: {
  title: string;
  class?: string;
  of?: Awaited;
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
      {of && <Waiting of={of} />}
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

/** The words in the field that narrows the list of a page. */
export const useFind = () => (usePlace().query['find'] ?? '').trim();

/** A field that narrows the list below it. The address has its words. */
export function Find({ label }: { label: string }) {
  const { path, query } = usePlace();
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={query['find'] ?? ''}
      onInput={(event) => go(path, { ...query, find: event.currentTarget.value }, true)}
    />
  );
}

/** `j` and `k` go through the links of a list. */
export function useListKeys(): void {
  const move = (by: number) => {
    const links = [...document.querySelectorAll<HTMLElement>('main li > a')];
    links[Math.max(0, links.indexOf(document.activeElement as HTMLElement) + by)]?.focus();
  };
  useKeys({ j: () => move(1), k: () => move(-1) }, []);
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
      onChange={(event) => props.onChange(event.currentTarget.value)}
    >
      {props.options.map(([value, words]) => (
        // On the option: a list that had no option of that value would stay blank.
        <option key={value} value={value} selected={value === props.value}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** A modal dialog. Escape, a click outside or going to another address closes it. */
export function Dialog(props: { title: string; onClose(): void; children: ComponentChildren; wide?: boolean }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const close = () => ref.current?.close();
    ref.current?.showModal();
    addEventListener('popstate', close);
    return () => {
      removeEventListener('popstate', close);
      before?.focus?.();
    };
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

/** A dialog that saves something. If that fails, it stays open and says why. */
export function FormDialog(props: {
  title: string;
  /** The word on the button. */
  label: string;
  isReady: boolean;
  wide?: boolean;
  onSave(): Promise<unknown>;
  onClose(): void;
  /** The fields. What they are given marks the one that can be wrong. */
  children(wrong: object): ComponentChildren;
}) {
  const [problem, setProblem] = useState('');
  return (
    <Dialog {...props}>
      <form
        onInput={() => setProblem('')}
        onSubmit={(event) => {
          event.preventDefault();
          props.onSave().catch((error) => setProblem(messageOf(error)));
        }}
      >
        {props.children({ 'aria-invalid': problem !== '', 'aria-describedby': PROBLEM })}
        <Problem text={problem} />
        <div class="buttons">
          <button type="submit" class="main" disabled={!props.isReady}>
            {props.label}
          </button>
          <button type="button" onClick={props.onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
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
  | 'write'
  | 'back'
  | 'commands'
  | 'more';

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
