// Short messages at the bottom of the page, with an optional action such as Undo.
import { ApiError } from './api.ts';
import { useKeys } from './keys.ts';
import { cell, useCell } from './store.ts';

interface Toast {
  text: string;
  isError?: boolean;
  /** Takes back what was done. */
  undo?: (() => void) | null;
}

/** Every offer to undo stays as long as it was promised; of other messages, only the last is shown. */
const shown = cell<Toast[]>([]);

/** What takes something back says so. */
export const undo =
  (back: () => Promise<unknown>, told = 'Undone.'): (() => void) =>
  () =>
    void back().then(() => notify(told), notifyError);

export function notify(text: string, undo: Toast['undo'] = null, ms = undo ? 9500 : 4000): void {
  show({ text, undo }, ms);
}

/** An undo is on offer, beside which there is little room. */
export const isOffering = () => shown.get().some((toast) => toast.undo);

export function notifyError(error: unknown): void {
  const text = error instanceof ApiError ? `${error.message}. ${error.fix}` : 'Something went wrong.';
  show({ text, isError: true }, 8000);
}

function show(toast: Toast, ms: number): void {
  shown.set([...shown.get().filter((other) => other.undo), toast]);
  setTimeout(() => drop(toast), ms);
}

const drop = (toast: Toast) => shown.set(shown.get().filter((other) => other !== toast));

export function Toasts() {
  const toasts = useCell(shown);
  const act = (toast: Toast) => {
    drop(toast);
    toast.undo?.();
  };
  const last = toasts.filter((toast) => toast.undo).pop();
  useKeys(last ? { u: () => act(last) } : {}, [last]);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div class={toast.isError ? 'toast wrong' : 'toast'}>
          <span>{toast.text}</span>
          {toast.undo && (
            <button type="button" class="plain accent" onClick={() => act(toast)}>
              Undo {toast === last && <kbd>u</kbd>}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
