// What happened in an excluded project stays out when it is included again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCaptureBench } from '../../test/helpers/capture.ts';
import { fixtureSession, prompt, TranscriptFixture } from '../../test/helpers/payloads.ts';
import { writeJsonAtomic } from '../config/atomic-file.ts';
import { pause } from '../config/pause.ts';
import { createOffCheck } from './switched-off.ts';

let folder: string;
let paths: { paused: string; pauses: string; exclusions: string };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'c-mem-off-'));
  const at = (name: string) => join(folder, name);
  paths = { paused: at('paused'), pauses: at('pauses.json'), exclusions: at('exclusions.json') };
});
afterEach(() => rmSync(folder, { recursive: true }));

it('holds for the time and the folders of an exclusion, and for a pause everywhere', () => {
  const isOff = createOffCheck(paths);
  expect(isOff(1500, ['/w/shop'])).toBe(false);
  writeJsonAtomic(paths.exclusions, [
    { glob: '/w/shop', from: 1000, until: 2000 },
    { glob: '/w/b*', from: 3000, until: null },
  ]);
  expect([999, 1000, 1999, 2000].filter((at) => isOff(at, ['/elsewhere', '/w/shop/src']))).toEqual([1000, 1999]);
  expect(isOff(1500, ['/w/shopping'])).toBe(false);
  expect(isOff(1500, [])).toBe(false);
  expect(isOff(9000, ['/w/bank'])).toBe(true);
  pause(paths, 10_000);
  expect(isOff(10_000, [])).toBe(true);
});

it('the transcript of a session that goes on brings only what happened before and after', async () => {
  const bench = createCaptureBench({ isOff: createOffCheck(paths) });
  const session = fixtureSession('/home/dev/shop', join(folder, 't.jsonl'));
  const from = Date.parse('2026-03-02T11:00:00Z');
  const at = (minutes: number) => ({ timestamp: new Date(from + minutes * 60_000).toISOString() });
  writeJsonAtomic(paths.exclusions, [{ glob: '/home/dev/shop', from, until: from + 3600_000 }]);
  new TranscriptFixture(session)
    .user('before', 'p1', at(-5))
    .user('confidential', 'p2', at(5))
    .says('confidential answer', at(6))
    .user('after', 'p3', at(65))
    .write();
  bench.take(prompt(session, 'before', { prompt_id: 'p1' }), { at: from - 300_000 });
  await bench.read(session.sessionId);
  expect(bench.prompts(session.sessionId).map(({ text }) => text)).toEqual(['before', 'after']);
  expect(JSON.stringify(bench.events(session.sessionId))).not.toContain('confidential');
});
