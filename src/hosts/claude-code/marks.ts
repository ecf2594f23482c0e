// How a payload of Claude Code is told from one of another host that loads the same plugin format: by the place of its
// transcript, `<configuration folder>/projects/<folder of the project>/<session>.jsonl`. The configuration folder may be
// anywhere. spool.sh tests the same in awk.
import { type JsonObject, text } from '../../domain/json.ts';

const IN_PATH = /[\\/]projects[\\/]+[^\\/"]+[\\/]+[^\\/"]+\.jsonl$/;
const IN_JSON = /"transcript_path"\s{0,4}:\s{0,4}"([^"]*[\\/]projects[\\/]+[^\\/"]+[\\/]+[^\\/"]+\.jsonl)"/;
/** Droid keeps its transcripts in a tree of the same shape. */
const OTHER_HOST = /[\\/]\.factory[\\/]/;

export function isClaudeCode(payload: JsonObject): boolean {
  const path = text(payload, 'transcript_path');
  return path !== null && IN_PATH.test(path) && !OTHER_HOST.test(path);
}

/** The same for a payload that is not parsed yet. */
export function looksLikeClaudeCode(rawJson: string): boolean {
  const path = IN_JSON.exec(rawJson)?.[1];
  return path !== undefined && !OTHER_HOST.test(path);
}
