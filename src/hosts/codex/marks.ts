// Recognizes Codex's payloads: by the name of the transcript, a rollout; by the ID of the turn; or, in a session that
// keeps no transcript, by the empty path.
import { type JsonObject, text } from '../../domain/json.ts';

const ROLLOUT = /[\\/]rollout-[^\\/"]*\.jsonl$/;
const RAW_PATH = /"transcript_path"\s{0,4}:\s{0,4}(null|"([^"]*)")/;
const RAW_TURN = /"turn_id"\s{0,4}:\s{0,4}"[^"]/;
/** Cursor sends an empty path too, but names its conversation. */
const RAW_OTHER = /"conversation_id"\s{0,4}:/;

export function isCodex(payload: JsonObject): boolean {
  if ('conversation_id' in payload) return false;
  const path = payload['transcript_path'];
  if (typeof path === 'string') return ROLLOUT.test(path);
  return text(payload, 'turn_id') !== null || (path === null && text(payload, 'session_id') !== null);
}

export function looksLikeCodex(rawJson: string): boolean {
  if (RAW_OTHER.test(rawJson)) return false;
  const path = RAW_PATH.exec(rawJson);
  if (path?.[2] !== undefined) return ROLLOUT.test(path[2]);
  return RAW_TURN.test(rawJson) || path !== null;
}
