// The cache of compiled code: used only if it is intact and made from the same bundle.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadPart } from './code-cache.ts';

let folder: string;
let cache: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'c-mem-cache-'));
  cache = join(folder, 'compiled');
  bundle('one', 'digest-1');
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true, force: true });
});

/** A bundle as the build makes it: one function that fills `module.exports`. */
function bundle(answer: string, digest: string): void {
  const body = `module.exports.answer = () => '${answer}'; module.exports.at = __dirname;`;
  writeFileSync(join(folder, 'part.cjs'), `(function (exports, require, module, __filename, __dirname) {${body}})`);
  vi.stubGlobal('C_MEM_PARTS', { part: digest });
  vi.stubGlobal('require', () => undefined);
}

const load = () => loadPart<{ answer(): string; at: string }>('part', folder, cache);
const kept = () => readdirSync(cache);

it('runs the bundle in its folder, and keeps its code once', () => {
  const first = load();
  expect([first.exports.answer(), first.exports.at]).toEqual(['one', folder]);
  first.keep();
  const [name] = kept();
  const bytes = readFileSync(join(cache, name as string));
  expect(bytes.subarray(0, bytes.length / 2).equals(bytes.subarray(bytes.length / 2))).toBe(true);
  const second = load();
  expect(second.exports.answer()).toBe('one');
  second.keep();
  expect(kept()).toEqual([name]);
  expect(readFileSync(join(cache, name as string)).equals(bytes)).toBe(true);
});

it.each([
  ['empty', () => Buffer.alloc(0)],
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
  ['only one copy', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['one bit flipped', (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 100 ? byte ^ 4 : byte)))],
  ['something else', () => Buffer.from('not code'.repeat(100))],
])('a kept file that is %s is not used, and replaced', (_name, spoil) => {
  load().keep();
  const file = join(cache, kept()[0] as string);
  const good = readFileSync(file);
  writeFileSync(file, spoil(good));
  const loaded = load();
  expect(loaded.exports.answer()).toBe('one');
  loaded.keep();
  const again = readFileSync(file);
  expect(again.length).toBeGreaterThan(100);
  expect(again.subarray(0, again.length / 2).equals(again.subarray(again.length / 2))).toBe(true);
});

it('a new version of the bundle takes the place of the old one', () => {
  load().keep();
  bundle('two', 'digest-2');
  const loaded = load();
  expect(loaded.exports.answer()).toBe('two');
  loaded.keep();
  expect(kept()).toEqual([expect.stringContaining('digest-2')]);
});

it('a cache that cannot be written is an error only when it is kept: the bundle has run by then', () => {
  mkdirSync(join(folder, 'gone'));
  const loaded = loadPart<{ answer(): string }>('part', folder, join(folder, 'gone', 'deeper', 'compiled'));
  expect(loaded.exports.answer()).toBe('one');
  expect(() => loaded.keep()).toThrow();
});
