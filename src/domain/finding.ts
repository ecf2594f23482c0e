// One thing that was looked at: whether it is right, and the remedy if it is not.

export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'fault';
  message: string;
  fix: string | null;
  /** Nothing is captured as long as this stands. */
  stops?: true;
  /** From the catalog of errors, for scripts. */
  code?: string;
}

export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message, fix: null });
export const warning = (check: string, message: string, fix: string): Finding => ({
  check,
  state: 'warning',
  message,
  fix,
});
export const fault = (check: string, message: string, fix: string): Finding => ({
  check,
  state: 'fault',
  message,
  fix,
});
/** A fault that keeps every event out. */
export const stop = (check: string, message: string, fix: string): Finding => ({
  ...fault(check, message, fix),
  stops: true,
});
