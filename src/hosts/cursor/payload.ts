// Cursor's hook payloads, as its documentation describes them. The user's email address, which is in each of them, is never
// read.
import type { EventKind } from '../../domain/event.ts';
import type { HostEvent, ToolCall } from '../../domain/host-event.ts';
import { type Json, type JsonObject, number, text } from '../../domain/json.ts';

const KINDS: Record<string, EventKind> = {
  SessionStart: 'session_start',
  UserPromptSubmit: 'prompt',
  PostToolUse: 'tool',
  PostToolUseFailure: 'tool_failure',
  AgentMessage: 'message',
  Stop: 'stop',
  SubagentStop: 'subagent_stop',
  PreCompact: 'pre_compact',
  SessionEnd: 'session_end',
};

export function readPayload(event: string, payload: JsonObject): HostEvent {
  const kind = Object.hasOwn(KINDS, event) ? (KINDS[event] as EventKind) : null;
  const roots = payload['workspace_roots'];
  const root = Array.isArray(roots) && typeof roots[0] === 'string' ? roots[0] : null;
  const read: HostEvent = {
    kind,
    sessionId: text(payload, 'conversation_id') ?? text(payload, 'session_id') ?? '',
    promptId: text(payload, 'generation_id'),
    cwd: root ?? text(payload, 'cwd'),
    // Its records have no IDs, so nothing shows which of them hooks have reported.
    transcriptPath: null,
    agentId: text(payload, 'subagent_id'),
    agentType: text(payload, 'subagent_type'),
    agentTranscriptPath: null,
    durationMs: number(payload, 'duration'),
  };
  return kind ? { ...read, ...contentOf(kind, payload) } : read;
}

function contentOf(kind: EventKind, payload: JsonObject): Partial<HostEvent> {
  switch (kind) {
    case 'prompt':
      return { prompt: { text: text(payload, 'prompt') ?? '', isPrivate: payload['c_mem_private_turn'] === true } };
    case 'tool':
      return { tool: { ...callOf(payload), response: parsed(payload['tool_output'] ?? null) } };
    case 'tool_failure': {
      const error = text(payload, 'error_message') ?? text(payload, 'failure_type') ?? 'failed';
      return { tool: { ...callOf(payload), error, interrupted: payload['is_interrupt'] === true } };
    }
    case 'message':
      return { message: text(payload, 'text') };
    case 'subagent_stop':
      return { message: text(payload, 'summary') ?? text(payload, 'result') };
    case 'session_start':
      return { source: 'startup', details: { source: 'startup' } };
    case 'session_end':
      return { details: pick(payload, 'reason') };
    case 'pre_compact':
      return { details: pick(payload, 'trigger') };
    default:
      return {};
  }
}

function callOf(payload: JsonObject): ToolCall {
  return {
    name: text(payload, 'tool_name'),
    id: text(payload, 'tool_use_id'),
    input: parsed(payload['tool_input'] ?? null),
    stripped: payload['c_mem_stripped'] === true,
  };
}

/** Some versions send JSON in a string. */
function parsed(value: Json): Json {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}

function pick(payload: JsonObject, name: string): Record<string, string> {
  const value = text(payload, name);
  return value ? { [name]: value } : {};
}

/** Cursor sends no prompts of its own. */
export function isMachinePrompt(): boolean {
  return false;
}
