// Keyboard shortcuts. Each page registers its own; typing in a field never triggers one.
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

/** Registers shortcuts. The layer added last takes precedence. */
export function useKeys(keys: Keys, deps: unknown[]): void {
  // A layout effect, so that the shortcuts are in place before the next key press.
  useLayoutEffect(() => {
    layers.push(keys);
    return () => void layers.splice(layers.indexOf(keys), 1);
  }, deps);
}
