// Recognizes Copilot CLI's payloads: fields in camel case, and a time in milliseconds.
import { type JsonObject, number, text } from '../../domain/json.ts';

export function isCopilot(payload: JsonObject): boolean {
  return text(payload, 'sessionId') !== null && number(payload, 'timestamp') !== null && !('session_id' in payload);
}

export function looksLikeCopilot(rawJson: string): boolean {
  return (
    /"sessionId"\s{0,4}:\s{0,4}"[^"]/.test(rawJson) &&
    /"timestamp"\s{0,4}:\s{0,4}\d/.test(rawJson) &&
    !/"session_id"\s{0,4}:/.test(rawJson)
  );
}
