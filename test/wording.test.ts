// The rules of scripts/wording.mjs hold, and they see: a planted violation is found, ordinary text passes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
// @ts-expect-error: a script without types
import { COVERED, filesIn, findViolations } from '../scripts/wording.mjs';
import { ROOT } from './helpers/scratch.ts';

const files = (COVERED as string[]).flatMap((path) => filesIn(ROOT, path) as string[]);
const found = (file: string, text: string) =>
  (findViolations(file, text) as { line: number; found: string }[]).map(({ line, found }) => `${line} ${found}`);

it('finds none of the replaced words in the covered files', () => {
  expect(files.length).toBeGreaterThan(150);
  const all = files.flatMap((file) =>
    found(file, readFileSync(join(ROOT, file), 'utf8')).map((each) => `${file}:${each}`),
  );
  expect(all).toEqual([]);
});

it.each([
  ["const fix = 'Mend it';", '1 Mend'],
  ['\n/** The newest unless told. */', '2 unless told'],
  ['// A file that is no database.', '1 is no database'],
  ['print(`Stopped. The import\n goes on.`);', '2 goes on'],
  ["describe('settings (N5)', run);", '1 (N5)'],
  ['// The guard (SPEC K1, N3).', '1 (SPEC K1, N3)'],
  ["throw new Error('Correct it by hand');", '1 by hand'],
  ['const colour = /x/; // a colour', '1 colour'],
])('%j', (text, violation) => {
  expect(found('src/cli/planted.ts', text)).toEqual([violation]);
});

it('finds a planted violation in a page of the docs and of the viewer', () => {
  expect(found('docs/PLANTED.md', 'One\n\nThe worker mends it.')).toEqual(['3 mends']);
  expect(found('viewer/src/planted.tsx', '<p>Memories of now</p>')).toEqual(['1 of now']);
});

it.each([
  "throw new Error('There is no memory 12');",
  'const deps = mended(house); // identifiers are not wording',
  'const text = `${deps.id} is no longer there`;',
  "const isWord = /mend|goes on|'/; const next = 'resume';",
  '// Written by hand: a comment may say so.',
])('passes %j', (text) => {
  expect(found('src/cli/planted.ts', text)).toEqual([]);
});
