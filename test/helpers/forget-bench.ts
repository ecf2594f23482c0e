// A bench for forgetting: sessions with two turns each, compressed in process, and the bytes of the data folder.
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { SCHEMA, type Settings } from '../../src/config/settings.ts';
import { createJobLoop } from '../../src/worker/jobs/job-loop.ts';
import { openLog } from '../../src/worker/log.ts';
import { type CaptureBench, createCaptureBench } from './capture.ts';
import { fixtureSession, payload, type SessionFixture, TranscriptFixture } from './payloads.ts';
import { filesContaining } from './scratch.ts';

const settings = Object.fromEntries(Object.entries(SCHEMA).map(([key, { default: value }]) => [key, value]));

export let bench: CaptureBench;
export let session: SessionFixture;

/** Makes a new bench and session for each test of a file. */
export function useForgetBench(): void {
  beforeEach(() => {
    bench = createCaptureBench();
    session = fixtureSession('/home/dev/shop', join(bench.store.folder, 'transcripts', 'one.jsonl'));
  });
  afterEach(() => bench.store.close());
}

/** Two turns: one that mentions the heron, one that does not. */
export function record(of: SessionFixture, word = 'heron'): TranscriptFixture {
  const edit = (id: string, file: string, text: string) =>
    [id, 'Edit', { file_path: `/home/dev/shop/${file}`, old_string: 'a', new_string: text }] as const;
  return new TranscriptFixture(of)
    .user('Add the parser for orders', `p1-${word}`)
    .call(...edit(`t1-${of.sessionId}`, 'parser.ts', 'export function parseOrder() {}'))
    .result(`t1-${of.sessionId}`, {
      filePath: '/home/dev/shop/parser.ts',
      newString: 'export function parseOrder() {}',
    })
    .says('I added a parser for orders, with its own module and an export.')
    .user(`Rename the gateway to ${word}7731 everywhere`, `p2-${word}`)
    .call(...edit(`t2-${of.sessionId}`, 'gateway.ts', `const name = "${word}7731"`))
    .result(`t2-${of.sessionId}`, { filePath: '/home/dev/shop/gateway.ts', newString: `const name = "${word}7731"` })
    .says(`I renamed the gateway to ${word}7731 because the old name was taken by another team.`)
    .write();
}

export async function remember(of: SessionFixture): Promise<void> {
  bench.take(payload(of, 'SessionStart', { source: 'startup' }), { at: Date.parse('2026-03-02T08:59:00Z') });
  await bench.read(of.sessionId);
  await compress();
}

export async function compress(): Promise<void> {
  const loop = createJobLoop({
    store: bench.store.parts,
    home: bench.store.folder,
    settings: () => settings as unknown as Settings,
    log: openLog(null, 'silent'),
    now: () => bench.clock.now + 3600_000,
    random: () => 0.5,
    owner: 'test',
    onWork: () => undefined,
    onChange: () => undefined,
    isBusy: () => false,
  });
  loop.wake();
  await loop.settled();
  loop.stop();
}

export const count = (table: string) =>
  (bench.store.db.prepare(`select count(*) as n from ${table}`).get() as { n: number }).n;

/** Every file of the data folder; the transcript belongs to the host. */
export const bytesWith = (text: string) =>
  filesContaining(bench.store.folder, text).filter((file) => !file.endsWith('.jsonl'));

/** Reads everything again from the very first byte, as an import or a repair would. */
export async function readAgain(): Promise<void> {
  bench.store.db.exec('delete from transcripts');
  bench.take(payload(session, 'SessionStart', { source: 'resume' }));
  await bench.read(session.sessionId);
  await compress();
}
