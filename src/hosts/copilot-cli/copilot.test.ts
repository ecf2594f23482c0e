// Copilot CLI's own formats: results as text, prompts before their session, transcripts that come late.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CaptureBench, createCaptureBench } from '../../../test/helpers/capture.ts';
import type { JsonObject } from '../../domain/json.ts';
import { readEnd, readText } from './result.ts';
import { tools } from './tools.ts';
import { transcripts } from './transcript.ts';

const SESSION = '35f33ff6-f0ea-4fa5-aa16-9392fd705b91';
const AT = Date.parse('2026-03-02T10:00:05Z');

it.each([
  ['hello\n<shellId: 0 completed with exit code 0>', { response: 'hello' }],
  ['no such file\n<shellId: 1 completed with exit code 1>', { error: 'no such file\nExit code: 1' }],
  ['<exited with exit code 2>', { error: 'Exit code: 2' }],
  ['Created file a.ts', { response: 'Created file a.ts' }],
  ['x\n\nTool "bash" succeeded. Additional guidance from postToolUse hooks:\nremember', { response: 'x' }],
])('knows how a call ended: %j', (text, result) => {
  expect(readText(text)).toEqual(result);
});

it('a failure in the transcript has its message, and one that the user refused is an interruption', () => {
  expect(readEnd({ success: false, error: { message: 'No match', code: 'failure' } })).toEqual({ error: 'No match' });
  expect(readEnd({ success: false, error: { message: 'no', code: 'rejected' } })).toMatchObject({ interrupted: true });
});

it('reads patches, new files and answered questions', () => {
  const patch = '*** Begin Patch\n*** Add File: a.ts\n+x\n*** End Patch';
  expect(tools.touchedFiles({ id: null, name: 'apply_patch', input: patch })).toMatchObject([{ path: 'a.ts' }]);
  const create = { id: null, name: 'create', input: { path: '/w/b.ts', file_text: 'y' }, response: 'Created' };
  expect(tools.describe(create)).toMatchObject({ action: 'edit', isNew: true, after: 'y' });
  expect(tools.touchedFiles(create)[0]?.digest).not.toBeNull();
  const asked = { id: null, name: 'ask_user', input: { question: 'Which?' }, response: 'The first' };
  expect(tools.note(asked)).toEqual({ kind: 'choice', text: 'Which? → The first' });
});

let bench: CaptureBench;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'c-mem-copilot-'));
  bench = createCaptureBench();
});
afterEach(() => {
  bench.store.close();
  rmSync(folder, { recursive: true });
});

it('a prompt before its session, calls without IDs, and a transcript that is complete only at the end', async () => {
  const transcriptPath = join(folder, SESSION, 'events.jsonl');
  mkdirSync(join(folder, SESSION));
  const take = (event: string, fields: JsonObject) =>
    bench.take(
      { sessionId: SESSION, timestamp: AT, cwd: '/w', transcriptPath, ...fields },
      { event, host: 'copilot-cli', plugin: true },
    ).result;
  const call = { toolName: 'bash', toolArgs: { command: 'npm test' } };
  expect(take('UserPromptSubmit', { prompt: 'Run the tests' })).toBe('added');
  expect(take('SessionStart', { source: 'new', initialPrompt: 'Run the tests' })).toBe('added');
  expect(take('PostToolUse', { ...call, toolResult: { textResultForLlm: 'bad\n<exited with exit code 1>' } })).toBe(
    'added',
  );
  expect(take('PostToolUse', { ...call, toolResult: { textResultForLlm: 'ok' } })).toBe('added');
  take('Stop', {});
  const record = (type: string, id: string, data: JsonObject) =>
    `${JSON.stringify({ type, id, timestamp: new Date(AT).toISOString(), data })}\n`;
  const made = (id: string, success = true) =>
    record('tool.execution_start', `${id}s`, { toolCallId: id, toolName: 'bash', arguments: { command: 'npm test' } }) +
    record('tool.execution_complete', `${id}e`, { toolCallId: id, success, result: { content: 'ok' } });
  writeFileSync(
    transcriptPath,
    record('session.start', 'r0', { sessionId: SESSION, context: { cwd: '/w' } }) +
      record('user.message', 'r1', {
        content: 'Run the tests',
        transformedContent: '<c-mem-context>x</c-mem-context>',
      }) +
      made('c1') +
      made('c2') +
      record('tool.execution_start', 'r5', { toolCallId: 'c3', toolName: 'bash', arguments: { command: 'sleep 9' } }) +
      record('abort', 'r6', {}) +
      record('assistant.message', 'r7', { content: 'All green.' }) +
      record('hologram.shown', 'r8', {}),
  );
  expect(await bench.read(SESSION)).toMatchObject({ added: 2, unknown: { 'hologram.shown': 1 } });
  const events = bench.events(SESSION);
  expect(
    events.filter(({ kind }) => kind.startsWith('tool')).map(({ toolUseId, kind }) => `${toolUseId} ${kind}`),
  ).toEqual(['c1 tool_failure', 'c2 tool', 'c3 tool_failure']);
  expect(bench.prompts(SESSION).map(({ text }) => text)).toEqual(['Run the tests']);
  expect(events.some(({ body }) => body?.['text'] === 'All green.')).toBe(true);
  expect(transcripts.sessionOf(transcriptPath)).toBe(SESSION);
});
