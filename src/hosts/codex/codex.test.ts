// Codex's own formats: patches, scripts, tool output, rollouts, and its TOML file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCaptureBench } from '../../../test/helpers/capture.ts';
import type { JsonObject } from '../../domain/json.ts';
import { readPatch } from '../patch.ts';
import { isCodex, looksLikeCodex } from './marks.ts';
import { readOutput } from './output.ts';
import { readPayload } from './payload.ts';
import { readScript } from './script.ts';
import { withoutTable, withTable } from './toml-table.ts';
import { tools } from './tools.ts';
import { transcripts } from './transcript.ts';

const PATCH = [
  '*** Begin Patch',
  '*** Add File: docs/notes.md',
  '+# Notes',
  '*** Update File: src/cart.ts',
  '@@ export function total',
  ' const a = 1;',
  '-const cost = 2;',
  '+const price = 2;',
  '*** Update File: src/old.ts',
  '*** Move to: src/new.ts',
  '@@',
  '-old',
  '+new',
  '*** Delete File: src/gone.ts',
  '*** End Patch',
].join('\n');

it('finds every path in a patch', () => {
  expect(readPatch(PATCH).map(({ path, change }) => `${change} ${path}`)).toEqual([
    'add docs/notes.md',
    'update src/cart.ts',
    'delete src/old.ts',
    'update src/new.ts',
    'delete src/gone.ts',
  ]);
  expect(readPatch('no patch at all')).toEqual([]);
  const call = { id: 'c', name: 'apply_patch', input: { command: PATCH }, response: 'ok' };
  expect(tools.describe(call)).toMatchObject({ action: 'edit', lines: { added: 3, removed: 2 }, isNew: false });
  expect(tools.touchedFiles(call)).toContainEqual({ path: 'src/new.ts', role: 'modified', digest: null });
});

it('reads the commands and patches that a script calls, without running it', () => {
  const code = `const r = await tools.exec_command({cmd: "npm test -- \\"a b\\"", workdir: "/w"});
    await tools.exec_command({"cmd": 'ls'}); const patch = \`*** Begin Patch\n*** Add File: a.ts\n+x\n*** End Patch\`;
    tools.apply_patch(patch); throw new Error("boom");`;
  expect(readScript(code).commands).toEqual(['npm test -- "a b"', 'ls']);
  expect(tools.touchedFiles({ id: 'c', name: 'exec', input: { code } })).toEqual([
    { path: 'a.ts', role: 'modified', digest: null },
  ]);
  expect(tools.describe({ id: 'c', name: 'exec', input: { code: 'tools.exec_command({cmd:"make"})' } })).toMatchObject({
    action: 'run',
    command: 'make',
  });
});

it.each([
  ['Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nhello\n', { response: 'hello\n' }],
  ['Wall time: 0.1 seconds\nProcess exited with code 2\nOutput:\nno\n', { error: 'no\nExit code: 2' }],
  ['Exit code: 1\nWall time: 0 seconds\nOutput:\n', { error: 'Exit code: 1' }],
  ['{"output":"bad","metadata":{"exit_code":7}}', { error: 'bad\nExit code: 7' }],
  ['{"output":"fine","metadata":{"exit_code":0}}', { response: 'fine' }],
  ['aborted by user after 3.1s', { error: 'aborted by user after 3.1s', interrupted: true }],
  ['plain text\nExit code: 1 is what it printed', { response: 'plain text\nExit code: 1 is what it printed' }],
])('knows how a call ended: %j', (output, result) => {
  expect(readOutput(output)).toEqual(result);
});

it('a failed patch is a failure, although there is only one event for both', () => {
  const payload = {
    session_id: 's',
    turn_id: 't',
    tool_name: 'apply_patch',
    tool_use_id: 'c',
    tool_input: { command: PATCH },
    tool_response: 'Exit code: 1\nWall time: 0 seconds\nOutput:\nno such line\n',
  };
  expect(readPayload('PostToolUse', payload)).toMatchObject({ kind: 'tool_failure', promptId: 't' });
});

it('is recognized without a transcript, too', () => {
  const bare = { session_id: 's', transcript_path: null, hook_event_name: 'SessionStart' };
  for (const payload of [bare, { ...bare, turn_id: 't', transcript_path: '/x/rollout-2026-1.jsonl' }]) {
    expect(isCodex(payload)).toBe(true);
    expect(looksLikeCodex(JSON.stringify(payload))).toBe(true);
  }
  for (const payload of [
    { ...bare, conversation_id: 'c' },
    { session_id: 's', transcript_path: '/x/chats/a.jsonl' },
  ]) {
    expect(isCodex(payload)).toBe(false);
    expect(looksLikeCodex(JSON.stringify(payload))).toBe(false);
  }
});

const SESSION = '01a1e02e-fc98-71c0-8eec-e7b47a756a96';
const record = (type: string, payload: JsonObject, at = 0): JsonObject => ({
  timestamp: new Date(Date.parse('2026-03-02T10:00:01Z') + at).toISOString(),
  type,
  payload,
});

it('learns from the transcript that a command failed, which no hook tells', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'c-mem-codex-'));
  const transcript_path = join(folder, `rollout-2026-03-02T10-00-00-${SESSION}.jsonl`);
  const bench = createCaptureBench();
  const take = (event: string, fields: JsonObject) =>
    bench.take(
      { session_id: SESSION, turn_id: 't1', transcript_path, cwd: '/w', ...fields },
      { event, host: 'codex', plugin: true },
    ).result;
  take('UserPromptSubmit', { prompt: 'Run the tests' });
  const call = { tool_name: 'Bash', tool_use_id: 'call_1', tool_input: { command: 'npm test' } };
  expect(take('PostToolUse', { ...call, tool_response: '1 failed\n' })).toBe('added');
  const output = 'Process exited with code 1\nOutput:\n1 failed\n';
  const lines = [
    record('event_msg', { type: 'user_message', message: 'Run the tests' }),
    record('response_item', {
      type: 'function_call',
      name: 'exec_command',
      call_id: 'call_1',
      arguments: '{"cmd":"npm test"}',
    }),
    record('response_item', { type: 'function_call_output', call_id: 'call_1', output }),
  ];
  writeFileSync(transcript_path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect(await bench.read(SESSION)).toMatchObject({ added: 0 });
  const [, event] = bench.events(SESSION);
  expect(event).toMatchObject({ kind: 'tool_failure', toolName: 'Bash', body: { error: '1 failed\nExit code: 1' } });
  expect(bench.prompts(SESSION)).toHaveLength(1);
  bench.store.close();
  rmSync(folder, { recursive: true });
});

it('reads what was typed once, and not what the client adds in the user’s name', () => {
  const read = (type: string, payload: JsonObject) =>
    transcripts.readRecord(record(type, payload), (pieces) => pieces.join('\n'));
  expect(
    read('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'x' }] }),
  ).toEqual([]);
  expect(read('event_msg', { type: 'user_message', message: 'Fix it' })).toMatchObject([
    { what: 'prompt', text: 'Fix it' },
  ]);
  const item = { type: 'UserMessage', content: [{ type: 'text', text: 'Fix it' }] };
  expect(read('event_msg', { type: 'item_completed', turn_id: 't1', item })).toMatchObject([
    { what: 'prompt', text: 'Fix it', meta: { promptId: 't1' } },
  ]);
  expect(
    read('response_item', {
      type: 'message',
      role: 'developer',
      content: [{ type: 'input_text', text: '<c-mem-context>' }],
    }),
  ).toEqual([]);
  expect(read('response_item', { type: 'web_search_call', action: { type: 'search', query: 'q' } })).toHaveLength(2);
  expect(transcripts.unknownType?.(record('response_item', { type: 'hologram' }))).toBe('response_item/hologram');
  expect(transcripts.unknownType?.(record('event_msg', { type: 'token_count' }))).toBeNull();
  expect(transcripts.sessionOf(`/x/rollout-2026-03-02T10-00-00-${SESSION}.jsonl`)).toBe(SESSION);
});

it.each([
  ['', '[mcp_servers.c-mem]\ncommand = "/x"\n'],
  ['model = "m"\n', 'model = "m"\n\n[mcp_servers.c-mem]\ncommand = "/x"\n'],
  ['a = """\n[mcp_servers.c-mem]\n"""', 'a = """\n[mcp_servers.c-mem]\n"""\n\n[mcp_servers.c-mem]\ncommand = "/x"\n'],
  [
    '[mcp_servers."c-mem"]\ncommand = "/old"\n\n[analytics]\nenabled = false\n',
    '[mcp_servers.c-mem]\ncommand = "/x"\n[analytics]\nenabled = false\n',
  ],
])('adds one table to %j and removes it', (before, after) => {
  const added = withTable(before, 'mcp_servers.c-mem', ['command = "/x"']);
  expect(added).toBe(after);
  expect(withTable(added, 'mcp_servers.c-mem', ['command = "/x"'])).toBe(added);
  const removed = withoutTable(added, 'mcp_servers.c-mem');
  expect(removed).not.toContain('"/x"');
  if (!before.includes('/old')) expect(removed.trimEnd()).toBe(before.trimEnd());
});
