// What a compressor is given: the events of one job, sorted out, with the whole turn they belong to.
import type { FileTouch } from '../domain/event.ts';
import { isObject, type Json, type JsonObject, text } from '../domain/json.ts';

/** An event as the ledger gives it back. */
export interface MaterialEvent {
  id: number;
  kind: string;
  toolName: string | null;
  agentId: string | null;
  files: FileTouch[];
  at: number;
  body: JsonObject | null;
}

export interface Material {
  /** The new events, which the job is about. */
  events: MaterialEvent[];
  /** The whole turn, the new events included. */
  turn: MaterialEvent[];
  /** The folder in which the session runs: paths are told relative to it. */
  root: string | null;
  /** Whether the turn is over: only then it is summed up. */
  final: boolean;
  /** Titles that the session has already. */
  knownTitles: string[];
}

export interface ToolUse {
  id: number;
  name: string;
  input: JsonObject;
  /** Null where the call failed. */
  response: Json;
  error: string | null;
  failed: boolean;
  files: FileTouch[];
  bySubagent: boolean;
}

export function promptOf(events: MaterialEvent[]): string | null {
  const prompt = events.find((event) => event.kind === 'prompt');
  return prompt?.body ? text(prompt.body, 'text') : null;
}

/** What the agent itself said, in order; the last message as Stop told it, where the transcript did not. */
export function messagesOf(events: MaterialEvent[]): string[] {
  const said = events
    .filter((event) => event.kind === 'message')
    .map((event) => (event.body ? text(event.body, 'text') : null))
    .filter((words) => words !== null);
  const stop = events.findLast((event) => event.kind === 'stop');
  const last = stop?.body ? text(stop.body, 'message') : null;
  return last && said.at(-1) !== last ? [...said, last] : said;
}

export function toolsOf(events: MaterialEvent[]): ToolUse[] {
  return events
    .filter((event) => event.kind === 'tool' || event.kind === 'tool_failure')
    .map((event) => {
      const body = event.body ?? {};
      const input = body['input'] ?? null;
      return {
        id: event.id,
        name: event.toolName ?? 'unknown',
        input: isObject(input) ? input : {},
        response: body['response'] ?? null,
        error: text(body, 'error'),
        failed: event.kind === 'tool_failure',
        files: event.files,
        bySubagent: event.agentId !== null,
      };
    });
}

/** A path as a person would say it: relative to the session's folder where it lies below it. */
export function shortPath(path: string, root: string | null): string {
  if (root && path.startsWith(`${root}/`)) return path.slice(root.length + 1);
  return path;
}
