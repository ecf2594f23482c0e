// Imports in process: what is read from transcripts follows the user's settings, as if hooks had reported it.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fixtureSession, TranscriptFixture } from '../../test/helpers/payloads.ts';
import { filesContaining } from '../../test/helpers/scratch.ts';
import { createStore, type TestStore } from '../../test/helpers/store.ts';
import { loadSettings } from '../config/settings.ts';
import { type HostTranscripts, hostNamed } from '../hosts/index.ts';
import { forget, wipeFreed } from '../store/forgetting/forget.ts';
import { type ImportOptions, importTranscripts } from './import-transcripts.ts';
import { listTranscripts } from './transcripts.ts';

const CLAUDE = hostNamed('claude-code');

const DEFAULTS = loadSettings('/none', {}).settings;
let store: TestStore;
let folder: string;
beforeEach(() => {
  store = createStore();
  folder = join(store.folder, 'projects', '-home-dev-shop');
  mkdirSync(folder, { recursive: true });
});
afterEach(() => store.close());

async function importAll(options: Partial<ImportOptions> = {}) {
  const { found } = await listTranscripts(join(store.folder, 'projects'), CLAUDE.transcripts as HostTranscripts);
  return importTranscripts(found, {
    ...{ store: store.parts, host: CLAUDE, settings: DEFAULTS, now: Date.now, owner: 'import-test', compress: true },
    ...{ isStopped: () => false, pause: async () => undefined, onRead: () => undefined, isOff: () => false },
    ...options,
  });
}
function transcript() {
  const session = fixtureSession('/home/dev/shop');
  const path = join(folder, `${session.sessionId}.jsonl`);
  return new TranscriptFixture({ ...session, transcriptPath: path })
    .user('Give the badge EMP-123456 to heron7731', 'p1')
    .call('t1', 'Bash', { command: `TOKEN=ghp_${'a1B2'.repeat(9)} badge EMP-123456` })
    .result('t1', { stdout: 'given to EMP-123456' })
    .says('The badge EMP-123456 is with heron7731 now.')
    .write();
}
const stored = (text: string) => filesContaining(store.folder, text).filter((file) => !file.endsWith('.jsonl'));
const words = () =>
  JSON.stringify(
    ['prompts', 'observations', 'summaries'].map((table) => store.db.prepare(`select * from ${table}`).all()),
  );

it("redacts by our rules and the user's", async () => {
  transcript();
  expect(await importAll({ settings: { ...DEFAULTS, redactPatterns: ['badge=EMP-[0-9]{6}'] } })).toMatchObject({
    sessions: 1,
  });
  expect(words()).toContain('[redacted:badge]');
  expect(words()).toContain('heron7731');
  for (const secret of ['EMP-123456', 'ghp_a1B2']) expect([secret, stored(secret)]).toEqual([secret, []]);
});

it('skips what happened in a pause, and what is excluded', async () => {
  transcript();
  await importAll({ isOff: () => true });
  expect(words()).not.toContain('heron7731');
  store.db.exec('delete from transcripts');
  expect(await importAll({ settings: { ...DEFAULTS, excludeProjects: ['/home/dev/shop'] } })).toMatchObject({
    left: 1,
  });
  expect(words()).not.toContain('heron7731');
});

it('does not bring back what was forgotten', async () => {
  transcript();
  await importAll();
  expect(words()).toContain('heron7731');
  forget(store.db, [{ kind: 'project', id: 1 }], Date.now());
  wipeFreed(store.db);
  store.db.exec('delete from transcripts');
  expect(await importAll()).toMatchObject({ left: 1, observations: 0 });
  expect(stored('heron7731')).toEqual([]);
});
