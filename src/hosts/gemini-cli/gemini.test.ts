// Gemini CLI's own formats: results, contexts that come back, records that are written again, calls without IDs.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CaptureBench, createCaptureBench } from '../../../test/helpers/capture.ts';
import { stripPayload } from '../../capture/clean/private.ts';
import type { JsonObject } from '../../domain/json.ts';
import { readPayload } from './payload.ts';
import { readResult } from './result.ts';
import { tools } from './tools.ts';
import { transcripts } from './transcript.ts';

const SESSION = '04295ac8-f686-454f-8546-fe4c1f157499';
const AT = '2026-03-02T10:00:05.000Z';

it.each([
  [
    '<untrusted_context>\nOutput: hello\nProcess Group PGID: 5511\n</untrusted_context>',
    { response: { text: 'hello' } },
  ],
  ['Output: no such file\nExit Code: 1\nProcess Group PGID: 7', { error: 'no such file\nExit Code: 1' }],
  ['Output: ok\nExit Code: 0', { response: { text: 'ok\nExit Code: 0' } }],
])('knows how a command ended: %j', (llmContent, result) => {
  expect(readResult({ llmContent })).toEqual(result);
});

it('an edit keeps its diff and the digest of the file, not the file', () => {
  const returnDisplay = {
    fileDiff: '--- a\tx\n+++ a\ty\n@@\n-b\n+c\n',
    newContent: 'c\n',
    originalContent: 'b\n',
    isNewFile: false,
  };
  const { response } = readResult({ llmContent: 'Done.', returnDisplay });
  expect(JSON.stringify(response)).not.toContain('originalContent');
  const call = {
    id: null,
    name: 'replace',
    input: { file_path: '/w/a.ts', old_string: 'b', new_string: 'c' },
    response: response ?? null,
  };
  expect(tools.describe(call)).toMatchObject({ action: 'edit', lines: { added: 1, removed: 1 }, diff: ['-b', '+c'] });
  expect(tools.touchedFiles(call)[0]?.digest).toMatch(/^\w+/);
});

it('what we injected is not part of the prompt that brings it back', () => {
  const context = '<hook_context>&lt;c-mem-context&gt;old&lt;/c-mem-context&gt;</hook_context>\n\n';
  const read = readPayload('UserPromptSubmit', {
    session_id: 's',
    hook_event_name: 'BeforeAgent',
    prompt: `${context}Fix it`,
  });
  expect(read).toMatchObject({ kind: 'prompt', prompt: { text: 'Fix it' } });
  const record = {
    id: 'r',
    timestamp: AT,
    type: 'user',
    content: [{ text: `${context}Fix it` }, { text: '<hook_context>x</hook_context>' }],
  };
  expect(transcripts.readRecord(record, (pieces) => pieces.join('\n'))).toMatchObject([
    { what: 'prompt', text: 'Fix it' },
  ]);
});

it('a private prompt stays private although our context came before it', () => {
  const prompt =
    '<hook_context>&lt;c-mem-context&gt;old&lt;/c-mem-context&gt;</hook_context>\n\n<private>QZX</private>';
  const given = { session_id: 's', hook_event_name: 'BeforeAgent', prompt };
  expect(readPayload('UserPromptSubmit', stripPayload(given)).prompt).toEqual({ text: '', isPrivate: true });
});

it('PreCompress, which fires before every request, is no compaction', () => {
  expect(readPayload('PreCompact', { session_id: 's', hook_event_name: 'PreCompress' }).kind).toBeNull();
});

describe('a session', () => {
  let bench: CaptureBench;
  let folder: string;
  let transcript_path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'c-mem-gemini-'));
    mkdirSync(join(folder, 'chats'));
    transcript_path = join(folder, 'chats', 'session-2026-03-02T10-00-04295ac8.jsonl');
    bench = createCaptureBench();
  });
  afterEach(() => {
    bench.store.close();
    rmSync(folder, { recursive: true });
  });
  const take = (event: string, hook_event_name: string, fields: JsonObject) =>
    bench.take(
      { session_id: SESSION, transcript_path, cwd: '/w', hook_event_name, ...fields },
      { event, host: 'gemini-cli', plugin: true },
    ).result;
  const call = { tool_name: 'run_shell_command', tool_input: { command: 'npm test' } };
  const begin = () => take('PreToolUse', 'BeforeTool', call);
  const end = (llmContent: string) => take('PostToolUse', 'AfterTool', { ...call, tool_response: { llmContent } });
  const calls = () => bench.events(SESSION).filter(({ kind }) => kind.startsWith('tool'));
  const write = (...records: JsonObject[]) =>
    writeFileSync(transcript_path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const inChat = (id: string, status = 'success', output = 'Output: ok'): JsonObject => ({
    id,
    name: 'run_shell_command',
    args: { command: 'npm test' },
    status,
    result: [{ functionResponse: { response: { output } } }],
  });

  it('the same command three times, once cut off, is three calls for hooks and transcript together', async () => {
    take('UserPromptSubmit', 'BeforeAgent', { prompt: 'Run the tests' });
    begin();
    end('Output: ok');
    begin();
    end('Output: bad\nExit Code: 1');
    begin();
    expect(calls().map(({ kind }) => kind)).toEqual(['tool', 'tool_failure', 'tool_failure']);
    expect(calls()[2]?.body).toMatchObject({ interrupted: 'unknown' });
    const user = { id: 'u', timestamp: AT, type: 'user', content: [{ text: 'Run the tests' }] };
    const first = { id: 'g1', timestamp: AT, type: 'gemini', content: 'I will.' };
    write(
      { sessionId: SESSION, startTime: AT },
      user,
      first,
      { $set: { lastUpdated: AT } },
      // Written again, with the calls.
      { ...first, toolCalls: [inChat('c1')] },
      { id: 'x', timestamp: AT, type: 'user', content: [{ functionResponse: { id: 'c1' } }] },
      {
        id: 'g2',
        timestamp: AT,
        type: 'gemini',
        content: '',
        toolCalls: [inChat('c2', 'success', 'Output: bad\nExit Code: 1')],
      },
      { id: 'g3', timestamp: AT, type: 'gemini', content: '', toolCalls: [inChat('c3', 'cancelled')] },
    );
    expect(await bench.read(SESSION)).toMatchObject({ added: 1, unknown: {} });
    expect(calls().map(({ toolUseId }) => toolUseId)).toEqual(['c1', 'c2', 'c3']);
    expect(calls()[2]?.body).toMatchObject({ interrupted: true });
    expect(bench.events(SESSION).filter(({ kind }) => kind === 'message')).toHaveLength(1);
    expect(bench.prompts(SESSION)).toHaveLength(1);
    expect(await bench.read(SESSION)).toMatchObject({ added: 0 });
  });

  it('hooks that arrive only after the transcript was read add nothing', async () => {
    const user = { id: 'u', timestamp: AT, type: 'user', content: [{ text: 'Run the tests' }] };
    const calls2 = [inChat('c1'), inChat('c2')];
    write({ sessionId: SESSION, startTime: AT }, user, { id: 'g', timestamp: AT, type: 'gemini', toolCalls: calls2 });
    take('UserPromptSubmit', 'BeforeAgent', { prompt: 'Run the tests' });
    await bench.read(SESSION);
    for (const output of ['Output: ok', 'Output: ok']) {
      begin();
      end(output);
    }
    expect(calls().map(({ toolUseId }) => toolUseId)).toEqual(['c1', 'c2']);
    // A third one is new, whatever came before.
    begin();
    end('Output: ok');
    expect(calls()).toHaveLength(3);
  });

  it('files that are read again, because the worker was killed before it removed them, add nothing', async () => {
    const spooled = (id: string, event: string, hook_event_name: string, fields: JsonObject) =>
      bench.take(
        { session_id: SESSION, transcript_path, cwd: '/w', hook_event_name, ...fields },
        { id, event, host: 'gemini-cli', plugin: true },
      );
    const readBoth = () => {
      spooled('start', 'PreToolUse', 'BeforeTool', call);
      spooled('end', 'PostToolUse', 'AfterTool', { ...call, tool_response: { llmContent: 'Output: ok' } });
    };
    take('UserPromptSubmit', 'BeforeAgent', { prompt: 'Run the tests' });
    readBoth();
    readBoth();
    expect(calls().map(({ kind }) => kind)).toEqual(['tool']);
    const user = { id: 'u', timestamp: AT, type: 'user', content: [{ text: 'Run the tests' }] };
    write({ sessionId: SESSION, startTime: AT }, user, {
      ...{ id: 'g', timestamp: AT, type: 'gemini', toolCalls: [inChat('c1')] },
    });
    await bench.read(SESSION);
    readBoth();
    expect(calls().map(({ toolUseId }) => toolUseId)).toEqual(['c1']);
  });

  it('a call that the transcript shows without its result is ended by its hook', async () => {
    take('UserPromptSubmit', 'BeforeAgent', { prompt: 'Run the tests' });
    begin();
    const user = { id: 'u', timestamp: AT, type: 'user', content: [{ text: 'Run the tests' }] };
    const running = { id: 'c1', name: 'run_shell_command', args: { command: 'npm test' }, status: 'executing' };
    write({ sessionId: SESSION, startTime: AT }, user, {
      id: 'g',
      timestamp: AT,
      type: 'gemini',
      toolCalls: [running],
    });
    await bench.read(SESSION);
    end('Output: ok');
    expect(calls().map(({ kind }) => kind)).toEqual(['tool']);
  });

  it('an older document is read again whenever it changes, and each of its calls counts once', async () => {
    const path = join(folder, `${SESSION}.json`);
    transcript_path = path;
    const messages = [
      { id: 'u', timestamp: AT, type: 'user', content: [{ text: 'Run the tests' }] },
      { id: 'g', timestamp: AT, type: 'gemini', content: 'Done.', toolCalls: [inChat('c1'), inChat('c2')] },
      { id: 'h', timestamp: AT, type: 'hologram' },
    ];
    const save = () => writeFileSync(path, JSON.stringify({ sessionId: SESSION, startTime: AT, messages }));
    save();
    bench.take(
      { session_id: SESSION, transcript_path: path, cwd: '/w', hook_event_name: 'AfterAgent' },
      { event: 'Stop', host: 'gemini-cli' },
    );
    expect(await bench.read(SESSION)).toMatchObject({ added: 4, unknown: { hologram: 1 } });
    expect(await bench.read(SESSION)).toMatchObject({ added: 0, unknown: {} });
    messages.push({ id: 'g4', timestamp: AT, type: 'gemini', content: 'More.', toolCalls: [inChat('c3')] });
    save();
    expect(await bench.read(SESSION)).toMatchObject({ added: 2 });
    expect(calls()).toHaveLength(3);
    expect(bench.prompts(SESSION)).toHaveLength(1);
  });
});
