// What a tool of Copilot CLI returned: a command's exit code is at the end of its text.
import type { ToolCall } from '../../domain/host-event.ts';
import { type JsonObject, object, text } from '../../domain/json.ts';

type Result = Pick<ToolCall, 'response' | 'error' | 'interrupted'>;

const ENDED = /\n?<(?:shellId: [\w-]+ )?(?:completed|exited) with exit code (-?\d+)>\s*$/;
const GUIDANCE = /\n\nTool "[^"\n]*" succeeded\. Additional guidance from postToolUse hooks:\n[\s\S]*$/;

export function readText(given: string): Result {
  const words = given.replace(GUIDANCE, '');
  const code = Number(ENDED.exec(words)?.[1] ?? 0);
  const output = words.replace(ENDED, '');
  return code === 0 ? { response: output } : { error: `${output.trimEnd()}\nExit code: ${code}`.trimStart() };
}

/** The end of a call in the transcript. */
export function readEnd(data: JsonObject): Result {
  if (data['success'] === false) {
    const error = object(data, 'error') ?? {};
    const words = text(error, 'message') ?? 'failed';
    return {
      error: words,
      ...(/rejected|denied|cancell?ed|aborted/.test(text(error, 'code') ?? '') ? { interrupted: true } : {}),
    };
  }
  return readText(text(object(data, 'result') ?? {}, 'content') ?? '');
}
