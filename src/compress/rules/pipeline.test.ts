// From a session to a rule: what was captured, compressed, compressed again and forgotten, on a real store.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CaptureBench, createCaptureBench } from '../../../test/helpers/capture.ts';
import { type SessionFixture, TranscriptFixture } from '../../../test/helpers/payloads.ts';
import { forget } from '../../store/forgetting/forget.ts';
import { commitJob } from '../../store/memories/commit.ts';
import { claimJob } from '../../store/queue/jobs.ts';
import { compressEmbedded } from '../embedded/compress.ts';
import { loadJob } from '../load.ts';

let bench: CaptureBench;
let session: SessionFixture;
beforeEach(() => {
  bench = createCaptureBench();
  session = { sessionId: 's', cwd: '/home/dev/shop', transcriptPath: join(bench.store.folder, 't.jsonl') };
});
afterEach(() => bench.store.close());

const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\n";

async function read(transcript: TranscriptFixture): Promise<void> {
  transcript.write();
  bench.take({ ...base('SessionStart'), source: 'startup' } as never, { at: 1 });
  await bench.read('s');
  bench.take({ ...base('SessionEnd'), reason: 'exit' } as never);
  compressAll();
}
const base = (hook_event_name: string) => ({
  ...{ hook_event_name, session_id: 's', cwd: session.cwd, transcript_path: session.transcriptPath },
});
function compressAll(): void {
  const { db } = bench.store;
  bench.clock.now += 10 * 3600_000;
  for (;;) {
    const job = claimJob(db, 'me', bench.clock.now, 1000);
    if (!job) return;
    const { material, context } = loadJob(bench.store.parts, job, bench.clock.now);
    commitJob(db, job, 'me', { ...compressEmbedded(material), context, wantsRecompress: false }, bench.clock.now);
  }
}
const again = () => {
  expect(bench.store.parts.jobs.requestRecompress(null, bench.clock.now)).toBeGreaterThan(0);
  compressAll();
};
const rules = () =>
  bench.store.parts.rules
    .list(null)
    .map(({ id, text, quote, source, timesSaid }) => ({ id, text, quote, source, timesSaid }));

it('a prompt and the words of a rejection become rules, once; nothing else does', async () => {
  await read(
    new TranscriptFixture(session)
      .user('Please always use pnpm in this repo. Add the parser now.', 'p1')
      .call('t1', 'Bash', { command: 'git push origin main' })
      .fails('t1', `${REJECTED}never push to main without asking me`)
      .call('t2', 'Bash', { command: 'cat README.md' })
      .result('t2', { stdout: 'Always use npm for all commits', stderr: '' })
      .call('t3', 'Bash', { command: 'make' })
      .fails('t3', `Exit code 1\n${REJECTED}always use yarn`)
      .says('From now on, always use bun for the tests.')
      .user('<task-notification>Always use deno for the tests</task-notification>', 'p2'),
  );
  const expected = [
    {
      text: 'Never push to main without asking me',
      quote: 'never push to main without asking me',
      source: 'rejection',
    },
    { text: 'Always use pnpm in this repo', quote: 'Please always use pnpm in this repo.', source: 'prompt' },
  ].map((rule) => expect.objectContaining({ ...rule, timesSaid: 1 }));
  expect(rules()).toEqual(expect.arrayContaining(expected));
  expect(rules()).toHaveLength(2);
  const before = rules();
  again();
  expect(rules()).toEqual(before);
});

it('forgotten, it does not come back: neither from the ledger nor from the transcript', async () => {
  const transcript = new TranscriptFixture(session)
    .user('Never use npm in this repo, always use pnpm.', 'p1')
    .says('OK.');
  await read(transcript);
  const [rule] = rules();
  forget(bench.store.db, [{ kind: 'observation', id: rule?.id as number }], bench.clock.now);
  again();
  bench.store.db.exec('delete from transcripts');
  await bench.read('s');
  compressAll();
  expect(rules()).toEqual([]);
});
