// The host's own words: titles, recaps, compactions, plans, task lists, choices, pull requests, words of a rejection.
import { describe, expect, it } from 'vitest';
import { TranscriptFixture } from '../../test/helpers/payloads.ts';
import { announce, bench, session, useTranscriptBench } from '../../test/helpers/transcript-bench.ts';

useTranscriptBench();

const line = (record: object) => `${JSON.stringify(record)}\n`;
const notes = () =>
  bench
    .events(session.sessionId)
    .filter(({ kind }) => kind === 'note')
    .map(({ body, promptNumber }) => [body?.['note'], body?.['text'], promptNumber]);
const named = () => {
  const row = bench.store.db.prepare('select title, title_by from sessions').get() as {
    title: string;
    title_by: string;
  };
  return [row.title, row.title_by];
};

async function readAll(transcript: TranscriptFixture) {
  transcript.write();
  announce();
  await bench.read(session.sessionId);
}

describe('the host’s own words', () => {
  it('are notes of the session, once each', async () => {
    const transcript = new TranscriptFixture(session)
      .user('Speed up the export', 'p1')
      .says('It streams now.')
      .raw(line({ type: 'ai-title', aiTitle: 'Stream the export', sessionId: session.sessionId }))
      .push('system', { subtype: 'away_summary', content: 'The export streams. Next: measure it.' })
      .push('system', { subtype: 'turn_duration', content: 'not a note' })
      .raw(line({ type: 'pr-link', prUrl: 'https://github.com/o/r/pull/7', sessionId: session.sessionId }));
    await readAll(transcript);
    await bench.read(session.sessionId);
    expect(notes().sort()).toEqual([
      ['pull-request', 'https://github.com/o/r/pull/7', 1],
      ['recap', 'The export streams. Next: measure it.', 1],
      ['title', 'Stream the export', 1],
    ]);
    expect(named()).toEqual(['Stream the export', 'host']);
  });

  it('the user’s title stays, the host revises its own', async () => {
    const transcript = new TranscriptFixture(session)
      .user('Speed up the export', 'p1')
      .raw(line({ type: 'ai-title', aiTitle: 'First', sessionId: session.sessionId }))
      .raw(line({ type: 'ai-title', aiTitle: 'Second', sessionId: session.sessionId }));
    await readAll(transcript);
    expect(named()).toEqual(['Second', 'host']);
    transcript
      .raw(line({ type: 'custom-title', customTitle: 'Mine', sessionId: session.sessionId }))
      .raw(line({ type: 'ai-title', aiTitle: 'Third', sessionId: session.sessionId }))
      .write();
    await bench.read(session.sessionId);
    expect(named()).toEqual(['Mine', 'user']);
  });

  it('an older client’s summary belongs to the session of the record that it names', async () => {
    await readAll(
      new TranscriptFixture(session)
        .raw(line({ type: 'summary', summary: 'Another session', leafUuid: 'somewhere-else' }))
        .user('Speed up the export', 'p1'),
    );
    expect(notes()).toEqual([]);
  });

  it('plans, task lists and answers are notes instead of calls; private text and secrets are removed', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    await readAll(
      new TranscriptFixture(session)
        .user('Plan it', 'p1')
        .call('t1', 'ExitPlanMode', { plan: `# Stream the export\n<private>hush</private> with ${token}` })
        .result('t1', {})
        .call('t2', 'TaskCreate', { subject: 'Measure the export', description: 'x' })
        .result('t2', {})
        .call('t3', 'TodoWrite', { todos: [{ content: 'One', status: 'pending' }, { content: 'Two' }] })
        .result('t3', {})
        .call('t4', 'AskUserQuestion', { questions: [] })
        .result('t4', { answers: { 'Which format?': 'Parquet' } })
        .call('t5', 'TodoWrite', { todos: [] })
        .result('t5', {}),
    );
    expect(notes().map(([kind, text]) => [kind, text])).toEqual([
      ['plan', '# Stream the export\n with [redacted:github-token]'],
      ['tasks', 'Measure the export'],
      ['tasks', 'One\nTwo'],
      ['choice', 'Which format? → Parquet'],
    ]);
    expect(bench.events(session.sessionId).filter(({ kind }) => kind === 'tool')).toEqual([]);
  });

  it('a compaction keeps what it summed up, and starts no turn', async () => {
    await readAll(
      new TranscriptFixture(session).user('Speed up the export', 'p1').push('user', {
        isCompactSummary: true,
        message: {
          role: 'user',
          content:
            'This session is being continued from a previous conversation that ran out of context.\n\n<analysis>x</analysis>\n<summary>The export streams.</summary>',
        },
      }),
    );
    expect(notes()).toEqual([['compaction', 'The export streams.', 1]]);
    expect(bench.prompts(session.sessionId)).toHaveLength(1);
  });

  it('what the user wrote when rejecting a call is kept with it', async () => {
    const rejected = (words: string) =>
      `The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). ${words}`;
    await readAll(
      new TranscriptFixture(session)
        .user('Change it', 'p1')
        .call('t1', 'Edit', { file_path: '/a' })
        .fails('t1', rejected('To tell you how to proceed, the user said:\nuse a switch instead'))
        .call('t2', 'Edit', { file_path: '/b' })
        .fails('t2', rejected('STOP what you are doing and wait for the user to tell you how to proceed.')),
    );
    const failed = bench.events(session.sessionId).filter(({ kind }) => kind === 'tool_failure');
    expect(failed.map(({ body }) => body?.['rejection'])).toEqual(['use a switch instead', undefined]);
  });
});
