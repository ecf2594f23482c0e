// Recognizes Cursor's payloads: Cursor calls a session a conversation.
import { type JsonObject, text } from '../../domain/json.ts';

export function isCursor(payload: JsonObject): boolean {
  return text(payload, 'conversation_id') !== null;
}

export function looksLikeCursor(rawJson: string): boolean {
  return /"conversation_id"\s{0,4}:\s{0,4}"[^"]/.test(rawJson);
}
