// What surrounds an open memory: how to close it, and what can be done with it.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Empty, Icon, Waiting } from '../../parts.tsx';
import type { Loaded } from '../../store.ts';

export type Action = [label: string, act: () => void];

export function Pane(props: {
  of: Loaded<{ ref: string }>;
  actions: Action[];
  onClose(): void;
  /** When it changes, the pane shows its top. */
  top?: unknown;
  children: ComponentChildren;
}) {
  const { data, error } = props.of;
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.scrollTo(0, 0), [props.top]);
  return (
    <article class="pane" ref={box} aria-label={`Memory ${data?.ref ?? ''}`}>
      <div class="pane-bar">
        <button type="button" class="plain back" onClick={props.onClose} aria-label="Close">
          <Icon name="back" />
        </button>
        <div class="actions">
          {props.actions.map(([label, act]) => (
            <button key={label} type="button" class={label === 'Forget' ? 'danger' : ''} onClick={act}>
              {label}
            </button>
          ))}
        </div>
      </div>
      {error?.code === 'MEMORY_UNKNOWN' ? <Empty title="This memory no longer exists" /> : <Waiting of={props.of} />}
      {props.children}
    </article>
  );
}
