// Subagents, whose transcripts are next to that of their session.
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { payload, TranscriptFixture } from '../../test/helpers/payloads.ts';
import { announce, aTurn, bench, session, useTranscriptBench } from '../../test/helpers/transcript-bench.ts';

useTranscriptBench();

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
