// Numbers and times as people type them on a command line.
import { CMemError } from '../domain/errors.ts';

export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text.trim()) || value < min || value > max) {
    throw new CMemError('USAGE', `--${name} must be a whole number from ${min} to ${max}, not "${text}"`);
  }
  return value;
}

const UNITS: Record<string, number> = { m: 60_000, h: 3600_000, d: 24 * 3600_000, w: 7 * 24 * 3600_000 };

/** `2026-03-02`, `2026-03-02T14:00`, or a while ago: `30m`, `12h`, `7d`, `2w`. `end` takes a day to its last moment. */
export function moment(name: string, text: string, now: number, end = false): number {
  const ago = /^(\d{1,6})([mhdw])$/.exec(text.trim());
  if (ago) return now - Number(ago[1]) * (UNITS[ago[2] as string] as number);
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text.trim());
  const at = Date.parse(day ? `${text.trim()}T${end ? '23:59:59.999' : '00:00:00'}` : text);
  if (Number.isNaN(at)) {
    throw new CMemError('USAGE', `--${name} is no time: "${text}"`, {
      fix: 'Say it as 2026-03-02, 2026-03-02T14:00, or how long ago: 30m, 12h, 7d, 2w.',
    });
  }
  return at;
}

/** `1,234 events`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? noun : plural}`;
}
