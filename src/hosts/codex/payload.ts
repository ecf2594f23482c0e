// Codex's hook payloads: those of Claude Code with a turn ID, and with tool output as plain text.
import type { HostEvent } from '../../domain/host-event.ts';
import type { JsonObject } from '../../domain/json.ts';
import * as generic from '../generic/payload.ts';
import { readOutput } from './output.ts';

export function readPayload(event: string, payload: JsonObject): HostEvent {
  const read = generic.readPayload(event, { ...payload, prompt_id: payload['turn_id'] ?? null });
  const { tool } = read;
  if (!tool || typeof tool.response !== 'string') return read;
  // There is no event for a failure: only the text of some tools tells.
  const { response: _, ...call } = tool;
  const result = readOutput(tool.response);
  return { ...read, kind: result.error === undefined ? 'tool' : 'tool_failure', tool: { ...call, ...result } };
}

/** What Codex adds to the conversation in the user's name. */
export function isMachinePrompt(text: string): boolean {
  return /^\s*<(?:environment_context|user_instructions|turn_aborted|subagent_notification|skill)>/.test(text);
}
