// Gemini CLI's hook payloads. What we injected at the start of a session comes back in the next prompt.
import type { EventKind } from '../../domain/event.ts';
import type { HostEvent, ToolCall } from '../../domain/host-event.ts';
import { isObject, type JsonObject, text } from '../../domain/json.ts';
import { withoutContext } from './context.ts';
import { readResult } from './result.ts';

const KINDS: Record<string, EventKind> = {
  SessionStart: 'session_start',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'tool_failure',
  PostToolUse: 'tool',
  Stop: 'stop',
  SessionEnd: 'session_end',
};
/** Gemini's own names, in case a user configured the hook. */
const OURS: Record<string, string> = {
  BeforeAgent: 'UserPromptSubmit',
  BeforeTool: 'PreToolUse',
  AfterTool: 'PostToolUse',
  AfterAgent: 'Stop',
};

export function readPayload(event: string, payload: JsonObject): HostEvent {
  const named = text(payload, 'hook_event_name') ?? event;
  const name = Object.hasOwn(OURS, named) ? (OURS[named] as string) : named;
  const kind = Object.hasOwn(KINDS, name) ? (KINDS[name] as EventKind) : null;
  const read: HostEvent = {
    kind,
    sessionId: text(payload, 'session_id') ?? '',
    promptId: null,
    cwd: text(payload, 'cwd'),
    transcriptPath: text(payload, 'transcript_path'),
    agentId: null,
    agentType: null,
    agentTranscriptPath: null,
    durationMs: null,
  };
  return kind ? { ...read, ...contentOf(kind, payload) } : read;
}

function contentOf(kind: EventKind, payload: JsonObject): Partial<HostEvent> {
  switch (kind) {
    case 'prompt': {
      const words = withoutContext(text(payload, 'prompt') ?? '');
      // Our own context may be all that is left beside private text.
      const isPrivate = payload['c_mem_private_turn'] === true || (payload['c_mem_stripped'] === true && words === '');
      return { prompt: { text: words, isPrivate } };
    }
    case 'tool_failure':
      // A call that begins: it counts as cut off until its end is reported.
      return { tool: { ...callOf(payload), interrupted: 'unknown' } };
    case 'tool': {
      const response = payload['tool_response'];
      const result = readResult(isObject(response) ? response : {});
      return { kind: result.error === undefined ? 'tool' : 'tool_failure', tool: { ...callOf(payload), ...result } };
    }
    case 'stop':
      return { message: text(payload, 'prompt_response') };
    case 'session_start': {
      const source = text(payload, 'source');
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

/** Gemini names no ID for a call. */
function callOf(payload: JsonObject): ToolCall {
  return {
    name: text(payload, 'tool_name'),
    id: null,
    input: payload['tool_input'] ?? null,
    stripped: payload['c_mem_stripped'] === true,
  };
}

/** What Gemini tells the model in the user's name when a chat begins. */
export function isMachinePrompt(words: string): boolean {
  return /^\s*<session_context>/.test(words);
}
