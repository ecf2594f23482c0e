// Matches what a transcript contains with what hooks reported.
import { describe, expect, it } from 'vitest';
import { bash, payload, prompt, TranscriptFixture } from '../../test/helpers/payloads.ts';
import { announce, aTurn, bench, session, useTranscriptBench } from '../../test/helpers/transcript-bench.ts';

useTranscriptBench();

describe('matching with hooks', () => {
  it('a call and a prompt seen by both are one event, and get the branch from the transcript', async () => {
    announce();
    bench.take(prompt(session, 'mend the parser', { prompt_id: 'p1' }));
    bench.take(bash(session, 'npm test', 'ok', { tool_use_id: 't1', prompt_id: 'p1' }));
    aTurn().write();
    expect((await bench.read(session.sessionId)).added).toBe(3);
    expect(bench.prompts(session.sessionId)).toHaveLength(1);
    const call = bench.events(session.sessionId).filter((e) => e.toolUseId === 't1');
    expect(call).toMatchObject([{ source: 'hook', branch: 'main', promptNumber: 1 }]);
  });

  it('works without any prompt IDs, by text and order', async () => {
    const old = new TranscriptFixture(session, { promptIds: false })
      .user('yes')
      .says('A')
      .user('no')
      .says('B')
      .user('yes')
      .write();
    announce();
    bench.take(payload(session, 'UserPromptSubmit', { prompt: 'yes' }));
    await bench.read(session.sessionId);
    // The hook of `no` never ran; that of the second `yes` comes late.
    bench.take(payload(session, 'UserPromptSubmit', { prompt: 'yes' }));
    expect(bench.prompts(session.sessionId).map((p) => p.text)).toEqual(['yes', 'no', 'yes']);
    old.user('no').write();
    await bench.read(session.sessionId);
    expect(bench.prompts(session.sessionId).map((p) => p.text)).toEqual(['yes', 'no', 'yes', 'no']);
  });

  it('a missed prompt gets its number before the next one', async () => {
    announce();
    aTurn().write();
    await bench.takeInOrder(prompt(session, 'and now the lexer'));
    expect(bench.prompts(session.sessionId).map((p) => p.text)).toEqual(['mend the parser', 'and now the lexer']);
  });

  it('handles thousands of equal prompts and calls without IDs one by one', async () => {
    announce();
    for (let i = 0; i < 2000; i += 1) {
      bench.take(payload(session, 'UserPromptSubmit', { prompt: 'continue' }));
      bench.take({ ...bash(session, 'same', 'ok'), tool_use_id: undefined });
    }
    expect(bench.prompts(session.sessionId)).toHaveLength(2000);
    expect(bench.events(session.sessionId).filter((e) => e.toolName)).toHaveLength(2000);
  });

  it('hooks without call IDs and a transcript with them report the same call', async () => {
    announce();
    const call = (command: string) => ({
      ...bash(session, command, 'ok', { prompt_id: 'p1' }),
      tool_use_id: undefined,
    });
    bench.take(prompt(session, 'go', { prompt_id: 'p1' }));
    bench.take(call('one'));
    bench.take(call('one'));
    const transcript = new TranscriptFixture(session).user('go', 'p1');
    for (const [id, command] of [
      ['t1', 'one'],
      ['t2', 'one'],
      ['t3', 'two'],
    ] as const) {
      transcript.call(id, 'Bash', { command, description: 'run it' }).result(id, { stdout: 'ok' });
    }
    transcript.write();
    await bench.read(session.sessionId);
    bench.take(call('two'));
    const calls = bench.events(session.sessionId).filter((e) => e.toolName);
    expect(calls.map((e) => e.toolUseId).sort()).toEqual(['t1', 't2', 't3']);
    bench.take(call('two'));
    expect(bench.events(session.sessionId).filter((e) => e.toolName)).toHaveLength(4);
  });

  it('an event that arrived before its prompt moves to it', async () => {
    announce();
    bench.take(prompt(session, 'one', { prompt_id: 'p1' }));
    bench.take(bash(session, 'x', 'y', { tool_use_id: 't1', prompt_id: 'p2' }));
    bench.take(prompt(session, 'two', { prompt_id: 'p2' }));
    expect(bench.events(session.sessionId).find((e) => e.toolUseId === 't1')?.promptNumber).toBe(2);
  });

  it('the same text with an ID on only one side must be from the same time', async () => {
    announce();
    new TranscriptFixture(session, { promptIds: false }).user('continue').write();
    await bench.read(session.sessionId);
    bench.take(prompt(session, 'continue', { prompt_id: 'p9' }));
    expect(bench.prompts(session.sessionId).map((p) => p.prompt_id)).toEqual([null, 'p9']);
  });

  it('an event before the first prompt belongs to none', async () => {
    aTurn().write();
    bench.clock.now = Date.parse('2026-03-02T08:00:00Z');
    await bench.takeInOrder(payload(session, 'PreCompact', { trigger: 'auto' }));
    await bench.read(session.sessionId);
    bench.take(payload(session, 'PreCompact', { trigger: 'manual' }));
    expect(
      bench
        .events(session.sessionId)
        .filter((e) => e.kind === 'pre_compact')
        .map((e) => e.promptNumber),
    ).toEqual([null, null]);
  });
});
