// Exclusions are kept as time spans, like pauses.
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { followExclusions, readExclusions } from './exclusions.ts';

let folder: string;
let paths: { settings: string; exclusions: string; excluded: string };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'c-mem-exclusions-'));
  const at = (name: string) => join(folder, name);
  paths = { settings: at('settings.json'), exclusions: at('exclusions.json'), excluded: at('excluded') };
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The settings name these globs since that second. */
function set(globs: string[], second: number): void {
  writeFileSync(paths.settings, '{}');
  utimesSync(paths.settings, second, second);
  followExclusions(paths, globs);
}

it('a glob is excluded from the change that adds it until the change that removes it', () => {
  set([], 1);
  expect(existsSync(paths.exclusions)).toBe(false);
  set(['/w/shop'], 2);
  set(['/w/shop', '/w/bank'], 3);
  set(['/w/bank'], 4);
  set(['/w/bank', '/w/shop'], 5);
  expect(readExclusions(paths.exclusions)).toEqual([
    { glob: '/w/shop', from: 2000, until: 4000 },
    { glob: '/w/bank', from: 3000, until: null },
    { glob: '/w/shop', from: 5000, until: null },
  ]);
});

it('what an earlier version excluded was excluded all along', () => {
  writeFileSync(paths.excluded, '/w/shop\n');
  set(['/w/shop', '/w/bank'], 2);
  expect(readExclusions(paths.exclusions)).toEqual([
    { glob: '/w/shop', from: 0, until: null },
    { glob: '/w/bank', from: 2000, until: null },
  ]);
});

it('a list that cannot be read is an error for whoever captures, and is left as it is', () => {
  writeFileSync(paths.exclusions, '[{"from": 1');
  set(['/w/shop'], 2);
  expect(() => readExclusions(paths.exclusions)).toThrowError(expect.objectContaining({ code: 'PAUSES_UNREADABLE' }));
});
