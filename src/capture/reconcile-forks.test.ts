// Private turns and forks, which copy the history of their parent.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  bash,
  fixtureSession,
  payload,
  prompt,
  type SessionFixture,
  stop,
  TranscriptFixture,
} from '../../test/helpers/payloads.ts';
import { announce, aTurn, bench, recorded, session, useTranscriptBench } from '../../test/helpers/transcript-bench.ts';
import { findSession } from '../store/ledger/sessions.ts';

useTranscriptBench();

describe('private turns in the transcript', () => {
  it('copies of them are not stored, with or without the hook', async () => {
    announce();
    const transcript = new TranscriptFixture(session)
      .user('<private>the plan</private>', 'p1')
      .says('the plan it is')
      .call('t1', 'Bash', { command: 'the plan' })
      .result('t1', { stdout: 'the plan' })
      .user('open', 'p2')
      .call('t2', 'Bash', { command: 'open <private>the plan</private>' })
      .result('t2', { stdout: 'fine' })
      .says('open <private>the plan</private>!');
    transcript.write();
    await bench.read(session.sessionId);
    expect(bench.prompts(session.sessionId).map((p) => [p.number, p.text])).toEqual([[1, 'open']]);
    expect(JSON.stringify(bench.events(session.sessionId))).not.toContain('the plan');
    expect(
      bench
        .events(session.sessionId)
        .filter((e) => e.toolUseId)
        .map((e) => e.toolUseId),
    ).toEqual(['t2']);
  });

  it('without prompt IDs, what arrived before is deleted, and nothing else', async () => {
    const old = new TranscriptFixture(session, { promptIds: false });
    old.user('open').user('<private>the plan</private>').says('x').user('open again').write();
    const [, secret, , open] = old.records as { timestamp: string }[];
    announce();
    const at = (record: { timestamp: string } | undefined, ms: number) => ({
      at: Date.parse(record?.timestamp ?? '') + ms,
    });
    bench.take({ ...bash(session, 'before', 'x'), tool_use_id: 'b' }, at(secret, -500));
    bench.take({ ...bash(session, 'the plan', 'x'), tool_use_id: 'p' }, at(secret, 100));
    bench.take(stop(session, 'the plan'), at(secret, 200));
    bench.take({ ...bash(session, 'after', 'x'), tool_use_id: 'a' }, at(open, 100));
    await bench.read(session.sessionId);
    expect(JSON.stringify(bench.events(session.sessionId))).not.toContain('the plan');
    expect(
      bench
        .events(session.sessionId)
        .filter((e) => e.toolUseId)
        .map((e) => e.toolUseId),
    ).toEqual(['b', 'a']);
  });

  it('an event of an unknown prompt waits for the transcript, which shows that it is private', async () => {
    // Node could not run for the prompt's hook; the tool's hook is sh and ran.
    new TranscriptFixture(session).user('<private>the plan</private>', 'p1').write();
    const answer = await bench.takeInOrder(bash(session, 'the plan', 'x', { prompt_id: 'p1' }));
    expect(answer.result).toBe('private');
    expect(JSON.stringify(bench.events(session.sessionId))).not.toContain('the plan');
  });
});

describe('forks', () => {
  const forkOf = (parent: TranscriptFixture): { fork: SessionFixture; transcript: TranscriptFixture } => {
    const fork = fixtureSession(session.cwd, join(bench.store.folder, 'projects', 'fork.jsonl'));
    const transcript = new TranscriptFixture(fork);
    // The client copies records with their UUIDs and times, and gives them all the ID of the fork's first prompt.
    for (const record of parent.records as Record<string, unknown>[]) {
      transcript.records.push({
        ...record,
        sessionId: fork.sessionId,
        ...('promptId' in record ? { promptId: 'f1' } : {}),
      });
    }
    return { fork, transcript };
  };

  it("do not record their parent's history again", async () => {
    announce();
    const parent = aTurn().write();
    await bench.read(session.sessionId);
    const before = recorded();
    const { fork, transcript } = forkOf(parent);
    bench.take(payload(fork, 'SessionStart', { source: 'fork' }));
    bench.take(prompt(fork, 'another way', { prompt_id: 'f1' }));
    transcript.user('another way', 'f1').call('f-t1', 'Bash', {}).result('f-t1', 'z').write();
    await bench.read(fork.sessionId);
    expect(recorded()).toEqual(before);
    expect(bench.prompts(fork.sessionId).map((p) => [p.number, p.text])).toEqual([[1, 'another way']]);
    expect(
      bench
        .events(fork.sessionId)
        .filter((e) => e.toolUseId)
        .map((e) => e.toolUseId),
    ).toEqual(['f-t1']);
    expect(findSession(bench.store.db, fork.sessionId)?.parentId).toBe(session.sessionId);
  });

  it('do not record calls again that only hooks reported in their parent', async () => {
    announce();
    const parent = new TranscriptFixture(session).user('mend the parser', 'p1').write();
    await bench.read(session.sessionId);
    // The rest of the parent's transcript is never read: it was moved away.
    bench.take(bash(session, 'npm test', 'ok', { tool_use_id: 't1', prompt_id: 'p1' }));
    parent.call('t1', 'Bash', { command: 'npm test' }).result('t1', { stdout: 'ok', stderr: '' });
    const { fork, transcript } = forkOf(parent);
    bench.take(payload(fork, 'SessionStart', { source: 'fork' }));
    transcript.user('another way', 'f1').call('f-t1', 'Bash', {}).result('f-t1', 'z').write();
    await bench.read(fork.sessionId);
    expect(bench.events(fork.sessionId).flatMap((e) => e.toolUseId ?? [])).toEqual(['f-t1']);
    expect(bench.events(session.sessionId).flatMap((e) => e.toolUseId ?? [])).toEqual(['t1']);
  });

  it('keep what follows a private prompt of their parent private', async () => {
    announce();
    const parent = new TranscriptFixture(session).user('<private>the plan</private>', 'p1').write();
    await bench.read(session.sessionId);
    parent.says('the plan it is').call('t1', 'Bash', { command: 'the plan' }).result('t1', 'x');
    const { fork, transcript } = forkOf(parent);
    bench.take(payload(fork, 'SessionStart', { source: 'fork' }));
    transcript.user('open', 'f1').says('fine').write();
    await bench.read(fork.sessionId);
    expect(JSON.stringify(bench.events(fork.sessionId))).not.toContain('the plan');
    expect(bench.prompts(fork.sessionId).map((p) => p.text)).toEqual(['open']);
  });

  it('of forks know which one they come from', async () => {
    announce();
    const parent = aTurn().write();
    await bench.read(session.sessionId);
    const first = forkOf(parent);
    bench.take(payload(first.fork, 'SessionStart', { source: 'fork' }));
    first.transcript.user('another way', 'f1').says('ok').write();
    await bench.read(first.fork.sessionId);
    const second = fixtureSession(session.cwd, join(bench.store.folder, 'projects', 'second.jsonl'));
    const copy = new TranscriptFixture(second);
    copy.records.push(
      ...(first.transcript.records as Record<string, unknown>[]).map((r) => ({ ...r, sessionId: second.sessionId })),
    );
    bench.take(payload(second, 'SessionStart', { source: 'fork' }));
    copy.user('a third way', 'g1').write();
    await bench.read(second.sessionId);
    expect(findSession(bench.store.db, second.sessionId)?.parentId).toBe(first.fork.sessionId);
  });

  it('with the same ID for an open and a private prompt keep the events of the open one', async () => {
    const fork = fixtureSession(session.cwd, join(bench.store.folder, 'projects', 'fork.jsonl'));
    const transcript = new TranscriptFixture(fork)
      .user('open', 'f1')
      .call('o1', 'Bash', { command: 'open' })
      .result('o1', 'x')
      .user('<private>the plan</private>', 'f1')
      .call('s1', 'Bash', { command: 'the plan' })
      .result('s1', 'x');
    bench.take(payload(fork, 'SessionStart', { source: 'fork' }));
    transcript.write();
    await bench.read(fork.sessionId);
    expect(
      bench
        .events(fork.sessionId)
        .filter((e) => e.kind !== 'session_start')
        .map((e) => e.toolUseId ?? e.kind),
    ).toEqual(['prompt', 'o1']);
  });

  it('of an unknown parent are recorded completely, with each prompt on its own', async () => {
    const { fork, transcript } = forkOf(aTurn().user('second', 'p2').says('ok'));
    bench.take(payload(fork, 'SessionStart', { source: 'fork' }));
    bench.take(prompt(fork, 'another way', { prompt_id: 'f1' }));
    transcript.user('another way', 'f1').write();
    await bench.read(fork.sessionId);
    expect(
      bench
        .prompts(fork.sessionId)
        .map((p) => p.text)
        .sort(),
    ).toEqual(['another way', 'mend the parser', 'second']);
  });
});
