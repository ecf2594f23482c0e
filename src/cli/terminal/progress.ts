// Progress of long work, on stderr: one line that is redrawn on a terminal, a plain line every few seconds elsewhere.

import { wantsColor } from '../../config/environment.ts';
import { grouped } from '../../text/plural.ts';

export interface Progress {
  /** `done` is in the same unit as `total`. */
  update(done: number, note?: string): void;
  /** Ends the line; the last state stays on the screen. */
  end(note?: string): void;
}

const REDRAW_MS = 100;
const PLAIN_MS = 5000;
const BAR = 24;

export interface ProgressOptions {
  stream?: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;
  now?: () => number;
  /** Formats an amount; plain numbers by default. */
  unit?: (amount: number) => string;
}

export function startProgress(what: string, total: number, options: ProgressOptions = {}): Progress {
  const { stream = process.stderr, now = Date.now, unit = (n: number) => grouped(n) } = options;
  const began = now();
  let drawn = 0;
  let width = 0;
  let last = { done: 0, note: '' };

  function line(): string {
    const { done, note } = last;
    const share = total > 0 ? Math.min(1, done / total) : 1;
    const left = remaining(share, now() - began);
    const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
    const amounts = `${unit(Math.min(done, total))} of ${unit(total)}`;
    const parts = [percent, amounts, ...(left ? [left] : []), ...(note ? [note] : [])];
    return stream.isTTY
      ? `${what} ${bar(share)} ${parts.join(', ').trimStart()}`
      : `${what}: ${parts.join(', ').trim()}`;
  }

  function draw(): void {
    drawn = now();
    if (!stream.isTTY) return void stream.write(`${line()}\n`);
    const text = line().slice(0, Math.max(20, (stream.columns ?? 80) - 1));
    stream.write(`\r${text.padEnd(width)}`);
    width = text.length;
  }

  return {
    update(done, note = '') {
      last = { done, note };
      if (now() - (drawn || (stream.isTTY ? 0 : began)) >= (stream.isTTY ? REDRAW_MS : PLAIN_MS)) draw();
    },
    end(note = '') {
      last = { done: last.done, note };
      if (stream.isTTY) {
        draw();
        stream.write('\n');
      } else if (drawn > 0) draw();
    },
  };
}

/** Estimated once there is enough to estimate from. */
function remaining(share: number, spentMs: number): string {
  if (share < 0.02 || share >= 1 || spentMs < 2000) return '';
  return `about ${duration((spentMs / share) * (1 - share))} left`;
}

export function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function bytes(amount: number): string {
  if (amount < 1000) return `${amount} B`;
  if (amount < 1e6) return `${Math.round(amount / 1000)} kB`;
  return amount < 1e9 ? `${(amount / 1e6).toFixed(1)} MB` : `${(amount / 1e9).toFixed(2)} GB`;
}

function bar(share: number): string {
  const [open, close, full, empty] = wantsColor() ? ['', '', '█', '░'] : ['[', ']', '#', '.'];
  const inside = BAR - open.length - close.length;
  const done = Math.round(share * inside);
  return `${open}${full.repeat(done)}${empty.repeat(inside - done)}${close}`;
}
