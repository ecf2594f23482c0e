// What a tool of Codex returned: its output follows a few lines about the process, which say how it ended.
import type { ToolCall } from '../../domain/host-event.ts';

type Result = Pick<ToolCall, 'response' | 'error' | 'interrupted'>;

const HEAD =
  /^(?:(?:Chunk ID|Wall time|Original token count|Total output lines)\b[^\n]*\n|Process [^\n]*\n|Exit code: [^\n]*\n)+/;
const CODE = /^(?:Process exited with code|Exit code:) (-?\d+)$/m;
const ABORTED = /^aborted by user\b/;

export function readOutput(text: string): Result {
  const json = readJson(text);
  if (json) return json;
  if (ABORTED.test(text)) return { error: text, interrupted: true };
  const head = HEAD.exec(text)?.[0] ?? '';
  const output = text.slice(head.length).replace(/^Output:\n/, '');
  const code = Number(CODE.exec(head)?.[1] ?? 0);
  return code === 0 ? { response: output } : { error: `${output.trimEnd()}\nExit code: ${code}`.trimStart() };
}

/** Older versions: `{"output": "…", "metadata": {"exit_code": 0}}`. */
function readJson(text: string): Result | null {
  if (!text.startsWith('{"output":')) return null;
  try {
    const { output, metadata } = JSON.parse(text) as { output?: unknown; metadata?: { exit_code?: unknown } };
    if (typeof output !== 'string') return null;
    const code = Number(metadata?.exit_code ?? 0);
    return code === 0 ? { response: output } : { error: `${output.trimEnd()}\nExit code: ${code}`.trimStart() };
  } catch {
    return null;
  }
}
