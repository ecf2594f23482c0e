// Formats times and numbers.
import { plain } from './inline.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function ago(at: number, now = Date.now()): string {
  const past = now - at;
  if (past < 45_000) return 'now';
  if (past < HOUR) return `${Math.max(1, Math.round(past / MINUTE))} min`;
  if (past < DAY) return `${Math.round(past / HOUR)} h`;
  if (past < 30 * DAY) return `${Math.round(past / DAY)} d`;
  return date(at);
}

/** `3 h ago`; a date stays one. */
export function since(at: number): string {
  const words = ago(at);
  return / (?:min|h|d)$/.test(words) ? `${words} ago` : words;
}

export const exact = (at: number) => new Date(at).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'medium' });
export const clock = (at: number) =>
  new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

export function dayName(at: number, now = Date.now()): string {
  const day = dayOf(at);
  if (day === dayOf(now)) return 'Today';
  if (day === dayOf(now - DAY)) return 'Yesterday';
  return date(at, { weekday: 'short' });
}

/** A session that has no title, or whose title was forgotten, is named by its day. */
export const sessionName = (title: string | null, at: number) => (title ? plain(title) : `Session of ${date(at)}`);

export const dayOf = (at: number) => new Date(at).toDateString();
/** With the year, if it is another one. */
function date(at: number, more: Intl.DateTimeFormatOptions = {}): string {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  const year = isThisYear ? undefined : 'numeric';
  return new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year, ...more });
}

/** The API takes no longer search. */
export const MOST_WORDS = 2000;

const grouped = new Intl.NumberFormat('en-US');
export const count = (value: number) => grouped.format(value);
export const money = (usd: number) => `$${usd < 0.01 && usd > 0 ? usd.toFixed(4) : usd.toFixed(2)}`;
export const short = (value: number) =>
  value >= 1e6 ? `${(value / 1e6).toFixed(1)} M` : value >= 10_000 ? `${Math.round(value / 1000)} k` : count(value);
export const many = (value: number, one: string, more = `${one}s`) => `${count(value)} ${value === 1 ? one : more}`;

/** One word for what is kept, on every page. */
export const memories = (value: number) => many(value, 'memory', 'memories');

export function span(seconds: number): string {
  const [size, unit] =
    seconds < 90
      ? [1, 's']
      : seconds < 5400
        ? [60, 'min']
        : seconds < 172_800
          ? [3600, 'h']
          : seconds < 5_184_000
            ? [86_400, 'days']
            : [2_629_800, 'months'];
  // On one line.
  return `${Math.round(seconds / size)}\u00a0${unit}`;
}

/** The last few parts of a path, which are enough to tell files apart. */
export function tail(path: string, parts = 3): string {
  const { folder, name } = splitPath(path);
  const above = folder.split(/[\\/]/).filter(Boolean);
  return above.length < parts ? path : `…/${[...above.slice(1 - parts), name].join('/')}`;
}

/** How far across an element the pointer is: 0 at its left edge, 1 at its right. */
export function across(event: { currentTarget: Element; clientX: number }): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return (event.clientX - left) / width;
}

/** Also of Windows. */
export function splitPath(path: string): { folder: string; name: string } {
  const isWindows = /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path);
  const cut = Math.max(path.lastIndexOf('/'), isWindows ? path.lastIndexOf('\\') : -1) + 1;
  return { folder: path.slice(0, cut), name: path.slice(cut) };
}

/** `2026-03-02`, in the reader's time zone. */
export function isoDay(at: number): string {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

export const dayLabel = (day: string) => date(new Date(`${day}T12:00:00`).getTime());
export const daysLabel = (first: string, last: string) =>
  first === last ? dayLabel(first) : `${dayLabel(first)} – ${dayLabel(last)}`;

/** The reader's time zone, in minutes east of UTC. */
export const zone = () => -new Date().getTimezoneOffset();
