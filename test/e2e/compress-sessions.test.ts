// Sessions that do not go by the book: no Stop, no prompt, two at once, silence, and coming back after days.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useCompressBench } from '../helpers/compress-bench.ts';
import { bash, fixtureSession, payload, prompt, type SessionFixture, stop } from '../helpers/payloads.ts';
import { waitFor } from '../helpers/scratch.ts';
import { sendAt, sendTurn } from '../helpers/turns.ts';

const bench = useCompressBench();
const { query, jobs, observations, allDone } = bench;

/** As a hook would have written it, that many hours ago. */
const send = (body: Record<string, unknown>, hoursAgo = 0) =>
  sendAt(bench.scratch, bench.session.cwd, body, Date.now() - hoursAgo * 3600_000);
const edit = (session: SessionFixture, part: number) => {
  const file = `${session.cwd}/src/part-${part}.ts`;
  return payload(session, 'PostToolUse', {
    tool_name: 'Edit',
    tool_use_id: `edit-${session.sessionId}-${part}`,
    tool_input: { file_path: file, old_string: 'a', new_string: `part${part}` },
    tool_response: { filePath: file, oldString: 'a', newString: `part${part}`, originalFile: 'a' },
  });
};
const sessions = () =>
  query<{ status: string; title: string | null }>('select status, title from sessions order by started_at');
const summaries = () =>
  query<{ n: number | null; request: string | null }>('select prompt_number as n, request from summaries order by id');

describe('sessions that do not go by the book', () => {
  it('SessionEnd without Stop: what is left is compressed', async () => {
    send(prompt(bench.session, 'Add part 1 to the shop'));
    send(edit(bench.session, 1));
    send(payload(bench.session, 'SessionEnd', { reason: 'other' }));
    await bench.scratch.cli(['worker', 'start']);
    await allDone(1);
    expect(observations()).toMatchObject([{ title: 'Add part 1 to the shop', n: 1 }]);
    expect(sessions()).toEqual([{ status: 'completed', title: 'Add part 1 to the shop' }]);
  });

  it('Stop before any prompt: a job with an outcome, and no error', async () => {
    send(stop(bench.session, 'I am ready.'));
    await bench.scratch.cli(['worker', 'start']);
    await waitFor(() => jobs().length > 0 && jobs().every((job) => job.state === 'done'), 'the job to be done');
    expect(query('select outcome, prompt_number as n, last_error as error from jobs')).toEqual([
      { outcome: 'memories', n: null, error: null },
    ]);
    expect(observations()).toEqual([]);
    expect(summaries()).toEqual([{ n: null, request: null }]);
    // The session goes on as any other.
    sendTurn(bench.scratch, bench.session, 1, 2);
    await allDone(2);
    expect(summaries().map(({ n }) => n)).toEqual([null, 1]);
    expect((await bench.scratch.status()).problems).toEqual([]);
    expect(readFileSync(bench.scratch.paths.workerLog, 'utf8')).not.toContain('a job failed');
  });

  it('two sessions of one project at once do not mix', async () => {
    const other = fixtureSession(bench.session.cwd);
    const both = [bench.session, other];
    for (const [i, session] of both.entries()) send(prompt(session, `Add part ${i + 1} to the shop`));
    for (let step = 0; step < 4; step += 1) for (const session of both) send(bash(session, `step ${step}`, 'ok'));
    for (const [i, session] of both.entries()) send(edit(session, i + 1));
    for (const [i, session] of both.entries())
      send(stop(session, `I added part ${i + 1} of the shop, in its own file.`));
    await bench.scratch.cli(['worker', 'start']);
    await allDone(2);
    const rows = query<{ s: string; title: string; files: string }>(
      'select session_id as s, title, files_modified as files from observations',
    );
    expect(rows.sort((x, y) => x.title.localeCompare(y.title))).toEqual(
      both.map((session, i) => ({
        s: session.sessionId,
        title: `Add part ${i + 1} of the shop, in its own file`,
        files: JSON.stringify([`${session.cwd}/src/part-${i + 1}.ts`]),
      })),
    );
    expect(query('select count(distinct project_id) as projects from sessions')).toEqual([{ projects: 1 }]);
  });

  it('resumed after days: the session goes on, and what was compressed stays as it is', async () => {
    const daysAgo = 5 * 24;
    send(prompt(bench.session, 'Add part 1 to the shop', { prompt_id: 'p1' }), daysAgo);
    send({ ...edit(bench.session, 1), prompt_id: 'p1' }, daysAgo - 0.1);
    send(stop(bench.session, 'I added part 1 of the shop, in its own file.', { prompt_id: 'p1' }), daysAgo - 0.2);
    send(payload(bench.session, 'SessionEnd', { reason: 'prompt_input_exit' }), daysAgo - 0.3);
    await bench.scratch.cli(['worker', 'start']);
    await allDone(1);
    const first = query('select * from observations');
    expect(sessions()).toMatchObject([{ status: 'completed' }]);
    send(payload(bench.session, 'SessionStart', { source: 'resume' }));
    sendTurn(bench.scratch, bench.session, 2, 3);
    await allDone(2);
    expect(sessions()).toMatchObject([{ status: 'active', title: 'Add part 1 of the shop, in its own file' }]);
    expect(observations().map(({ n }) => n)).toEqual([1, 2]);
    expect(query('select * from observations where prompt_number = 1')).toEqual(first);
    expect(query<{ prompts: number }>('select prompt_count as prompts from sessions')).toEqual([{ prompts: 2 }]);
  });

  it('silent for a day: interrupted, and its leftovers are compressed', async () => {
    send(prompt(bench.session, 'Add part 1 to the shop'), 30);
    send(edit(bench.session, 1), 29);
    await bench.scratch.cli(['worker', 'start']);
    await allDone(1);
    expect(sessions()).toEqual([{ status: 'interrupted', title: 'Add part 1 to the shop' }]);
    expect(observations()).toMatchObject([{ title: 'Add part 1 to the shop', n: 1 }]);
    // Another one, which is not silent yet, waits for its Stop.
    const awake = fixtureSession(bench.session.cwd);
    send(prompt(awake, 'Add part 2 to the shop'));
    send(edit(awake, 2));
    await waitFor(() => jobs().some((job) => job.state === 'waiting'), 'the other session');
    await bench.scratch.cli(['worker', 'restart']);
    expect(jobs()).toMatchObject([{ state: 'done' }, { state: 'waiting' }]);
    expect(sessions()).toMatchObject([{ status: 'interrupted' }, { status: 'active' }]);
  });
});
