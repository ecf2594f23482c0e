// Pauses are kept as time spans.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPauseCheck, isPaused, pause, readPauses, resume } from './pause.ts';

let folder: string;
let paths: { paused: string; pauses: string };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'c-mem-pause-'));
  paths = { paused: join(folder, 'paused'), pauses: join(folder, 'pauses.json') };
});
afterEach(() => rmSync(folder, { recursive: true }));

it('what happened in a pause stays known as such, and nothing else does', () => {
  pause(paths, 1000);
  resume(paths, 2000);
  pause(paths, 5000);
  const wasPaused = createPauseCheck(paths);
  expect([999, 1000, 1999, 2000, 4999, 5000, 9000].filter(wasPaused)).toEqual([1000, 1999, 5000, 9000]);
  resume(paths, 6000);
  expect([5000, 5999, 6000, 9000].filter(wasPaused)).toEqual([5000, 5999]);
  expect(readPauses(paths)).toEqual([
    { from: 1000, until: 2000 },
    { from: 5000, until: 6000 },
  ]);
});

it('a second pause changes nothing: everything since the first one stays out', () => {
  expect(pause(paths, 1000)).toBe(1000);
  expect(pause(paths, 3000)).toBe(1000);
  expect(isPaused(paths.paused)).toBe(true);
  expect(resume(paths, 4000)).toBe(1000);
  expect(isPaused(paths.paused)).toBe(false);
  expect(resume(paths, 5000)).toBeNull();
  expect(createPauseCheck(paths)(2000)).toBe(true);
});

it('a flag created manually counts from its creation', () => {
  const before = Date.now() - 60_000;
  writeFileSync(paths.paused, '');
  expect([before, Date.now() + 60_000].map(createPauseCheck(paths))).toEqual([false, true]);
});

it.each(['[{"from": 1', '[{"from": 1}]', '[{"from": "soon", "until": 2}]'])(
  'a list that cannot be read is an error, and lets nothing in: %s',
  (text) => {
    writeFileSync(paths.pauses, text);
    expect(() => createPauseCheck(paths)(1)).toThrowError(expect.objectContaining({ code: 'PAUSES_UNREADABLE' }));
    expect(() => readPauses(paths)).toThrowError(expect.objectContaining({ code: 'PAUSES_UNREADABLE' }));
  },
);
