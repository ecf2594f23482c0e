// Paths of any system.
import { expect, it } from 'vitest';
import { below, isAbsolutePath, isWindowsPath, lastPart } from './path.ts';

it.each([
  ['D:\\x\\shop', true],
  ['d:/x/shop', true],
  ['\\\\server\\share\\shop', true],
  ['/home/dev/D:\\x', false],
  ['D:shop', false],
  ['shop\\src', false],
  ['\\\\', false],
])('%s is a Windows path: %s', (path, is) => {
  expect(isWindowsPath(path)).toBe(is);
  expect(isAbsolutePath(path)).toBe(is || path.startsWith('/'));
});

it.each([
  ['/w/shop/src/a.ts', '/w/shop', 'src/a.ts'],
  ['/w/shop-old/a.ts', '/w/shop', null],
  ['/w/shop', '/w/shop', null],
  ['D:\\x\\shop\\src\\a.ts', 'D:\\x\\shop', 'src/a.ts'],
  ['d:/x/Shop/src/a.ts', 'D:\\x\\shop\\', 'src/a.ts'],
  ['\\\\server\\share\\shop\\a.ts', '\\\\Server\\share\\shop', 'a.ts'],
  ['D:\\x\\shop2\\a.ts', 'D:\\x\\shop', null],
  ['/x/shop/a.ts', 'D:\\x\\shop', null],
])('%s below %s is %s', (path, root, expected) => {
  expect(below(path, root)).toBe(expected);
});

it("the last part, by the separators of the path's own system", () => {
  expect([lastPart('/w/a\\b'), lastPart('D:\\w\\a'), lastPart('D:/w/a'), lastPart('a')]).toEqual([
    'a\\b',
    'a',
    'a',
    'a',
  ]);
});
