import { appendFileSync, mkdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CaptureBench, createCaptureBench } from '../../test/helpers/capture.ts';
import {
  bash,
  fixtureSession,
  payload,
  prompt,
  type SessionFixture,
  stop,
  TranscriptFixture,
} from '../../test/helpers/payloads.ts';
import { findSession } from '../store/ledger/sessions.ts';
import { loadCursor } from '../store/ledger/transcripts.ts';

let bench: CaptureBench;
let session: SessionFixture;
beforeEach(() => {
  bench = createCaptureBench();
  session = fixtureSession('/home/dev/shop', join(bench.store.folder, 'projects', 'x.jsonl'));
});
afterEach(() => bench.store.close());

const recorded = () =>
  bench
    .events(session.sessionId)
    .map((e) => [e.kind, e.promptNumber, e.toolUseId ?? e.body?.['text'] ?? e.body?.['message']]);
const announce = () => bench.take(payload(session, 'SessionStart', { source: 'startup' }));

function aTurn(transcript = new TranscriptFixture(session)): TranscriptFixture {
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

  it('keeps all text of a record, except messages that the client attributes to the agent', async () => {
    announce();
    new TranscriptFixture(session)
      .user('go')
      .push('assistant', {
        message: {
          content: [
            { type: 'text', text: 'one' },
            { type: 'text', text: 'two' },
          ],
        },
      })
      .push('assistant', {
        message: { model: '<synthetic>', content: [{ type: 'text', text: 'No response requested.' }] },
      })
      .write();
    await bench.read(session.sessionId);
    expect(
      bench
        .events(session.sessionId)
        .filter((e) => e.kind === 'message')
        .map((e) => e.body?.['text']),
    ).toEqual(['one', 'two']);
  });

  it('a private tag split by the end of a block is a tag', async () => {
    announce();
    const content = [
      { type: 'text', text: 'say <pri' },
      { type: 'text', text: 'vate>the plan</private> it' },
    ];
    new TranscriptFixture(session).push('user', { message: { role: 'user', content }, promptId: 'p1' }).write();
    await bench.read(session.sessionId);
    expect(bench.prompts(session.sessionId).map((p) => p.text)).toEqual(['say  it']);
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

  it('records an interrupted call as such, and its notice not as a prompt', async () => {
    announce();
    new TranscriptFixture(session)
      .user('go', 'p1')
      .call('t1', 'Bash', { command: 'rm -rf x' })
      .fails('t1', "The user doesn't want to proceed with this tool use.")
      .push('user', {
        message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user for tool use]' }] },
      })
      .call('t2', 'Bash', { command: 'never answered' })
      .user('do it otherwise', 'p2')
      .write();
    await bench.read(session.sessionId);
    expect(bench.prompts(session.sessionId).map((p) => p.text)).toEqual(['go', 'do it otherwise']);
    const calls = bench.events(session.sessionId).filter((e) => e.toolUseId);
    expect(calls).toMatchObject([
      { toolUseId: 't1', kind: 'tool_failure', promptNumber: 1, body: { interrupted: true } },
      { toolUseId: 't2', kind: 'tool_failure', promptNumber: 1, body: { interrupted: 'unknown' } },
    ]);
  });

  it("distinguishes prompts from the client's own messages", async () => {
    announce();
    const caveat =
      '<local-command-caveat>Caveat: The messages below were generated by the user…</local-command-caveat>';
    new TranscriptFixture(session)
      .user(caveat, 'p0', { isMeta: true })
      .user(
        '<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>',
      )
      .user('<local-command-stdout>cleared</local-command-stdout>')
      .user('<bash-input>git status</bash-input>')
      .user('<bash-stdout>clean</bash-stdout><bash-stderr></bash-stderr>')
      .user(
        '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>181</command-args>',
      )
      .user('You are a reviewer…', 'p1', { isMeta: true })
      .user('This session is being continued…', 'p2', { isCompactSummary: true })
      .user('<task-notification><task-id>x</task-id></task-notification>')
      .push('summary', { summary: 'a title' })
      .user('a real one')
      .write();
    await bench.read(session.sessionId);
    expect(bench.prompts(session.sessionId).map((p) => p.text)).toEqual(['/review 181', 'a real one']);
  });

  it("a command after the client's own ones is a prompt again", async () => {
    announce();
    new TranscriptFixture(session)
      .user('<local-command-caveat>Caveat: …</local-command-caveat>', 'p0', { isMeta: true })
      .user('<bash-input>ls</bash-input>')
      .user('<bash-stdout>a</bash-stdout>')
      .user('<command-name>/foo</command-name>')
      .call('t1', 'Bash', {})
      .result('t1', 'x')
      .push('user', {
        message: { role: 'user', content: [{ type: 'image', source: { type: 'base64', data: 'AAAA' } }] },
      })
      .write();
    await bench.read(session.sessionId);
    expect(bench.prompts(session.sessionId).map((p) => p.text)).toEqual(['/foo', '[image]']);
    expect(bench.events(session.sessionId).find((e) => e.toolUseId === 't1')?.promptNumber).toBe(1);
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

  it('text typed while a tool ran is a prompt next to the result', async () => {
    announce();
    const content = [
      { type: 'tool_result', tool_use_id: 't1', content: 'ok' },
      { type: 'text', text: 'we are at 169' },
    ];
    new TranscriptFixture(session)
      .user('go')
      .call('t1', 'Bash', {})
      .push('user', { message: { role: 'user', content }, toolUseResult: { stdout: 'ok' } })
      .write();
    await bench.read(session.sessionId);
    expect(bench.prompts(session.sessionId).map((p) => p.text)).toEqual(['go', 'we are at 169']);
    expect(bench.events(session.sessionId).filter((e) => e.toolUseId)).toMatchObject([
      { kind: 'tool', promptNumber: 1 },
    ]);
  });
});

describe('subagents', () => {
  const folder = () => join(dirname(session.transcriptPath as string), session.sessionId, 'subagents');

  function subagent(id: string, toolId: string, last: string): TranscriptFixture {
    const side = { isSidechain: true, agentId: id };
    return new TranscriptFixture(session)
      .user('SUB: please read', 'p1', side)
      .call(toolId, 'Read', { file_path: '/a' }, side)
      .result(toolId, { file: { filePath: '/a', content: 'x' } }, side)
      .says(last, side)
      .write(join(folder(), `agent-${id}.jsonl`));
  }

  it("record their calls and last message; their prompts are not the user's", async () => {
    announce();
    aTurn().write();
    subagent('a1', 's1', 'found it');
    await bench.read(session.sessionId);
    expect(bench.prompts(session.sessionId)).toHaveLength(1);
    const theirs = bench.events(session.sessionId).filter((e) => e.agentId === 'a1');
    expect(theirs.map((e) => [e.kind, e.promptNumber])).toEqual([
      ['tool', 1],
      ['subagent_stop', 1],
    ]);
    expect(theirs[1]?.body).toEqual({ message: 'found it' });
    expect((await bench.read(session.sessionId)).added).toBe(0);
  });

  it('record an end once if both hook and transcript report it, in either order', async () => {
    announce();
    aTurn().write();
    const hook = (id: string, message: string) =>
      bench.take(
        payload(session, 'SubagentStop', { agent_id: id, agent_type: 'general', last_assistant_message: message }),
      );
    hook('a1', 'found it');
    subagent('a1', 's1', 'found it');
    subagent('a2', 's2', 'also');
    await bench.read(session.sessionId);
    hook('a2', 'also');
    hook('a2', 'continued');
    expect(
      bench
        .events(session.sessionId)
        .filter((e) => e.kind === 'subagent_stop')
        .map((e) => [e.agentId, e.source, e.body?.['message']]),
    ).toEqual([
      ['a2', 'transcript', 'also'],
      ['a1', 'hook', 'found it'],
      ['a2', 'hook', 'continued'],
    ]);
  });

  it('read a transcript elsewhere if the hook names it', async () => {
    announce();
    aTurn().write();
    const path = join(bench.store.folder, 'elsewhere.jsonl');
    subagent('a1', 's1', 'x').write(path);
    const answer = bench.take(
      payload(session, 'SubagentStop', {
        agent_id: 'a9',
        agent_type: 'g',
        agent_transcript_path: path,
        last_assistant_message: 'x',
      }),
    );
    expect(answer.readUp).toEqual({ agent: 'a9', path });
    await bench.read(session.sessionId, { agent: 'a9', path });
    expect(bench.events(session.sessionId).filter((e) => e.toolUseId === 's1')).toHaveLength(1);
  });

  it('end twice if continued, even if no hook reported it', async () => {
    announce();
    aTurn().write();
    const first = subagent('a1', 's1', 'found it');
    await bench.read(session.sessionId);
    first.says('found more', { isSidechain: true, agentId: 'a1' }).write(join(folder(), 'agent-a1.jsonl'));
    await bench.read(session.sessionId);
    expect(
      bench
        .events(session.sessionId)
        .filter((e) => e.kind === 'subagent_stop')
        .map((e) => e.body?.['message']),
    ).toEqual(['found it', 'found more']);
  });

  it("do not include the client's own, which compacts the conversation", async () => {
    announce();
    aTurn().write();
    const path = join(folder(), 'agent-b7.jsonl');
    subagent('b7', 's7', 'a summary of it all');
    subagent('acompact-1', 's8', 'another');
    bench.take(
      payload(session, 'SubagentStop', {
        agent_id: 'b7',
        agent_type: '',
        agent_transcript_path: path,
        last_assistant_message: 'x',
      }),
    );
    await bench.read(session.sessionId);
    expect(bench.events(session.sessionId).filter((e) => e.agentId)).toEqual([]);
  });

  it('of older clients are in progress lines of the main transcript, or side chains', async () => {
    announce();
    const wrap = (message: unknown) => ({ data: { type: 'agent_progress', agentId: 'a7', message } });
    new TranscriptFixture(session)
      .user('go')
      .push(
        'progress',
        wrap({ type: 'user', uuid: 'u1', message: { role: 'user', content: [{ type: 'text', text: 'SUB' }] } }),
      )
      .push(
        'progress',
        wrap({
          type: 'assistant',
          uuid: 'u2',
          message: { content: [{ type: 'tool_use', id: 's1', name: 'Grep', input: {} }] },
        }),
      )
      .push(
        'progress',
        wrap({
          type: 'user',
          uuid: 'u3',
          message: { content: [{ type: 'tool_result', tool_use_id: 's1', content: 'hit' }] },
        }),
      )
      .push('progress', { data: { type: 'bash_progress', output: 'x' } })
      .call('s2', 'Bash', {}, { isSidechain: true })
      .result('s2', 'y', { isSidechain: true })
      .user('side prompt', 'p', { isSidechain: true })
      .write();
    await bench.read(session.sessionId);
    expect(bench.prompts(session.sessionId).map((p) => p.text)).toEqual(['go']);
    expect(
      bench
        .events(session.sessionId)
        .filter((e) => e.toolUseId)
        .map((e) => [e.toolUseId, e.agentId]),
    ).toEqual([
      ['s1', 'a7'],
      ['s2', null],
    ]);
  });
});

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

it('a stop after everything was read adds only itself', async () => {
  announce();
  aTurn().write();
  await bench.read(session.sessionId);
  bench.take(stop(session, 'Mended.', { prompt_id: 'p1' }));
  expect((await bench.read(session.sessionId)).added).toBe(0);
  expect(recorded().at(-1)).toEqual(['stop', 1, 'Mended.']);
});
