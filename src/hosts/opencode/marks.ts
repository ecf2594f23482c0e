// Recognizes payloads of our OpenCode plugin, which writes them itself.
import type { JsonObject } from '../../domain/json.ts';

export function isOpenCode(payload: JsonObject): boolean {
  return payload['opencode_plugin'] === 1;
}

export function looksLikeOpenCode(rawJson: string): boolean {
  return /"opencode_plugin"\s{0,4}:\s{0,4}1\b/.test(rawJson);
}
