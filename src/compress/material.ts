// The input of a compressor: the events of one job, and the complete turn they belong to.

import type { FileTouch, Note } from '../domain/event.ts';
import { isObject, type Json, type JsonObject, text } from '../domain/json.ts';
import { hostNamed, type ToolFacts } from '../hosts/index.ts';
import { below } from '../text/path.ts';

/** An event from the ledger. */
export interface MaterialEvent {
  id: number;
  kind: string;
  toolName: string | null;
  agentId: string | null;
  files: FileTouch[];
  at: number;
  body: JsonObject | null;
  /** The folder in which it happened, and the working tree that contains it. */
  cwd?: string | null;
  worktree?: string | null;
}

export interface Material {
  /** The host whose session it is: it knows what its tools do. */
  host: string;
  /** The new events, which the job is about. */
  events: MaterialEvent[];
  /** The turn's prompt and everything since its last summary, including the new events. */
  turn: MaterialEvent[];
  /** An earlier Stop of this turn has its summary already: the prompt is known, and only what is new counts. */
  continued?: boolean;
  /** The folder in which the session runs: paths are shown relative to it. */
  root: string | null;
  /** Whether the turn is over: only then does it get a summary. */
  final: boolean;
  /** Titles that the session has already. */
  knownTitles: string[];
  /** What the host itself wrote in this turn: a plan, tasks, choices. */
  notes: Note[];
  /** The title that the host or the user gave the session. */
  sessionTitle: string | null;
  /** The turns before this one, newest first: "fix both" needs to know what both are. */
  before: EarlierTurn[];
}

export interface EarlierTurn {
  number: number;
  prompt: string | null;
  /** The title of its first observation. */
  title: string | null;
  /** The last message. */
  said: string | null;
}

export interface ToolUse {
  id: number;
  name: string;
  input: JsonObject;
  /** Null if the call failed. */
  response: Json;
  error: string | null;
  facts: ToolFacts;
  failed: boolean;
  files: FileTouch[];
  bySubagent: boolean;
}

export function promptOf(events: MaterialEvent[]): string | null {
  const prompt = events.find((event) => event.kind === 'prompt');
  return prompt?.body ? text(prompt.body, 'text') : null;
}

/** What the agent itself said, in order; from a Stop, if the transcript does not have it. */
export function messagesOf(events: MaterialEvent[]): string[] {
  const said: { words: string; kind: string }[] = [];
  for (const event of events) {
    const words = saidIn(event);
    if (!words) continue;
    // A Stop repeats the last message; if both are of the same moment, either may come first.
    const last = said.at(-1);
    if (last?.words === words && (event.kind === 'stop' || last.kind === 'stop')) continue;
    said.push({ words, kind: event.kind });
  }
  return said.map(({ words }) => words);
}

function saidIn(event: MaterialEvent): string | null {
  if (event.kind === 'message') return event.body ? text(event.body, 'text') : null;
  return event.kind === 'stop' && event.body ? text(event.body, 'message') : null;
}

/** Without the words that were said before; a Stop stays, but has nothing to say. */
export function withoutRepeated<Event extends MaterialEvent>(events: Event[], said: string[]): Event[] {
  if (said.length === 0) return events;
  const known = new Set(said.map((words) => words.trim()));
  return events.flatMap((event) => {
    const words = saidIn(event);
    if (words === null || !known.has(words.trim())) return [event];
    return event.kind === 'stop' ? [{ ...event, body: { ...event.body, message: null } }] : [];
  });
}

/** Whether anything happened that could be worth a memory: a second Stop often comes alone. */
export function hasNewMaterial({ events }: Material): boolean {
  const isNews = ({ kind }: MaterialEvent) => kind === 'prompt' || kind === 'tool' || kind === 'tool_failure';
  return events.some(isNews) || messagesOf(events).length > 0;
}

export function toolsOf(events: MaterialEvent[], host: string): ToolUse[] {
  const { tools } = hostNamed(host);
  return events
    .filter((event) => event.kind === 'tool' || event.kind === 'tool_failure')
    .map((event) => {
      const body = event.body ?? {};
      const input = body['input'] ?? null;
      const response = body['response'] ?? null;
      const error = text(body, 'error');
      const name = event.toolName ?? 'unknown';
      const call = { id: null, name, input, response, ...(error === null ? {} : { error }) };
      return {
        id: event.id,
        name,
        input: isObject(input) ? input : {},
        response,
        error,
        facts: tools.describe(call),
        failed: event.kind === 'tool_failure',
        files: event.files,
        bySubagent: event.agentId !== null,
      };
    });
}

/** A path as a person would write it: relative to the session's folder if it is inside it. */
export function shortPath(path: string, root: string | null): string {
  return (root && below(path, root)) ?? path;
}
