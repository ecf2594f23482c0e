// The commands in a home with a few memories, called from within a project.
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { fileDigest } from '../../src/text/digest.ts';
import { addObservation, addSummary } from './records.ts';
import { createScratch, ROOT, run, type Scratch } from './scratch.ts';

export let scratch: Scratch;
export let project: string;

/** For each test of a file: a home with four memories of two projects. */
export function useCliBench(): void {
  beforeEach(() => {
    scratch = createScratch();
    project = join(realpathSync(scratch.home), 'shop');
    mkdirSync(join(project, 'src'), { recursive: true });
    writeFileSync(join(project, 'src', 'cart.ts'), 'new');
    mkdirSync(scratch.paths.home, { recursive: true, mode: 0o700 });
    const db = openDatabase(scratch.paths.database);
    const place = (hour: number, session = 'one') => ({
      session,
      project,
      at: Date.parse(`2026-03-02T1${hour}:00:00`),
      prompt: hour,
    });
    const touches = [{ path: join(project, 'src', 'cart.ts'), role: 'modified' as const, digest: fileDigest('old') }];
    addObservation(db, place(1), {
      type: 'bugfix',
      title: 'Totals are counted in cents',
      narrative: 'Floats lost pennies.',
      touches,
    });
    addObservation(db, place(2), { type: 'decision', title: 'Redis keeps the sessions' });
    addSummary(db, place(3), { request: 'Cache the prices', completed: 'They are cached for a minute.' });
    addObservation(db, { ...place(4, 'two'), project: '/home/dev/bank' }, { title: 'The bank counts in cents, too' });
    db.close();
  });
  afterEach(() => scratch.dispose());
}

export const cli = (...args: string[]) =>
  run(process.execPath, [join(ROOT, 'dist', 'c-mem.cjs'), ...args], scratch.env, '', project);
export const json = async <T>(...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout) as T;
