// Copilot CLI's hook payloads. They name no call, no turn and, but for the end of a turn, no transcript.
import type { EventKind } from '../../domain/event.ts';
import type { HostEvent, ToolCall } from '../../domain/host-event.ts';
import { type JsonObject, object, text } from '../../domain/json.ts';
import { transcriptOf } from './environment.ts';
import { readText } from './result.ts';

const KINDS: Record<string, EventKind> = {
  SessionStart: 'session_start',
  UserPromptSubmit: 'prompt',
  PostToolUse: 'tool',
  PostToolUseFailure: 'tool_failure',
  Stop: 'stop',
  SessionEnd: 'session_end',
};

export function readPayload(event: string, payload: JsonObject): HostEvent {
  const kind = Object.hasOwn(KINDS, event) ? (KINDS[event] as EventKind) : null;
  const sessionId = text(payload, 'sessionId') ?? '';
  const read: HostEvent = {
    kind,
    sessionId,
    promptId: null,
    cwd: text(payload, 'cwd'),
    transcriptPath: text(payload, 'transcriptPath') ?? (sessionId === '' ? null : transcriptOf(sessionId)),
    agentId: null,
    agentType: null,
    agentTranscriptPath: null,
    durationMs: null,
  };
  return kind ? { ...read, ...contentOf(kind, payload) } : read;
}

function contentOf(kind: EventKind, payload: JsonObject): Partial<HostEvent> {
  switch (kind) {
    case 'prompt':
      return { prompt: { text: text(payload, 'prompt') ?? '', isPrivate: payload['c_mem_private_turn'] === true } };
    case 'tool': {
      const result = readText(text(object(payload, 'toolResult') ?? {}, 'textResultForLlm') ?? '');
      return { kind: result.error === undefined ? 'tool' : 'tool_failure', tool: { ...callOf(payload), ...result } };
    }
    case 'tool_failure':
      return { tool: { ...callOf(payload), error: text(payload, 'error') ?? 'failed' } };
    case 'session_start': {
      const given = text(payload, 'source');
      const source = given === 'new' ? 'startup' : given;
      return { source, details: source ? { source } : {} };
    }
    case 'session_end': {
      const reason = text(payload, 'reason');
      return { details: reason ? { reason } : {} };
    }
    default:
      return {};
  }
}

function callOf(payload: JsonObject): ToolCall {
  return {
    name: text(payload, 'toolName'),
    id: null,
    input: payload['toolArgs'] ?? null,
    stripped: payload['c_mem_stripped'] === true,
  };
}

/** What Copilot sends in the user's name. */
export function isMachinePrompt(words: string): boolean {
  return /^\s*<(?:system_reminder|system_notification|current_datetime)>/.test(words);
}
