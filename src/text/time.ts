// Parses points in time as people and agents write them, with one meaning for all entrances.
import { CMemError } from '../domain/errors.ts';

const UNITS: Record<string, number> = { m: 60_000, h: 3600_000, d: 24 * 3600_000, w: 7 * 24 * 3600_000 };
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * `2026-03-02`, `2026-03-02T14:00` (local time unless a zone is given), `today`, `yesterday`, or an age: `30m`, `12h`, `7d`, `2w`. `end`
 * extends a day to its last moment, so that "until today" includes today. `name` is the name of the parameter.
 */
export function readMoment(name: string, text: string, now: number, end = false): number {
  const at = parse(text.trim(), now, end);
  if (at !== null) return at;
  throw new CMemError('USAGE', `Invalid ${name} value "${text.slice(0, 100)}"`, {
    fix: 'Use a date (2026-03-02, today, yesterday), a time (2026-03-02T14:00), or an age (30m, 12h, 7d, 2w).',
  });
}

/** Null if it cannot be parsed. Date.parse alone is not enough: it reads "7" as a day in 2001. */
function parse(text: string, now: number, end: boolean): number | null {
  // Milliseconds, as in our own API. Twelve digits mean 2001 or later, so no year or day is misread as one.
  if (/^\d{12,15}$/.test(text)) return Number(text);
  const age = /^(\d{1,6})([mhdw])$/i.exec(text);
  if (age) return now - Number(age[1]) * (UNITS[(age[2] as string).toLowerCase()] as number);
  const daysAgo = ['today', 'yesterday'].indexOf(text.toLowerCase());
  if (daysAgo >= 0) return dayBefore(now, daysAgo, end);
  const [, year, month, day, clock, zone = ''] = DATE.exec(text) ?? [];
  if (!isRealDay(Number(year), Number(month), Number(day))) return null;
  const time = clock ?? (end ? '23:59:59.999' : '00:00:00');
  const at = Date.parse(`${year}-${month}-${day}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(at) ? null : at;
}

/** A day in local time: its first moment, or its last. Days around a clock change are not 24 hours long. */
function dayBefore(now: number, days: number, end: boolean): number {
  const date = new Date(now);
  date.setHours(0, 0, 0, 0);
  date.setDate(date.getDate() - days + (end ? 1 : 0));
  return date.getTime() - (end ? 1 : 0);
}

/** JavaScript silently rolls February 31 over into March. */
function isRealDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
