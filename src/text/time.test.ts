// Points in time as people and agents write them.
import { expect, it } from 'vitest';
import { readMoment } from './time.ts';

const NOW = new Date(2026, 2, 10, 12, 0).getTime();
const local = (...parts: [number, number, number, number?, number?]) => new Date(...parts).getTime();

it.each([
  ['2026-03-02', local(2026, 2, 2)],
  ['2026-03-02T14:05', local(2026, 2, 2, 14, 5)],
  ['2026-03-02 14:05', local(2026, 2, 2, 14, 5)],
  ['2026-03-02T14:05:00Z', Date.UTC(2026, 2, 2, 14, 5)],
  ['2026-03-02T14:05+02:00', Date.UTC(2026, 2, 2, 12, 5)],
  [' 30m ', NOW - 30 * 60_000],
  ['12h', NOW - 12 * 3600_000],
  ['7d', NOW - 7 * 24 * 3600_000],
  ['2w', NOW - 14 * 24 * 3600_000],
  ['today', local(2026, 2, 10)],
  ['Yesterday', local(2026, 2, 9)],
])('%s', (text, at) => {
  expect(readMoment('since', text, NOW)).toBe(at);
});

it('extends a day to its end only if asked', () => {
  expect(readMoment('until', '2026-03-10', NOW, true)).toBe(local(2026, 2, 11) - 1);
  expect(readMoment('until', 'today', NOW, true)).toBe(local(2026, 2, 11) - 1);
  expect(readMoment('until', 'yesterday', NOW, true)).toBe(local(2026, 2, 10) - 1);
  expect(readMoment('until', '2026-03-10T09:00', NOW, true)).toBe(local(2026, 2, 10, 9));
});

// Date.parse reads the first four as days in 2001.
it.each([
  '7',
  'soon 5',
  '12/3',
  '1',
  'soon',
  '',
  '2026-02-30',
  '2026-13-01',
  '2026-03',
  '2026-03-02T25:00',
  '7days',
  '-7d',
  '7 d',
  'tomorrow',
])('refuses "%s"', (text) => {
  expect(() => readMoment('--since', text, NOW)).toThrowError(
    expect.objectContaining({ code: 'USAGE', message: `Invalid --since value "${text}"` }),
  );
});
