// The list of excluded folders, as hooks check it.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isExcludedHere, literalFolder, writeExcluded } from './excluded.ts';
import { loadSettings } from './settings.ts';
import { changeSettings, updateExcluded } from './settings-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'c-mem-excluded-')));
  file = join(folder, 'excluded');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('excludes a folder and everything below it, and no neighbor whose name begins the same', () => {
  writeExcluded(file, ['/w/shop', '/w/bank/**']);
  const excluded = (place: string) => isExcludedHere(file, [place]);
  expect(['/w/shop', '/w/shop/', '/w/shop/src/deep', '/w/bank', '/w/bank/x'].filter((at) => !excluded(at))).toEqual([]);
  expect(['/w', '/w/shopping', '/w/shop-2/src', '/w/banks', '/'].filter(excluded)).toEqual([]);
  expect(isExcludedHere(file, [undefined, '/w/shop'])).toBe(true);
  expect(isExcludedHere(file, [undefined])).toBe(false);
});

it('excludes a folder under its real name, too', () => {
  mkdirSync(join(folder, 'real'));
  symlinkSync(join(folder, 'real'), join(folder, 'link'));
  writeExcluded(file, [join(folder, 'link')]);
  expect(isExcludedHere(file, [join(folder, 'real', 'src')])).toBe(true);
});

it('follows the setting, and is gone with it', () => {
  writeExcluded(file, ['/w/shop']);
  writeExcluded(file, ['/w/bank']);
  expect(readFileSync(file, 'utf8')).toBe('/w/bank\n');
  writeExcluded(file, []);
  expect(existsSync(file)).toBe(false);
  expect(isExcludedHere(file, ['/w/bank'])).toBe(false);
});

it('never writes a list that went out of date while it was made', () => {
  const settings = join(folder, 'settings.json');
  changeSettings(settings, () => ({ excludeProjects: ['/w/shop'] }));
  rmSync(file);
  const seen: boolean[] = [];
  updateExcluded(settings, (...given) => {
    const loaded = loadSettings(...given);
    seen.push(existsSync(file));
    // The user includes the folder again while a worker still holds the settings from before.
    if (seen.length === 1) changeSettings(settings, () => ({ excludeProjects: [] }));
    return loaded;
  });
  expect(seen).toEqual([false, false]);
  expect(existsSync(file)).toBe(false);
});

it.each([
  ['/w/a\\[1\\]', '/w/a[1]'],
  ['C:\\w\\shop', 'C:\\w\\shop'],
  ['/w/*/shop', null],
  ['shop', null],
  ['/w/sh?p', null],
])('the folder that %s names is %s', (glob, named) => {
  expect(literalFolder(glob)).toBe(named);
});
