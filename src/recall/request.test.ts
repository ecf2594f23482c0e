// What was given for a filter is understood or refused, never ignored.
import { expect, it } from 'vitest';
import { type GivenFilters, readFilters } from './request.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const read = (given: GivenFilters) => readFilters(given, { now: NOW, spell: (name) => `--${name}` });

it('lists are given with commas or as lists', () => {
  expect(read({ type: 'bugfix, change' })).toEqual({ types: ['bugfix', 'change'] });
  expect(read({ type: ['bugfix', 'change'] })).toEqual({ types: ['bugfix', 'change'] });
});

it('a flag is true or false, as a word or as a value', () => {
  expect([read({ pinned: true }), read({ pinned: 'false' })]).toEqual([{ pinned: true }, { pinned: false }]);
});

it('a day that ends a range belongs to it', () => {
  const { since, until } = read({ since: '2026-03-02', until: '2026-03-02' });
  expect((until as number) - (since as number)).toBe(24 * 3600_000 - 1);
});

it('nothing given is nothing narrowed', () => {
  expect(read({})).toEqual({});
  expect(read({ since: undefined })).toEqual({});
});

it.each<[GivenFilters, RegExp]>([
  [{ type: 'bug' }, /^Invalid --type value "bug"/],
  [{ type: '' }, /^--type needs a value/],
  [{ type: ' , ' }, /^--type needs a value/],
  [{ kind: ['summary', 'memory'] }, /^Invalid --kind value "memory"/],
  [{ since: 'soon' }, /--since.*"soon"/],
  [{ since: ['1d', '2d'] }, /^--since takes one value/],
  [{ file: '  ' }, /^--file needs a value/],
  [{ branch: true }, /^--branch takes one value/],
  [{ pinned: 'maybe' }, /^Invalid --pinned value/],
])('%j is refused', (given, message) => {
  expect(() => read(given)).toThrow(message);
});
