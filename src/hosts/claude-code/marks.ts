// Recognizes Claude Code's payloads among those of other hosts that load the same plugin format: by the path of the
// transcript, `<configuration folder>/projects/<project folder>/<session>.jsonl`, where the configuration folder may be
// anywhere; or by the ID of the prompt, which no other host sends. spool.sh makes the first test in awk.
import { type JsonObject, text } from '../../domain/json.ts';

const IN_PATH = /[\\/]projects[\\/]+[^\\/"]+[\\/]+[^\\/"]+\.jsonl$/;
const ANY_PATH = /"transcript_path"\s{0,4}:\s{0,4}"([^"]*)"/;
const PROMPT_ID = /"prompt_id"\s{0,4}:\s{0,4}"[^"]/;
/** Droid keeps its transcripts in a tree of the same shape. */
const OTHER_HOST = /[\\/]\.factory[\\/]/;

export function isClaudeCode(payload: JsonObject): boolean {
  const path = text(payload, 'transcript_path');
  if (path === null || OTHER_HOST.test(path)) return false;
  return IN_PATH.test(path) || text(payload, 'prompt_id') !== null;
}

/** The same for an unparsed payload. */
export function looksLikeClaudeCode(rawJson: string): boolean {
  const path = ANY_PATH.exec(rawJson)?.[1];
  if (path === undefined || OTHER_HOST.test(path)) return false;
  return IN_PATH.test(path) || PROMPT_ID.test(rawJson);
}
