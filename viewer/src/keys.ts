// Keyboard shortcuts. Each page registers its own; typing in a field never triggers one.
import { useLayoutEffect } from 'preact/hooks';

export type Keys = Record<string, (event: KeyboardEvent) => void>;
const layers: { keys: Keys; level: number }[] = [];
/** `g` waits for the key of a page. */
let isGoing = false;

addEventListener('keydown', (event) => {
  const target = event.target as HTMLInputElement;
  // From any field of a form.
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
    target.form?.querySelector<HTMLElement>('[type=submit]')?.click();
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
  const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
  if (!isCommand && (event.ctrlKey || event.metaKey || event.altKey)) return;
  const isTyping =
    (/^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && target.type !== 'checkbox') || target.isContentEditable;
  if (isTyping && event.key !== 'Escape' && !isCommand) return;
  // Another key for forgetting; Backspace alone means "back" to many people.
  const isForget = event.shiftKey && event.key === 'Backspace';
  const named = isCommand ? 'Command+k' : isForget ? '#' : event.key;
  const name = isGoing ? `g ${named}` : named;
  isGoing = !isGoing && named === 'g';
  for (const { keys } of [...layers].reverse()) {
    const act = keys[name];
    if (!act) continue;
    event.preventDefault();
    act(event);
    return;
  }
});

/** Registers shortcuts. A higher level takes precedence, then the layer added last. */
export function useKeys(keys: Keys, deps: unknown[], level = 0): void {
  // A layout effect, so that the shortcuts are in place before the next key press.
  useLayoutEffect(() => {
    const layer = { keys, level };
    const above = layers.findIndex((other) => other.level > level);
    layers.splice(above < 0 ? layers.length : above, 0, layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, deps);
}
