// The payloads that our OpenCode plugin sends: those of `c-mem hook`, with what OpenCode says about a call.
import type { HostEvent } from '../../domain/host-event.ts';
import { isObject, type JsonObject } from '../../domain/json.ts';
import * as generic from '../generic/payload.ts';
import { readCompleted, readError } from './result.ts';
import { unquoted } from './typed.ts';

export function readPayload(event: string, payload: JsonObject): HostEvent {
  const read = generic.readPayload(event, payload);
  if (read.prompt) {
    const words = unquoted(read.prompt.text);
    // Quotes may be all that is left of private text.
    const isPrivate = read.prompt.isPrivate || (payload['c_mem_stripped'] === true && words.trim() === '');
    return { ...read, prompt: { text: words, isPrivate } };
  }
  if (!read.tool) return read;
  const { response, error, interrupted: _, ...call } = read.tool;
  const result = isObject(response) ? readCompleted(response) : readError(error ?? '');
  return { ...read, kind: result.error === undefined ? 'tool' : 'tool_failure', tool: { ...call, ...result } };
}

/** OpenCode sends no prompts of its own. */
export function isMachinePrompt(): boolean {
  return false;
}
