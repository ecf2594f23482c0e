// What a tool of Gemini CLI returned, as hooks and transcripts tell it.
import type { ToolCall } from '../../domain/host-event.ts';
import { isObject, type Json, type JsonObject, object, text } from '../../domain/json.ts';
import { fileDigest } from '../../text/digest.ts';
import { withoutContext } from './context.ts';

type Result = Pick<ToolCall, 'response' | 'error' | 'interrupted'>;

/** A hook's `tool_response`. Whole files in it become a digest. */
export function readResult(response: JsonObject): Result {
  const error = object(response, 'error');
  const words = outputOf(textOf(response['llmContent'] ?? null));
  if (error) return { error: text(error, 'message') ?? words };
  return ended(words, response['returnDisplay'] ?? null);
}

/** A call in a transcript, by its status. */
export function readCall(call: JsonObject): Result | null {
  const response = responseIn(call['result'] ?? null);
  switch (text(call, 'status')) {
    case 'success':
      return ended(outputOf(text(response, 'output') ?? ''), call['resultDisplay'] ?? null);
    case 'error':
      return { error: text(response, 'error') ?? text(response, 'output') ?? 'failed' };
    case 'cancelled':
      return { error: text(response, 'error') ?? 'cancelled', interrupted: true };
    default:
      return null;
  }
}

/** A command that failed is a success to Gemini: only its text has the code. */
function ended(words: string, shown: Json): Result {
  const code = /^(?:Exit Code: (-?\d+))$/m.exec(words)?.[1];
  if (code !== undefined && code !== '0') return { error: words };
  const display = isObject(shown) ? shown : {};
  const content = display['newContent'];
  return {
    response: {
      text: words,
      ...(typeof display['fileDiff'] === 'string' ? { diff: display['fileDiff'] } : {}),
      ...(display['isNewFile'] === true ? { isNew: true } : {}),
      ...(typeof content === 'string' ? { digest: fileDigest(content) } : {}),
    },
  };
}

/** Without the lines and tags that Gemini puts around the output of a command. */
function outputOf(words: string): string {
  return withoutContext(words)
    .replace(/^<untrusted_context>\n/, '')
    .replace(/\n?<\/untrusted_context>\s*$/, '')
    .replace(/^Process Group PGID: \d+\n?/m, '')
    .replace(/^Output: /, '')
    .trimEnd();
}

function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('\n');
  return isObject(value) ? (text(value, 'text') ?? '') : '';
}

function responseIn(result: Json): JsonObject {
  const first = Array.isArray(result) ? result.find(isObject) : null;
  const response = first && isObject(first) ? object(first, 'functionResponse') : null;
  return (response && object(response, 'response')) ?? {};
}
