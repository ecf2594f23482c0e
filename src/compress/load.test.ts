// What a job's memories are made of, from hooks and a transcript that is read later, on a real store.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CaptureBench, createCaptureBench } from '../../test/helpers/capture.ts';
import { bash, prompt, type SessionFixture, stop, TranscriptFixture } from '../../test/helpers/payloads.ts';
import { commitJob } from '../store/memories/commit.ts';
import { claimJob } from '../store/queue/jobs.ts';
import { compressEmbedded } from './embedded/compress.ts';
import { loadJob } from './load.ts';

let bench: CaptureBench;
let session: SessionFixture;
beforeEach(() => {
  bench = createCaptureBench();
  session = { sessionId: 's', cwd: '/home/dev/shop', transcriptPath: join(bench.store.folder, 't.jsonl') };
});
afterEach(() => {
  bench.store.close();
  rmSync(session.transcriptPath as string, { force: true });
});

/** As the worker does it, until nothing is due. */
async function compressAll(): Promise<void> {
  const { db } = bench.store;
  for (;;) {
    const job = claimJob(db, 'me', bench.clock.now, 1000);
    if (!job) return;
    const { material, context } = loadJob(bench.store.parts, job, bench.clock.now);
    const result = { ...compressEmbedded(material), context, wantsRecompress: false };
    commitJob(db, job, 'me', result, bench.clock.now);
  }
}
const rows = (table: string) =>
  bench.store.db.prepare(`select prompt_number as n, branch from ${table} order by id`).all() as {
    n: number;
    branch: string | null;
  }[];
const edit = (id: string, prompt_id: string) =>
  bash(session, 'x', 'y', {
    prompt_id,
    tool_use_id: id,
    tool_name: 'Edit',
    tool_input: { file_path: `/home/dev/shop/${id}.ts`, old_string: 'a', new_string: `const ${id} = 1;` },
    tool_response: { filePath: `/home/dev/shop/${id}.ts` },
  });
const now = () => ({ timestamp: new Date(bench.clock.now).toISOString() });

it('each turn has the branch that it was on, whatever the session was on before and after', async () => {
  const transcript = new TranscriptFixture(session);
  const turn = async (n: number, branch: string) => {
    const on = (extra = {}) => ({ gitBranch: branch, ...now(), ...extra });
    bench.take(prompt(session, `Change part ${n} of the shop`, { prompt_id: `p${n}` }));
    transcript.user(`Change part ${n} of the shop`, `p${n}`, on());
    bench.take(edit(`part${n}`, `p${n}`));
    transcript.call(`part${n}`, 'Edit', {}, on()).result(`part${n}`, {}, on());
    bench.take(stop(session, `I changed part ${n} of the shop, as it was asked for.`, { prompt_id: `p${n}` }));
    transcript.says(`I changed part ${n} of the shop, as it was asked for.`, on()).write();
    await bench.read('s');
    await compressAll();
  };
  await turn(1, 'main');
  await turn(2, 'login');
  await turn(3, 'HEAD');
  await turn(4, 'main');
  const branches = [
    { n: 1, branch: 'main' },
    { n: 2, branch: 'login' },
    // Detached: there is no branch.
    { n: 3, branch: null },
    { n: 4, branch: 'main' },
  ];
  expect(rows('summaries')).toEqual(branches);
  expect(rows('observations')).toEqual(branches);
});

it('a piece of a long turn gives nothing; the end of the turn tells of all of it, on the branch where it ended', async () => {
  bench.take(prompt(session, 'Change the shop', { prompt_id: 'p1' }));
  for (let i = 0; i < 60; i += 1) bench.take(edit(`part${i}`, 'p1'));
  await compressAll();
  expect(rows('observations')).toEqual([]);
  const transcript = new TranscriptFixture(session);
  for (let i = 0; i < 60; i += 1)
    transcript.call(`part${i}`, 'Edit', {}, { gitBranch: i < 58 ? 'main' : 'login' }).result(`part${i}`, {});
  bench.take(stop(session, 'I changed all sixty parts of the shop.', { prompt_id: 'p1' }));
  transcript.says('I changed all sixty parts of the shop.', { gitBranch: 'later', ...now() }).write();
  await bench.read('s');
  await compressAll();
  expect(rows('observations')).toEqual([{ n: 1, branch: 'later' }]);
  expect(rows('summaries')).toEqual([{ n: 1, branch: 'later' }]);
});

it('a subagent in a worktree of its own does not move its turn there', async () => {
  const transcript = new TranscriptFixture(session);
  bench.take(prompt(session, 'Change the shop', { prompt_id: 'p1' }));
  bench.take(edit('own', 'p1'));
  transcript.call('own', 'Edit', {}, { gitBranch: 'main' }).result('own', {}).write();
  bench.take({ ...edit('agents', 'p1'), agent_id: 'a1', agent_type: 'general' });
  bench.take(stop(session, 'I had the shop changed by an agent.', { prompt_id: 'p1' }));
  await bench.read('s');
  bench.store.db.exec("update events set branch = 'worktree-a1' where tool_use_id = 'agents'");
  await compressAll();
  expect(rows('summaries')).toEqual([{ n: 1, branch: 'main' }]);
});

it('what came before its prompt is compressed with it, and not with the turn before', async () => {
  bench.take(prompt(session, 'Change part one', { prompt_id: 'p1' }));
  bench.take(edit('one', 'p1'));
  bench.take(edit('two', 'p2'));
  bench.take(prompt(session, 'Change part two', { prompt_id: 'p2' }));
  bench.take(stop(session, 'Both parts of the shop are changed.', { prompt_id: 'p2' }));
  await compressAll();
  const made = bench.store.db
    .prepare('select prompt_number as n, files_modified as files from observations order by id')
    .all();
  expect(made).toEqual([
    { n: 1, files: '["/home/dev/shop/one.ts"]' },
    { n: 2, files: '["/home/dev/shop/two.ts"]' },
  ]);
});
