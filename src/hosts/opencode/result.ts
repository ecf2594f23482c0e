// How a call of an OpenCode tool ended, as the plugin, the database and an export tell it.
import type { ToolCall } from '../../domain/host-event.ts';
import { type JsonObject, number, object, text } from '../../domain/json.ts';

type Result = Pick<ToolCall, 'response' | 'error' | 'interrupted'>;

/** `{output, metadata}`: only the metadata says how a command ended. */
export function readCompleted(state: JsonObject): Result {
  const output = text(state, 'output') ?? '';
  const metadata = object(state, 'metadata') ?? {};
  const code = number(metadata, 'exit');
  if (code !== null && code !== 0) return { error: `${output.trimEnd()}\nExit code: ${code}`.trimStart() };
  const change = object(metadata, 'filediff') ?? {};
  const diff = text(metadata, 'diff') ?? text(change, 'patch');
  return {
    response: { text: output, ...(diff ? { diff } : {}), ...(metadata['exists'] === false ? { isNew: true } : {}) },
  };
}

export function readError(error: string): Result {
  return {
    error,
    ...(/^(?:The user (?:rejected|dismissed)|Tool execution aborted)/.test(error) ? { interrupted: true } : {}),
  };
}

/** The state of a call in the database; null while it runs. */
export function readState(state: JsonObject): Result | null {
  switch (text(state, 'status')) {
    case 'completed':
      return readCompleted(state);
    case 'error':
      return readError(text(state, 'error') ?? 'failed');
    default:
      return null;
  }
}
