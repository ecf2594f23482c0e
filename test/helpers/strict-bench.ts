// A home that no refused command may change.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { withPlugin } from '../../src/hosts/claude-code/settings-file.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { addObservation, addSummary } from './records.ts';
import { createScratch, ROOT, run, type Scratch } from './scratch.ts';

export let scratch: Scratch;
export let project: string;

/** One home with a few memories for all tests of a file, which must not change it. */
export function useStrictBench(): void {
  beforeAll(() => {
    scratch = createScratch();
    project = join(realpathSync(scratch.home), 'shop');
    mkdirSync(project);
    mkdirSync(join(scratch.home, '.claude'));
    writeFileSync(join(scratch.home, '.claude', 'settings.json'), withPlugin('{}\n', ROOT));
    mkdirSync(scratch.paths.home, { mode: 0o700 });
    writeFileSync(scratch.paths.settings, '{ "fieldLimitKb": 32 }\n');
    const db = openDatabase(scratch.paths.database);
    const place = { session: 'one', project, at: Date.parse('2026-03-02T11:00:00') };
    addObservation(db, place, { title: 'Totals are counted in cents' });
    addSummary(db, place, { request: 'Cache the prices' });
    addObservation(db, { ...place, session: 'two', project: '/home/dev/bank' }, { title: 'The bank counts, too' });
    db.close();
  });
  afterAll(() => scratch.dispose());
}

export const cli = (words: string[]) =>
  run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), ...words], scratch.env, '', project);

/** Every file below HOME, by what is in it; but what V8 compiled, and what SQLite puts beside a file to read it. */
export function everything(): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(scratch.home, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (path.startsWith(scratch.paths.compiled) || /-(?:wal|shm)$/.test(path)) continue;
    if (entry.isFile()) files[path] = createHash('sha256').update(readFileSync(path)).digest('hex');
    else files[path] = entry.isSymbolicLink() ? readlinkSync(path) : 'folder';
  }
  return files;
}

export async function refused(words: string[], ...told: string[]): Promise<void> {
  const before = everything();
  const ran = await cli(words);
  expect({ code: ran.code, stdout: ran.stdout }, words.join(' ')).toEqual({ code: 2, stdout: '' });
  for (const each of told) expect(ran.stderr).toContain(each);
  // A message and a way out.
  expect(ran.stderr.trim().split('\n').length, ran.stderr).toBeGreaterThanOrEqual(2);
  expect(ran.stderr).not.toContain('\u001b');
  expect(everything()).toEqual(before);
}
