// Short messages at the bottom of the page, with an optional action such as Undo.
import { useEffect } from 'preact/hooks';
import { ApiError } from './api.ts';
import { useKeys } from './keys.ts';
import { cell, useCell } from './store.ts';

interface Toast {
  id: number;
  text: string;
  isError: boolean;
  action: { label: string; act(): void } | null;
  ms: number;
}

const shown = cell<Toast | null>(null);
let count = 0;

export const undo = (act: () => void): Toast['action'] => ({ label: 'Undo', act });

export function notify(text: string, action: Toast['action'] = null, ms = action ? 9500 : 4000): void {
  count += 1;
  shown.set({ id: count, text, isError: false, action, ms });
}

/** An undo is on offer, which another message would replace. */
export const isOffering = () => !!shown.get()?.action;

export function notifyError(error: unknown): void {
  count += 1;
  const text = error instanceof ApiError ? `${error.message}. ${error.fix}` : 'Something went wrong.';
  shown.set({ id: count, text, isError: true, action: null, ms: 8000 });
}

export function Toasts() {
  const toast = useCell(shown);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => shown.get() === toast && shown.set(null), toast.ms);
    return () => clearTimeout(timer);
  }, [toast]);
  const act = () => {
    toast?.action?.act();
    shown.set(null);
  };
  useKeys(toast?.action ? { u: act } : {}, [toast]);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toast && (
        <div class={toast.isError ? 'toast wrong' : 'toast'} key={toast.id}>
          <span>{toast.text}</span>
          {toast.action && (
            <button type="button" class="plain accent" onClick={act}>
              {toast.action.label} <kbd>u</kbd>
            </button>
          )}
        </div>
      )}
    </div>
  );
}
