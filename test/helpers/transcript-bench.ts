// A bench for reading transcripts: one session with a transcript, and what was recorded of it.
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type CaptureBench, createCaptureBench } from './capture.ts';
import { fixtureSession, payload, type SessionFixture, TranscriptFixture } from './payloads.ts';

export let bench: CaptureBench;
export let session: SessionFixture;

/** Makes a new bench and session for each test of a file. */
export function useTranscriptBench(): void {
  beforeEach(() => {
    bench = createCaptureBench();
    session = fixtureSession('/home/dev/shop', join(bench.store.folder, 'projects', 'x.jsonl'));
  });
  afterEach(() => bench.store.close());
}

/** Each event as its kind, prompt number, and call ID or text. */
export const recorded = () =>
  bench
    .events(session.sessionId)
    .map((e) => [e.kind, e.promptNumber, e.toolUseId ?? e.body?.['text'] ?? e.body?.['message']]);

export const announce = () => bench.take(payload(session, 'SessionStart', { source: 'startup' }));

export function aTurn(transcript = new TranscriptFixture(session)): TranscriptFixture {
  return transcript
    .user('mend the parser', 'p1')
    .says('I will look.')
    .call('t1', 'Bash', { command: 'npm test' })
    .result('t1', { stdout: 'ok', stderr: '' })
    .call('t2', 'TodoWrite', { todos: [] })
    .result('t2', {})
    .call('t3', 'Read', { file_path: '/nope' })
    .fails('t3', '<tool_use_error>File does not exist.</tool_use_error>')
    .says('Mended.');
}
