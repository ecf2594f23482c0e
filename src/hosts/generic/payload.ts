// The payload of `c-mem hook`, which is that of Claude Code's hooks. Every field but the session ID is optional.
import type { EventKind } from '../../domain/event.ts';
import type { HostEvent } from '../../domain/host-event.ts';
import { type Json, type JsonObject, number, text } from '../../domain/json.ts';

const KINDS: Record<string, EventKind> = {
  SessionStart: 'session_start',
  UserPromptSubmit: 'prompt',
  PostToolUse: 'tool',
  PostToolUseFailure: 'tool_failure',
  Stop: 'stop',
  SubagentStop: 'subagent_stop',
  PreCompact: 'pre_compact',
  PostCompact: 'note',
  SessionEnd: 'session_end',
};

export function readPayload(event: string, payload: JsonObject): HostEvent {
  const name = eventName(event, payload);
  const kind = Object.hasOwn(KINDS, name) ? (KINDS[name] as EventKind) : null;
  const read: HostEvent = {
    kind,
    sessionId: text(payload, 'session_id') ?? '',
    promptId: text(payload, 'prompt_id'),
    cwd: text(payload, 'cwd'),
    transcriptPath: text(payload, 'transcript_path'),
    agentId: text(payload, 'agent_id'),
    agentType: text(payload, 'agent_type'),
    agentTranscriptPath: text(payload, 'agent_transcript_path'),
    durationMs: number(payload, 'duration_ms'),
  };
  return kind ? { ...read, ...contentOf(kind, payload) } : read;
}

/** Prefers the name in the payload, unless only the sender's name is a known event. */
function eventName(event: string, payload: JsonObject): string {
  const named = text(payload, 'hook_event_name');
  const isKnown = (name: string) => Object.hasOwn(KINDS, name);
  return named && (isKnown(named) || !isKnown(event)) ? named : event;
}

function contentOf(kind: EventKind, payload: JsonObject): Partial<HostEvent> {
  switch (kind) {
    case 'prompt':
      return {
        // If set, the hook removed the text because it was entirely private.
        prompt: { text: text(payload, 'prompt') ?? '', isPrivate: payload['c_mem_private_turn'] === true },
        message: lastMessage(payload),
      };
    case 'tool':
    case 'tool_failure':
      return { tool: toolOf(kind, payload) };
    case 'subagent_stop':
      return { message: lastMessage(payload) };
    case 'stop':
      return { message: lastMessage(payload), asked: text(payload, 'last_user_message') };
    case 'session_start':
      return { source: text(payload, 'source'), details: pick(payload, ['source', 'model']) };
    case 'session_end':
      return { details: pick(payload, ['reason']) };
    case 'pre_compact':
      return { details: pick(payload, ['trigger', 'custom_instructions']) };
    case 'note': {
      const summary = compactSummary(text(payload, 'compact_summary') ?? '');
      return summary === '' ? { kind: null } : { note: { kind: 'compaction', text: summary } };
    }
    case 'message':
      return {};
  }
}

/** What a compaction keeps, without the model's notes to itself and the client's introduction. */
export function compactSummary(words: string): string {
  const inner = /<summary>([\s\S]*?)(?:<\/summary>|$)/.exec(words)?.[1] ?? words;
  return inner
    .replace(/<analysis>[\s\S]*?<\/analysis>/g, '')
    .replace(/^\s*This session is being continued from a previous conversation[^\n]*\n+/, '')
    .trim();
}

function toolOf(kind: 'tool' | 'tool_failure', payload: JsonObject): NonNullable<HostEvent['tool']> {
  return {
    name: text(payload, 'tool_name'),
    id: text(payload, 'tool_use_id'),
    input: payload['tool_input'] ?? null,
    stripped: payload['c_mem_stripped'] === true,
    ...(kind === 'tool'
      ? { response: payload['tool_response'] ?? payload['tool_output'] ?? null }
      : { error: wordsOf(payload['error']), interrupted: payload['is_interrupt'] === true }),
  };
}

function lastMessage(payload: JsonObject): string | null {
  return wordsOf(payload['last_assistant_message']) || null;
}

/** The value as text, whatever its type. */
function wordsOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function pick(payload: JsonObject, keys: string[]): Record<string, string> {
  const details: Record<string, string> = {};
  for (const key of keys) {
    const value = text(payload, key);
    if (value !== null) details[key] = value;
  }
  return details;
}

/** The end of a background task arrives as a prompt that nobody typed. */
export function isMachinePrompt(text: string): boolean {
  return /^\s*<task-notification[\s>]/i.test(text);
}
