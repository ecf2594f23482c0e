// Keys: pages say what they do with them; typing in a field is left alone.
import { useLayoutEffect } from 'preact/hooks';

export type Keys = Record<string, (event: KeyboardEvent) => void>;
const layers: Keys[] = [];

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = event.target as HTMLElement;
  const isTyping = /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable;
  if (isTyping && event.key !== 'Escape') return;
  if (document.querySelector('dialog[open]')) return;
  for (const layer of [...layers].reverse()) {
    const act = layer[event.key];
    if (!act) continue;
    event.preventDefault();
    act(event);
    return;
  }
});

/** The layer that came last goes first. */
export function useKeys(keys: Keys, deps: unknown[]): void {
  // Before the next key can come.
  useLayoutEffect(() => {
    layers.push(keys);
    return () => void layers.splice(layers.indexOf(keys), 1);
  }, deps);
}
