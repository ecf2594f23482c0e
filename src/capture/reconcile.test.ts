// Reads a transcript from where it stopped, and adds what the hooks missed.
import { appendFileSync, mkdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bash, stop, TranscriptFixture } from '../../test/helpers/payloads.ts';
import { announce, aTurn, bench, recorded, session, useTranscriptBench } from '../../test/helpers/transcript-bench.ts';
import { loadCursor } from '../store/ledger/transcripts.ts';

useTranscriptBench();

describe('reading a transcript', () => {
  it('adds what the hooks missed, once, with branch and turn', async () => {
    aTurn().write();
    announce();
    await bench.read(session.sessionId);
    const expected = [
      ['prompt', 1, 'mend the parser'],
      ['message', 1, 'I will look.'],
      ['tool', 1, 't1'],
      ['tool_failure', 1, 't3'],
      ['message', 1, 'Mended.'],
      ['session_start', null, undefined],
    ];
    expect(recorded()).toEqual(expected);
    const failed = bench.events(session.sessionId).find((e) => e.toolUseId === 't3');
    expect(failed?.body).toEqual({ input: { file_path: '/nope' }, error: 'File does not exist.' });
    expect(failed?.branch).toBe('main');
    expect((await bench.read(session.sessionId)).added).toBe(0);
    expect(recorded()).toEqual(expected);
  });

  it('resumes where it stopped, with complete lines only', async () => {
    const transcript = aTurn();
    announce();
    const whole = transcript.text();
    const cut = whole.indexOf('"t1"') + 2;
    mkdirSync(dirname(session.transcriptPath as string), { recursive: true });
    writeFileSync(session.transcriptPath as string, whole.slice(0, cut));
    await bench.read(session.sessionId, 'nothing');
    expect(recorded()).toHaveLength(3);
    appendFileSync(session.transcriptPath as string, whole.slice(cut));
    await bench.read(session.sessionId, 'nothing');
    expect(recorded()).toHaveLength(6);
  });

  it('takes a last line without a line break if it is complete', async () => {
    aTurn().write();
    truncateSync(session.transcriptPath as string, readFileSync(session.transcriptPath as string).length - 1);
    announce();
    await bench.read(session.sessionId);
    expect(recorded().filter(([kind]) => kind === 'message')).toHaveLength(2);
    appendFileSync(session.transcriptPath as string, '\n');
    appendFileSync(session.transcriptPath as string, new TranscriptFixture(session).user('more').text());
    await bench.read(session.sessionId);
    expect(bench.prompts(session.sessionId).map((p) => p.text)).toEqual(['mend the parser', 'more']);
  });

  it('rereads a truncated or rewritten file from its start, without duplicates', async () => {
    const transcript = aTurn().write();
    announce();
    await bench.read(session.sessionId);
    const before = recorded();
    const shorter = new TranscriptFixture(session);
    shorter.records.push(...transcript.records.slice(0, 4));
    shorter.call('t9', 'Bash', { command: 'new' }).result('t9', { stdout: '' }).write();
    await bench.read(session.sessionId);
    expect(recorded().filter(([, , what]) => what !== 't9')).toEqual(before);
    expect(recorded()).toHaveLength(before.length + 1);

    // Same length, different content.
    const text = readFileSync(session.transcriptPath as string, 'utf8');
    writeFileSync(session.transcriptPath as string, text.replaceAll('t9', 't8'));
    await bench.read(session.sessionId);
    expect(recorded().filter(([, , what]) => what === 't8')).toHaveLength(1);
    expect(recorded()).toHaveLength(before.length + 2);
  });

  it('recovers two records on one line and a complete one after a damaged one, and counts what it cannot read', async () => {
    const a = new TranscriptFixture(session).call('t1', 'Bash', { command: 'a "{\\"' }).result('t1', 'x');
    const [first, second] = a.records.map((r) => JSON.stringify(r));
    const b = new TranscriptFixture(session)
      .call('t2', 'Bash', {})
      .result('t2', 'y')
      .records.map((r) => JSON.stringify(r));
    new TranscriptFixture(session)
      .raw(`${first}${second}`)
      .raw(`${b[0]?.slice(0, 80)}${b[0]}`)
      .raw(b[1] as string)
      .raw('not JSON at all')
      .raw('{"type":"summary","summary":"x"}{"type":')
      .raw('"just a string"')
      .raw('')
      .write();
    announce();
    const { unreadable } = await bench.read(session.sessionId);
    expect(
      bench
        .events(session.sessionId)
        .filter((e) => e.kind === 'tool')
        .map((e) => e.toolUseId),
    ).toEqual(['t1', 't2']);
    expect(unreadable).toBe(4);
    expect(loadCursor(bench.store.db, session.transcriptPath as string)?.unreadable).toBe(4);
  });

  it('a call without a result waits while the turn runs, and is interrupted when the turn ends; a late result completes it', async () => {
    announce();
    const transcript = new TranscriptFixture(session).user('go', 'p1').call('t1', 'Bash', { command: 'sleep' }).write();
    await bench.read(session.sessionId, 'nothing');
    expect(recorded()).toEqual([
      ['prompt', 1, 'go'],
      ['session_start', null, undefined],
    ]);
    await bench.read(session.sessionId, 'turn');
    const call = () => bench.events(session.sessionId).filter((e) => e.toolUseId === 't1');
    expect(call()).toMatchObject([{ kind: 'tool_failure', body: { interrupted: 'unknown' } }]);
    bench.take(bash(session, 'sleep', 'woke', { tool_use_id: 't1', prompt_id: 'p1' }));
    expect(call()).toMatchObject([{ kind: 'tool', body: { response: { stdout: 'woke' } } }]);
    transcript.result('t1', { stdout: 'woke' }).write();
    await bench.read(session.sessionId, 'session');
    expect(call()).toHaveLength(1);
  });

  it('a result found only by a later read completes the call', async () => {
    announce();
    const transcript = new TranscriptFixture(session).user('go', 'p1').call('t1', 'Bash', { command: 'slow' }).write();
    await bench.read(session.sessionId, 'turn');
    transcript.result('t1', { stdout: 'late' }).write();
    await bench.read(session.sessionId, 'nothing');
    expect(bench.events(session.sessionId).filter((e) => e.toolUseId)).toMatchObject([
      { kind: 'tool', toolName: 'Bash', body: { input: { command: 'slow' }, response: { stdout: 'late' } } },
    ]);
  });

  it('a failure that the transcript tells only after the turn was given up is known, though the hook took it for a success', async () => {
    announce();
    const transcript = new TranscriptFixture(session).user('go', 'p1').call('t1', 'Bash', { command: 'check' }).write();
    bench.take(bash(session, 'check', 'out', { tool_use_id: 't1', prompt_id: 'p1' }));
    await bench.read(session.sessionId, 'turn');
    const call = () => bench.events(session.sessionId).filter((e) => e.toolUseId === 't1');
    expect(call()).toMatchObject([{ kind: 'tool' }]);
    transcript.fails('t1', 'Exit code 1').write();
    await bench.read(session.sessionId, 'nothing');
    expect(call()).toMatchObject([{ kind: 'tool_failure', body: { error: 'Exit code 1' } }]);
  });

  it('a file that replaced another is read from its start', async () => {
    announce();
    aTurn().write();
    await bench.read(session.sessionId);
    const other = join(bench.store.folder, 'other.jsonl');
    const longer = new TranscriptFixture(session);
    for (let i = 0; i < 50; i += 1) longer.call(`n${i}`, 'Bash', { command: `new ${i}` }).result(`n${i}`, 'x');
    longer.write(other);
    renameSync(other, session.transcriptPath as string);
    await bench.read(session.sessionId);
    expect(bench.events(session.sessionId).filter((e) => e.toolUseId?.startsWith('n'))).toHaveLength(50);
  });
});

it('a stop after everything was read adds only itself', async () => {
  announce();
  aTurn().write();
  await bench.read(session.sessionId);
  bench.take(stop(session, 'Mended.', { prompt_id: 'p1' }));
  expect((await bench.read(session.sessionId)).added).toBe(0);
  expect(recorded().at(-1)).toEqual(['stop', 1, 'Mended.']);
});
