// Recognizes Claude Code's payloads among those of other hosts that load the same plugin format, by the path of the
// transcript: `<configuration folder>/projects/<project folder>/<session>.jsonl`. The configuration folder may be
// anywhere. spool.sh makes the same test in awk.
import { type JsonObject, text } from '../../domain/json.ts';

const IN_PATH = /[\\/]projects[\\/]+[^\\/"]+[\\/]+[^\\/"]+\.jsonl$/;
const IN_JSON = /"transcript_path"\s{0,4}:\s{0,4}"([^"]*[\\/]projects[\\/]+[^\\/"]+[\\/]+[^\\/"]+\.jsonl)"/;
/** Droid keeps its transcripts in a tree of the same shape. */
const OTHER_HOST = /[\\/]\.factory[\\/]/;

export function isClaudeCode(payload: JsonObject): boolean {
  const path = text(payload, 'transcript_path');
  return path !== null && IN_PATH.test(path) && !OTHER_HOST.test(path);
}

/** The same for an unparsed payload. */
export function looksLikeClaudeCode(rawJson: string): boolean {
  const path = IN_JSON.exec(rawJson)?.[1];
  return path !== undefined && !OTHER_HOST.test(path);
}
