// Short messages at the bottom of the page, with an optional action such as Undo.
import { useEffect } from 'preact/hooks';
import { ApiError } from './api.ts';
import { useKeys } from './keys.ts';
import { cell, useCell } from './store.ts';

interface Toast {
  id: number;
  text: string;
  isError: boolean;
  /** Takes back what was done. */
  undo: (() => void) | null;
  ms: number;
}

const shown = cell<Toast | null>(null);
let count = 0;

/** What takes something back says so. */
export const undo =
  (back: () => Promise<unknown>, told = 'Undone.'): Toast['undo'] =>
  () =>
    void back().then(() => notify(told), notifyError);

export function notify(text: string, undo: Toast['undo'] = null, ms = undo ? 9500 : 4000): void {
  count += 1;
  shown.set({ id: count, text, isError: false, undo, ms });
}

/** An undo is on offer, which another message would replace. */
export const isOffering = () => !!shown.get()?.undo;

export function notifyError(error: unknown): void {
  count += 1;
  const text = error instanceof ApiError ? `${error.message}. ${error.fix}` : 'Something went wrong.';
  shown.set({ id: count, text, isError: true, undo: null, ms: 8000 });
}

export function Toasts() {
  const toast = useCell(shown);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => shown.get() === toast && shown.set(null), toast.ms);
    return () => clearTimeout(timer);
  }, [toast]);
  const act = () => {
    toast?.undo?.();
    shown.set(null);
  };
  useKeys(toast?.undo ? { u: act } : {}, [toast]);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toast && (
        <div class={toast.isError ? 'toast wrong' : 'toast'} key={toast.id}>
          <span>{toast.text}</span>
          {toast.undo && (
            <button type="button" class="plain accent" onClick={act}>
              Undo <kbd>u</kbd>
            </button>
          )}
        </div>
      )}
    </div>
  );
}
