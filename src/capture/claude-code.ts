// Claude Code's hook payloads -> captures. Every field is optional but the session's id.
import type { Capture, EventKind, EventSource } from '../domain/event.ts';
import { type Json, type JsonObject, number, text } from '../domain/json.ts';
import type { CleanseOptions } from './clean/fields.ts';
import { cleanseText } from './clean/fields.ts';
import { isClaudeCode } from './marks.ts';
import { isSkippedTool, shapePrompt, shapeTool } from './shape.ts';

/** What came in at the door, before anything was made of it. */
export interface Arrival {
  /** The event's name as the door knows it; the payload's own name goes first. */
  event: string;
  /** The host's launch folder, where the door knows it. */
  projectDir: string | null;
  /** The unique name under which it came in. */
  id: string;
  at: number;
  source: EventSource;
  /** Which host sends it; if nobody said, Claude Code is known by its marks. */
  host?: string | null;
  /** From a hook that we installed into that host: what lacks the host's marks was sent by another one. */
  plugin?: boolean;
  /** The project as the host names it: an id, a path or a name. */
  project?: string;
  /** A prompt that is told only now that its turn is over. */
  atEnd?: boolean;
  payload: JsonObject;
}

export type Shaped =
  | { outcome: 'capture'; capture: Capture }
  | { outcome: 'private-turn' }
  | { outcome: 'ignored'; why: 'event' | 'tool' | 'machine-prompt' | 'no-agent' | 'empty' };

export interface ShapeOptions extends CleanseOptions {
  skipTools: readonly string[];
}

const CLAUDE_CODE = 'claude-code';

const KINDS: Record<string, EventKind> = {
  SessionStart: 'session_start',
  UserPromptSubmit: 'prompt',
  PostToolUse: 'tool',
  PostToolUseFailure: 'tool_failure',
  Stop: 'stop',
  SubagentStop: 'subagent_stop',
  PreCompact: 'pre_compact',
  SessionEnd: 'session_end',
};

export function hostOf({ host, payload }: Pick<Arrival, 'host' | 'payload'>): string {
  return host ?? (isClaudeCode(payload) ? CLAUDE_CODE : 'other');
}

/** Whether our hook in one host was run by another. */
export function isForeign({ plugin, host, payload }: Pick<Arrival, 'plugin' | 'host' | 'payload'>): boolean {
  return plugin === true && host === CLAUDE_CODE && !isClaudeCode(payload);
}

export function eventName(arrival: Pick<Arrival, 'event' | 'payload'>): string {
  const named = text(arrival.payload, 'hook_event_name');
  const isKnown = (name: string) => Object.hasOwn(KINDS, name);
  return named && (isKnown(named) || !isKnown(arrival.event)) ? named : arrival.event;
}

/** Shapes one hook payload; `sessionId` was checked by the caller. */
export function shapePayload(arrival: Arrival, sessionId: string, options: ShapeOptions): Shaped {
  const { payload } = arrival;
  const name = eventName(arrival);
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (!kind) return { outcome: 'ignored', why: 'event' };

  const toolUseId = text(payload, 'tool_use_id');
  const capture: Capture = {
    kind,
    source: arrival.source,
    host: hostOf(arrival),
    sessionId,
    key: `spool:${arrival.id}`,
    at: arrival.at,
    promptId: text(payload, 'prompt_id'),
    toolName: null,
    toolUseId: null,
    agentId: text(payload, 'agent_id'),
    agentType: text(payload, 'agent_type'),
    cwd: text(payload, 'cwd'),
    branch: null,
    durationMs: whole(number(payload, 'duration_ms')),
    files: [],
    recordId: null,
    body: {},
  };

  switch (kind) {
    case 'prompt': {
      const prompt = shapePrompt(text(payload, 'prompt') ?? '', options);
      if (prompt.kind === 'private' || payload['c_mem_private_turn'] === true) return { outcome: 'private-turn' };
      if (prompt.kind === 'machine') return { outcome: 'ignored', why: 'machine-prompt' };
      capture.body = { text: prompt.text };
      if (arrival.atEnd) capture.atEnd = { message: saidLast(payload, options) };
      break;
    }
    case 'tool':
    case 'tool_failure': {
      capture.toolName = text(payload, 'tool_name');
      if (isSkippedTool(capture.toolName, options.skipTools)) return { outcome: 'ignored', why: 'tool' };
      capture.toolUseId = toolUseId;
      if (toolUseId) capture.key = `tool:${toolUseId}`;
      const shape = shapeTool(
        {
          name: capture.toolName,
          input: payload['tool_input'] ?? null,
          stripped: payload['c_mem_stripped'] === true,
          ...(kind === 'tool'
            ? { response: payload['tool_response'] ?? payload['tool_output'] ?? null }
            : { error: wordsOf(payload['error']), interrupted: payload['is_interrupt'] === true }),
        },
        options,
      );
      capture.body = shape.body;
      capture.files = shape.files;
      break;
    }
    case 'subagent_stop':
      if (!capture.agentType) return { outcome: 'ignored', why: 'no-agent' };
      capture.body = lastMessage(payload, options);
      break;
    case 'stop': {
      capture.body = lastMessage(payload, options);
      const told = text(payload, 'last_user_message');
      const asked = told ? shapePrompt(told, options) : null;
      if (asked?.kind === 'typed') capture.body = { ...capture.body, asked: asked.text };
      break;
    }
    case 'session_start':
      capture.body = pick(payload, ['source', 'model'], options);
      break;
    case 'session_end':
      capture.body = pick(payload, ['reason'], options);
      break;
    case 'pre_compact':
      capture.body = pick(payload, ['trigger', 'custom_instructions'], options);
      break;
    case 'message':
      break;
  }
  return { outcome: 'capture', capture };
}

function whole(value: number | null): number | null {
  return value === null || Math.abs(value) > Number.MAX_SAFE_INTEGER ? null : Math.round(value);
}

/** Words, however they are wrapped. */
function wordsOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function lastMessage(payload: JsonObject, options: CleanseOptions): JsonObject {
  return { message: saidLast(payload, options) };
}

function saidLast(payload: JsonObject, options: CleanseOptions): string | null {
  const message = wordsOf(payload['last_assistant_message']);
  return message === '' ? null : cleanseText(message, options);
}

function pick(payload: JsonObject, keys: string[], options: CleanseOptions): JsonObject {
  const body: { [key: string]: Json } = {};
  for (const key of keys) {
    const value = text(payload, key);
    if (value !== null) body[key] = cleanseText(value, options);
  }
  return body;
}
