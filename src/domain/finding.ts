// The result of one health check, and how to fix the problem if there is one.

export interface Finding {
  check: string;
  /** An offer: nothing is wrong, but something could be better. */
  state: 'ok' | 'offer' | 'warning' | 'fault';
  message: string;
  fix: string | null;
  /** Nothing is captured until this is fixed. */
  stops?: true;
  /** From the error catalog, for scripts. */
  code?: string;
}

export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message, fix: null });
export const offer = (check: string, message: string, fix: string): Finding => ({
  check,
  state: 'offer',
  message,
  fix,
});
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
/** A fault that prevents all capture. */
export const stop = (check: string, message: string, fix: string): Finding => ({
  ...fault(check, message, fix),
  stops: true,
});
