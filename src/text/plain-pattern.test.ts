// A pattern made for ASCII text finds there what the original finds.
import { expect, it } from 'vitest';
import { plainSource, readPatterns } from './plain-pattern.ts';

it('has the letters of the alphabet in place of all letters, inside and outside of classes', () => {
  expect(plainSource('(?<![\\p{L}\\p{N}_])Use \\p{L}+ [^\\p{L}.]\\S\\.')).toBe(
    '(?<![a-z0-9_])use [a-z]+ [^a-z.]\\S\\.',
  );
});

it.each([
  ['Always use PNPM here', /(?<!\p{L})pnpm(?!\p{L})/iu, 'pnpm'],
  ['ALWAYS, always', /\bAlways(?![\p{L}])/iu, 'always'],
  ['We use pnpm — never “npm”', /(?<!\p{L})npm(?!\p{L})/iu, 'npm'],
  ['Für PNPM immer', /(?<!\p{L})für(?!\p{L})/iu, 'Für'],
])('reads %s', (text, pattern, found) => {
  const read = readPatterns(text);
  expect(read.test(pattern)).toBe(pattern.test(text));
  expect(read.exec(pattern)?.index).toBe(pattern.exec(text)?.index);
  expect(read.all(pattern)).toHaveLength(text.match(new RegExp(pattern.source, 'giu'))?.length ?? 0);
  expect(read.all(pattern)).toContain(found);
});
