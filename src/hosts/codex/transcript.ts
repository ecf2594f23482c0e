// Codex's transcripts, called rollouts: what their records contain. The format is the client's own and changes, so every
// field is optional and unknown records are skipped.
import { basename, join } from 'node:path';
import { isObject, type Json, type JsonObject, object, text } from '../../domain/json.ts';
import { textDigest } from '../../text/digest.ts';
import type { HostTranscripts, RecordMeta, TranscriptEntry } from '../host.ts';
import { configFolder } from './environment.ts';
import { readOutput } from './output.ts';
import { asHooksReport } from './tools.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

export const transcripts: HostTranscripts = {
  folder: () => join(configFolder(), 'sessions'),
  readRecord,
  recordStart: /\{"timestamp":/,
  subagents: async () => [],
  agentOf: () => null,
  // A subagent's rollout names the session it belongs to inside, and itself in its file name.
  sessionOf: (path) => UUID.exec(basename(path).replace(/^rollout-[\dT-]*?-(?=[0-9a-f]{8}-)/, ''))?.[0] ?? null,
  describe(record) {
    const payload = object(record, 'payload') ?? {};
    const at = Date.parse(text(record, 'timestamp') ?? '');
    return {
      sessionId: record['type'] === 'session_meta' ? text(payload, 'id') : null,
      cwd: text(payload, 'cwd'),
      at: Number.isNaN(at) || record['type'] === 'session_meta' ? null : at,
    };
  },
  unknownType(record) {
    const [type, kind] = typesOf(record);
    if (type !== null && QUIET.has(type)) return null;
    if (type === 'event_msg' && kind !== null && QUIET_EVENTS.has(kind)) return null;
    if (type === 'response_item' && kind !== null && ITEMS.has(kind)) return null;
    return [type ?? 'without a type', kind].filter(Boolean).join('/');
  },
};

/** Records and events about the client itself, or that repeat what another record says. */
const QUIET = new Set(
  'session_meta turn_context world_state token_usage_record inter_agent_communication_metadata compacted'.split(' '),
);
const QUIET_EVENTS = new Set(
  (
    'task_started task_complete token_count user_message item_completed agent_message agent_reasoning ' +
    'exec_command_end patch_apply_end mcp_tool_call_end web_search_end thread_settings_applied sub_agent_activity ' +
    'context_compacted turn_aborted error warning thread_name_updated item_started turn_diff plan_update'
  ).split(' '),
);
const ITEMS = new Set(
  (
    'message reasoning agent_message function_call function_call_output custom_tool_call custom_tool_call_output ' +
    'local_shell_call web_search_call tool_search_call tool_search_output compaction ghost_snapshot'
  ).split(' '),
);

const typesOf = (record: JsonObject): [string | null, string | null] => {
  const payload = object(record, 'payload');
  return [text(record, 'type'), payload && text(payload, 'type')];
};

/** Everything in one record, in order. */
function readRecord(record: JsonObject): TranscriptEntry[] {
  const payload = object(record, 'payload');
  if (!payload) return [];
  const [type, kind] = typesOf(record);
  const meta = readMeta(record, payload);
  if (type === 'event_msg') return readEvent(kind, payload, meta);
  if (type === 'response_item') return readItem(kind, payload, meta);
  return [];
}

function readMeta(record: JsonObject, payload: JsonObject): RecordMeta {
  const at = Date.parse(text(record, 'timestamp') ?? '');
  const passed = object(payload, 'internal_chat_message_metadata_passthrough') ?? {};
  return {
    // Records have no ID that is unique among all sessions.
    recordId: textDigest(JSON.stringify(record)),
    promptId: text(payload, 'turn_id') ?? text(passed, 'turn_id'),
    at: Number.isNaN(at) ? null : at,
    cwd: null,
    branch: null,
    agentId: null,
    sidechain: false,
  };
}

/** Events say what the user typed; the messages also hold what the client adds in the user's name. */
function readEvent(kind: string | null, payload: JsonObject, meta: RecordMeta): TranscriptEntry[] {
  if (kind === 'user_message') return promptOf(text(payload, 'message') ?? '', payload, meta);
  if (kind === 'thread_name_updated') return noteOf('given-title', text(payload, 'thread_name'), meta);
  const item = kind === 'item_completed' ? object(payload, 'item') : null;
  if (item?.['type'] === 'Plan') return noteOf('plan', text(item, 'text'), meta);
  if (item?.['type'] !== 'UserMessage') return [];
  const parts = Array.isArray(item['content']) ? item['content'].filter(isObject) : [];
  const words = parts.map((part) => text(part, 'text') ?? '').join('\n');
  return promptOf(words, { images: parts.filter((part) => part['type'] !== 'text') }, meta);
}

function promptOf(words: string, { images }: JsonObject, meta: RecordMeta): TranscriptEntry[] {
  const pictured = Array.isArray(images) && images.length > 0;
  return words.trim() !== '' || pictured ? [{ what: 'prompt', text: words, meta }] : [];
}

const noteOf = (kind: 'plan' | 'given-title', words: string | null, meta: RecordMeta): TranscriptEntry[] =>
  words?.trim() ? [{ what: 'note', note: { kind, text: words }, meta }] : [];

function readItem(kind: string | null, payload: JsonObject, meta: RecordMeta): TranscriptEntry[] {
  switch (kind) {
    case 'message': {
      const words = text(payload, 'role') === 'assistant' ? textOf(payload['content'] ?? null) : '';
      const final = text(payload, 'phase') !== 'commentary';
      return words.trim() === '' ? [] : [{ what: 'message', text: words, index: 0, final, meta }];
    }
    case 'function_call':
    case 'custom_tool_call':
    case 'tool_search_call':
    case 'local_shell_call':
      return readCall(kind, payload, meta);
    case 'web_search_call': {
      // Complete in itself: the service searched.
      const id = text(payload, 'id') ?? (meta.recordId as string);
      const input = payload['action'] ?? null;
      return [
        { what: 'call', id, name: 'web_search', input, meta },
        { what: 'result', id, result: { response: '' }, meta },
      ];
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'tool_search_output': {
      const id = text(payload, 'call_id');
      const output = payload['output'] ?? payload['tools'] ?? null;
      const result = kind === 'tool_search_output' ? { response: '' } : readOutput(textOf(output));
      return id ? [{ what: 'result', id, result, meta }] : [];
    }
    default:
      return [];
  }
}

function readCall(kind: string, payload: JsonObject, meta: RecordMeta): TranscriptEntry[] {
  const id = text(payload, 'call_id') ?? text(payload, 'id');
  if (!id) return [];
  const own = text(payload, 'name') ?? (kind === 'local_shell_call' ? 'local_shell' : 'tool_search');
  const space = text(payload, 'namespace');
  const raw = payload['arguments'] ?? payload['input'] ?? payload['action'] ?? null;
  const { name, input } = asHooksReport(space ? `${space}__${own}` : own, kind === 'function_call' ? parsed(raw) : raw);
  return [{ what: 'call', id, name, input, meta }];
}

/** Arguments are JSON in a string. */
function parsed(value: Json): Json {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}

/** A string, or the text of a list of parts. */
function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (isObject(value)) return JSON.stringify(value);
  return Array.isArray(value)
    ? value
        .filter(isObject)
        .map((part) => text(part, 'text') ?? '')
        .join('\n')
    : '';
}
