// The worker's log: one JSON object per line, rotated by size. Only ids, counts and codes are logged, never content.
import { renameSync, statSync } from 'node:fs';
import pino from 'pino';

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'>;

export interface WorkerLog extends Log {
  /** Starts a new file when the current one is full. */
  rotate(): void;
  flush(): void;
}

const MAX_BYTES = 5 * 1024 * 1024;
const KEPT_FILES = 3;

/** To the rotated file, or, when a person runs the worker in the foreground, to the screen. */
export function openLog(file: string | null, level: string): WorkerLog {
  const destination = pino.destination(file === null ? { fd: 1, sync: true } : { dest: file, sync: true, mode: 0o600 });
  // A full disk must cost log lines, not the worker.
  destination.on('error', () => undefined);
  const log = pino({ level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return {
    debug: log.debug.bind(log),
    info: log.info.bind(log),
    warn: log.warn.bind(log),
    error: log.error.bind(log),
    rotate() {
      if (file === null || (statSync(file, { throwIfNoEntry: false })?.size ?? 0) < MAX_BYTES) return;
      for (let index = KEPT_FILES - 1; index >= 1; index -= 1) {
        const older = index === 1 ? file : `${file}.${index - 1}`;
        if (statSync(older, { throwIfNoEntry: false })) renameSync(older, `${file}.${index}`);
      }
      destination.reopen();
    },
    flush: () => destination.flushSync(),
  };
}
