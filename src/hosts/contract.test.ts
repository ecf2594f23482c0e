// What every host must do: one suite over all of them, including a toy host. A new host adds its samples here.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CaptureBench, createCaptureBench } from '../../test/helpers/capture.ts';
import { toyHost } from '../../test/helpers/toy-host.ts';
import { compressEmbedded } from '../compress/embedded/compress.ts';
import type { JsonObject } from '../domain/json.ts';
import { generic } from './generic/index.ts';
import type { Host } from './host.ts';
import { HOSTS } from './index.ts';

/** One session as a host reports it: payloads of its hooks under its own event names, and records of its transcript. */
interface Samples {
  host: Host;
  start: [string, JsonObject];
  prompt: [string, JsonObject];
  /** Text that the host sends as a prompt; null if it sends none. */
  machinePrompt: string | null;
  /** A call that changes src/cart.ts to contain `price`. */
  edit: [string, JsonObject];
  /** A call of our own MCP server. */
  ownTool: string;
  /** The end of the turn, with the message "Prices are integers now." */
  stop: [string, JsonObject];
  end: [string, JsonObject];
  unknown: [string, JsonObject];
  /** Records of a transcript with one message and one call that no hook reported; null if the host keeps none. */
  records: JsonObject[] | null;
  /** Hooks name no ID for a call: the same payload twice is two calls. */
  hasNoCallIds?: boolean;
  /** The whole transcript, for a host that keeps it as one document. */
  document?: (records: JsonObject[]) => JsonObject;
  /** The end of a turn does not say what the agent said last. */
  saysNoMessage?: boolean;
  /** The field of a payload that names the transcript. */
  pathKey?: string;
  /** Its transcripts are read by imports only. */
  isForImport?: boolean;
  /** The path of that transcript within a folder. */
  file: (folder: string) => string;
}

const SESSION = '1f0c1f0c-0000-4000-8000-000000000001';
const EDIT = { file_path: '/w/src/cart.ts', old_string: 'cost', new_string: 'const price = 1;' };
const AT = '2026-03-02T10:30:00Z';

function claudeShaped(host: Host, transcript: boolean): Samples {
  const log = '/home/me/.claude/projects/-w/1f0c1f0c-0000-4000-8000-000000000001.jsonl';
  const payload = (hook_event_name: string, fields: JsonObject): [string, JsonObject] => [
    hook_event_name,
    { session_id: SESSION, cwd: '/w', transcript_path: log, hook_event_name, ...fields },
  ];
  return {
    host,
    start: payload('SessionStart', { source: 'startup' }),
    prompt: payload('UserPromptSubmit', { prompt: 'Count prices in cents', prompt_id: 'p1' }),
    machinePrompt: '<task-notification>done</task-notification>',
    edit: payload('PostToolUse', {
      ...{ tool_name: 'Edit', tool_use_id: 'toolu_1', prompt_id: 'p1', tool_input: EDIT },
      tool_response: { filePath: '/w/src/cart.ts', structuredPatch: [] },
    }),
    ownTool: 'mcp__plugin_c-mem_c-mem__search',
    stop: payload('Stop', { last_assistant_message: 'Prices are integers now.', prompt_id: 'p1' }),
    end: payload('SessionEnd', { reason: 'exit' }),
    unknown: payload('Notification', { message: 'hello' }),
    records: transcript
      ? [
          {
            ...{ type: 'assistant', uuid: 'u1', sessionId: SESSION, timestamp: AT, cwd: '/w' },
            message: {
              content: [
                { type: 'text', text: 'Only the transcript knows this.' },
                { type: 'tool_use', id: 'toolu_2', name: 'Bash', input: { command: 'npm test' } },
              ],
            },
          },
          {
            ...{ type: 'user', uuid: 'u2', sessionId: SESSION, timestamp: AT, cwd: '/w' },
            message: { content: [{ type: 'tool_result', tool_use_id: 'toolu_2', content: 'ok' }] },
          },
        ]
      : null,
    file: (folder) => join(folder, `${SESSION}.jsonl`),
  };
}

function codexSamples(): Samples {
  const log = `/home/me/.codex/sessions/2026/03/02/rollout-2026-03-02T10-30-00-${SESSION}.jsonl`;
  const payload = (hook_event_name: string, fields: JsonObject): [string, JsonObject] => [
    hook_event_name,
    { session_id: SESSION, turn_id: 'p1', cwd: '/w', transcript_path: log, hook_event_name, model: 'm', ...fields },
  ];
  const patch = '*** Begin Patch\n*** Update File: src/cart.ts\n@@\n-cost\n+const price = 1;\n*** End Patch\n';
  const record = (fields: JsonObject): JsonObject => ({ timestamp: AT, type: 'response_item', payload: fields });
  return {
    host: HOSTS.find(({ name }) => name === 'codex') as Host,
    start: payload('SessionStart', { source: 'startup' }),
    prompt: payload('UserPromptSubmit', { prompt: 'Count prices in cents' }),
    machinePrompt: '<environment_context>\n  <cwd>/w</cwd>\n</environment_context>',
    edit: payload('PostToolUse', {
      ...{ tool_name: 'apply_patch', tool_use_id: 'call_1', tool_input: { command: patch } },
      tool_response: 'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.\n',
    }),
    ownTool: 'mcp__c-mem__search',
    stop: payload('Stop', { last_assistant_message: 'Prices are integers now.' }),
    end: payload('SessionEnd', { reason: 'other' }),
    unknown: payload('PermissionRequest', {}),
    records: [
      record({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Only here.' }] }),
      record({ type: 'function_call', name: 'exec_command', call_id: 'call_2', arguments: '{"cmd":"npm test"}' }),
      record({ type: 'function_call_output', call_id: 'call_2', output: 'Process exited with code 0\nOutput:\nok' }),
    ],
    file: (folder) => join(folder, `rollout-2026-03-02T10-30-00-${SESSION}.jsonl`),
  };
}

function geminiSamples(): Samples {
  const log = '/home/me/.gemini/tmp/w/chats/session-2026-03-02T10-30-1f0c1f0c.jsonl';
  const payload = (event: string, hook_event_name: string, fields: JsonObject): [string, JsonObject] => [
    event,
    { session_id: SESSION, cwd: '/w', transcript_path: log, hook_event_name, timestamp: AT, ...fields },
  ];
  return {
    host: HOSTS.find(({ name }) => name === 'gemini-cli') as Host,
    start: payload('SessionStart', 'SessionStart', { source: 'startup' }),
    prompt: payload('UserPromptSubmit', 'BeforeAgent', { prompt: 'Count prices in cents' }),
    machinePrompt: '<session_context>\nThis is the Gemini CLI.</session_context>',
    edit: payload('PostToolUse', 'AfterTool', {
      ...{ tool_name: 'replace', tool_input: EDIT },
      tool_response: { llmContent: 'Done.', returnDisplay: { fileDiff: '@@\n-cost\n+const price = 1;\n' } },
    }),
    ownTool: 'mcp_c-mem_search',
    stop: payload('Stop', 'AfterAgent', { prompt_response: 'Prices are integers now.' }),
    end: payload('SessionEnd', 'SessionEnd', { reason: 'exit' }),
    unknown: payload('PreCompact', 'PreCompress', { trigger: 'auto' }),
    records: [
      { id: 'u1', timestamp: AT, type: 'gemini', content: 'Only here.' },
      {
        ...{ id: 'u2', timestamp: AT, type: 'gemini', content: '' },
        toolCalls: [
          {
            ...{ id: 'c2', name: 'run_shell_command', args: { command: 'npm test' }, status: 'success' },
            result: [{ functionResponse: { response: { output: 'Output: ok' } } }],
          },
        ],
      },
    ],
    file: (folder) => join(folder, 'session-2026-03-02T10-30-1f0c1f0c.jsonl'),
    hasNoCallIds: true,
  };
}

function openCodeSamples(): Samples {
  const payload = (hook_event_name: string, fields: JsonObject): [string, JsonObject] => [
    hook_event_name,
    { opencode_plugin: 1, session_id: SESSION, prompt_id: 'p1', cwd: '/w', hook_event_name, ...fields },
  ];
  const info = (fields: JsonObject): JsonObject => ({
    role: 'assistant',
    time: { created: Date.parse(AT) },
    ...fields,
  });
  return {
    host: HOSTS.find(({ name }) => name === 'opencode') as Host,
    start: payload('SessionStart', { source: 'startup' }),
    prompt: payload('UserPromptSubmit', { prompt: 'Count prices in cents' }),
    machinePrompt: null,
    edit: payload('PostToolUse', {
      ...{ tool_name: 'edit', tool_use_id: 'call_1' },
      tool_input: { filePath: '/w/src/cart.ts', oldString: 'cost', newString: 'const price = 1;' },
      tool_response: { output: 'Edit applied successfully.', metadata: {} },
    }),
    ownTool: 'c-mem_search',
    stop: payload('Stop', { last_assistant_message: 'Prices are integers now.' }),
    end: payload('SessionEnd', { reason: 'other' }),
    unknown: payload('Notification', {}),
    records: [
      { info: info({ id: 'm1' }), parts: [{ type: 'text', text: 'Only here.' }] },
      {
        info: info({ id: 'm2' }),
        parts: [
          {
            ...{ type: 'tool', tool: 'bash', callID: 'call_2' },
            state: { status: 'completed', input: { command: 'npm test' }, output: 'ok', metadata: { exit: 0 } },
          },
        ],
      },
    ],
    document: (records) => ({
      info: { id: SESSION, directory: '/w', title: 'New session - 1', time: { created: Date.parse(AT) } },
      messages: records,
    }),
    file: (folder) => join(folder, 'export.json'),
  };
}

function copilotSamples(): Samples {
  const payload = (event: string, fields: JsonObject): [string, JsonObject] => [
    event,
    { sessionId: SESSION, timestamp: Date.parse(AT), cwd: '/w', ...fields },
  ];
  const record = (type: string, id: string, data: JsonObject): JsonObject => ({ type, id, timestamp: AT, data });
  return {
    host: HOSTS.find(({ name }) => name === 'copilot-cli') as Host,
    start: payload('SessionStart', { source: 'new', initialPrompt: 'Count prices in euros' }),
    prompt: payload('UserPromptSubmit', { prompt: 'Count prices in cents' }),
    machinePrompt: '<system_notification>done</system_notification>',
    edit: payload('PostToolUse', {
      toolName: 'edit',
      toolArgs: { path: '/w/src/cart.ts', old_str: 'cost', new_str: 'const price = 1;' },
      toolResult: { resultType: 'success', textResultForLlm: 'File /w/src/cart.ts updated with changes.' },
    }),
    ownTool: 'c-mem-search',
    stop: payload('Stop', { stopReason: 'end_turn' }),
    saysNoMessage: true,
    end: payload('SessionEnd', { reason: 'complete' }),
    unknown: payload('PreCompact', {}),
    records: [
      record('assistant.message', 'u1', { content: 'Only here.' }),
      record('tool.execution_start', 'u2', { toolCallId: 'c2', toolName: 'bash', arguments: { command: 'npm test' } }),
      record('tool.execution_complete', 'u3', { toolCallId: 'c2', success: true, result: { content: 'ok' } }),
    ],
    pathKey: 'transcriptPath',
    file: (folder) => join(folder, `${SESSION}.jsonl`),
    hasNoCallIds: true,
  };
}

function cursorSamples(): Samples {
  const payload = (event: string, hook_event_name: string, fields: JsonObject): [string, JsonObject] => [
    event,
    {
      ...{ conversation_id: SESSION, generation_id: 'p1', hook_event_name, cursor_version: '3.7' },
      ...{ workspace_roots: ['/w'], user_email: 'dev@example.org', transcript_path: null, ...fields },
    },
  ];
  const line = (content: JsonObject[]): JsonObject => ({ role: 'assistant', message: { content } });
  return {
    host: HOSTS.find(({ name }) => name === 'cursor') as Host,
    start: payload('SessionStart', 'sessionStart', {}),
    prompt: payload('UserPromptSubmit', 'beforeSubmitPrompt', { prompt: 'Count prices in cents' }),
    machinePrompt: null,
    edit: payload('PostToolUse', 'postToolUse', {
      ...{ tool_name: 'Write', tool_use_id: 'tool_1', tool_output: '{"success":true}' },
      tool_input: { file_path: '/w/src/cart.ts', content: 'const price = 1;' },
    }),
    ownTool: 'MCP:c-mem search',
    stop: payload('Stop', 'stop', { status: 'completed' }),
    saysNoMessage: true,
    end: payload('SessionEnd', 'sessionEnd', { reason: 'completed' }),
    unknown: payload('Notification', 'workspaceOpen', {}),
    records: [line([{ type: 'text', text: 'Only here.' }]), line([{ type: 'tool_use', name: 'Shell', input: {} }])],
    file: (folder) => join(folder, `${SESSION}.jsonl`),
    isForImport: true,
  };
}

const toy = (fields: JsonObject): JsonObject => ({ toy_version: '1', chat: SESSION, dir: '/w', turn: 'p1', ...fields });
const SAMPLES: Samples[] = [
  claudeShaped(HOSTS.find(({ name }) => name === 'claude-code') as Host, true),
  claudeShaped(generic, true),
  codexSamples(),
  geminiSamples(),
  openCodeSamples(),
  copilotSamples(),
  cursorSamples(),
  {
    host: toyHost,
    start: ['begin', toy({})],
    prompt: ['ask', toy({ words: 'Count prices in cents' })],
    machinePrompt: '[toy] tick',
    edit: [
      'did',
      toy({
        did: { tool: 'scribble', id: 't1', with: { where: '/w/src/cart.ts', ink: 'const price = 1;' }, got: 'ok' },
      }),
    ],
    ownTool: 'c-mem/search',
    stop: ['done', toy({ words: 'Prices are integers now.' })],
    end: ['bye', toy({})],
    unknown: ['purr', toy({})],
    records: [
      { toy: 1, chat: SESSION, id: 'u1', turn: 'p1', at: AT, said: 'Only the transcript knows this.' },
      {
        toy: 1,
        chat: SESSION,
        id: 'u2',
        turn: 'p1',
        at: AT,
        did: { id: 't2', tool: 'sh', with: { line: 'npm test' }, got: 'ok' },
      },
    ],
    pathKey: 'log',
    file: (folder) => join(folder, `${SESSION}.log`),
  },
];

it('every host in the registry has samples here', () => {
  const sampled = SAMPLES.map(({ host }) => host.name);
  for (const { name } of HOSTS) expect(sampled).toContain(name);
  expect(new Set(HOSTS.map(({ name }) => name)).size).toBe(HOSTS.length);
});

describe.each(SAMPLES.map((samples) => [samples.host.name, samples] as const))('%s', (name, samples) => {
  const { host } = samples;
  let bench: CaptureBench;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'c-mem-host-'));
    bench = createCaptureBench({ hosts: [...HOSTS, toyHost] });
  });
  afterEach(() => {
    bench.store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const take = ([event, payload]: [string, JsonObject], plugin = false) =>
    bench.take(payload, { event, host: name, plugin });

  it('has a name that fits into a spool header', () => {
    expect(name).toMatch(/^[a-z][a-z0-9-]*$/);
    expect(host.title).not.toBe('');
  });

  it('is recognized by its marks, parsed or not, and by no other host', () => {
    const [, payload] = samples.prompt;
    const recognizing = [...HOSTS, toyHost].filter((each) => each.recognizes(payload)).map((each) => each.name);
    if (host === generic) return expect(generic.recognizes(payload)).toBe(false);
    expect(recognizing).toEqual([name]);
    for (const raw of [JSON.stringify(payload), JSON.stringify(payload, null, 2)])
      expect(host.recognizesRaw(raw)).toBe(true);
    expect(host.recognizes({})).toBe(false);
    expect(host.recognizesRaw('{}')).toBe(false);
    // Our plugin in this host, run by another one: nothing is kept.
    expect(take(['Stop', { session_id: 'x', sessionId: 'x', chat: 'x' }], true).result).toBe('ignored');
  });

  it('has its session captured under its name, in order, each event once', () => {
    for (const event of [samples.start, samples.prompt, samples.edit, samples.stop, samples.end])
      expect(take(event).result, event[0]).toBe('added');
    if (!samples.hasNoCallIds) expect(take(samples.edit).result).toBe('known');
    expect(take(samples.unknown).result).toBe('ignored');
    expect(bench.store.parts.sessions.find(SESSION)).toMatchObject({ host: name, status: 'completed' });
    const events = bench.events(SESSION);
    expect(events.map(({ kind }) => kind)).toEqual(['session_start', 'prompt', 'tool', 'stop', 'session_end']);
    expect(events[1]?.body).toEqual({ text: 'Count prices in cents' });
    expect(events[2]?.files).toMatchObject([{ path: '/w/src/cart.ts', role: 'modified' }]);
    const message = samples.saysNoMessage ? null : 'Prices are integers now.';
    expect(events[3]?.body).toMatchObject({ message });
  });

  it('never stores a private prompt, a secret, its own machine prompts or calls of our own tools', () => {
    const [event, payload] = samples.prompt;
    const words = Object.keys(payload).find((key) => payload[key] === 'Count prices in cents') as string;
    const ask = (text: string) => take([event, { ...payload, [words]: text }]).result;
    expect(ask('<private>QZX</private>')).toBe('private-turn');
    if (samples.machinePrompt !== null) expect(ask(samples.machinePrompt)).toBe('ignored');
    expect(host.tools.isOurs(samples.ownTool)).toBe(true);
    expect(host.tools.isOurs('Bash')).toBe(false);
    expect(JSON.stringify(bench.events(SESSION))).not.toContain('QZX');
  });

  it('describes what its tools did, so that a compressor can recognize a change', () => {
    for (const event of [samples.start, samples.prompt, samples.edit, samples.stop]) take(event);
    const events = bench.events(SESSION);
    const call = events.find(({ kind }) => kind === 'tool');
    const input = call?.body?.['input'] ?? null;
    const facts = host.tools.describe({ id: null, name: call?.toolName ?? null, input, response: 'ok' });
    expect(facts.after).toContain('price');
    const material = {
      host: name,
      events,
      turn: events,
      root: '/w',
      final: true,
      knownTitles: [],
      notes: [],
      sessionTitle: null,
      before: [],
    };
    const { observations } = compressEmbedded(material);
    expect(observations[0]?.filesModified).toEqual(['/w/src/cart.ts']);
  });

  it('reads from its transcript what no hook reported', async () => {
    if (!samples.records || !host.transcripts) return expect(host.transcripts).toBeNull();
    const path = samples.file(folder);
    if (samples.isForImport) {
      const entries = samples.records.flatMap((record) => host.transcripts?.readRecord(record, () => '') ?? []);
      expect(entries.map(({ what }) => what)).toEqual(['message', 'call', 'result']);
      return expect(host.readPayload(...samples.prompt).transcriptPath).toBeNull();
    }
    for (const [event, payload] of [samples.start, samples.prompt]) {
      const key = samples.pathKey ?? 'transcript_path';
      take([event, { ...payload, [key]: path }]);
    }
    if (samples.document) {
      writeFileSync(path, JSON.stringify(samples.document(samples.records)));
      expect(await bench.read(SESSION)).toMatchObject({ added: 2 });
    } else {
      // A record damaged by a crash is lost, but not the one after it.
      const [first = {}, ...others] = samples.records.map((record) => JSON.stringify(record));
      writeFileSync(path, `${first}\n{"torn": "\n${others.join('\n')}\n`);
      expect(await bench.read(SESSION)).toMatchObject({ added: 2, unreadable: 1 });
    }
    expect(bench.events(SESSION).map(({ kind }) => kind)).toEqual(['session_start', 'prompt', 'message', 'tool']);
    expect(await bench.read(SESSION)).toMatchObject({ added: 0 });
    const { sessionId } = host.transcripts.describe(samples.records[0] as JsonObject);
    expect(host.transcripts.sessionOf(path) ?? sessionId ?? SESSION).toBe(SESSION);
    if (!samples.document)
      expect(host.transcripts.describe(samples.records[0] as JsonObject)).toMatchObject({ at: Date.parse(AT) });
  });

  it('returns a context in its own format', () => {
    expect(host.answer('SessionStart', 'what is known')).toContain('what is known');
  });
});
