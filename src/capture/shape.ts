// Turns a host's event into what is stored: cleaned content, with a key that identifies it when it is seen again.
import picomatch from 'picomatch';
import type { Capture, FileTouch, Note } from '../domain/event.ts';
import type { Delivery, HostEvent, ToolCall } from '../domain/host-event.ts';
import type { Json, JsonObject } from '../domain/json.ts';
import { type Host, hostNamed } from '../hosts/index.ts';
import { textDigest } from '../text/digest.ts';
import { type CleanOptions, cleanField, cleanText, dropFileCopies } from './clean/fields.ts';
import { stripInjectedText, stripPrivateText, stripPrivateValue } from './clean/private.ts';

export interface ShapeOptions {
  cleaner: CleanOptions;
  hosts: readonly Host[];
  /** Whether calls of a tool are skipped. */
  isSkipped: (name: string | null, host: Host) => boolean;
}

export type ShapeResult =
  | { outcome: 'capture'; capture: Capture }
  | { outcome: 'private-turn' }
  | { outcome: 'ignored'; why: 'event' | 'tool' | 'machine-prompt' | 'no-agent' };

/** Shapes one event. The caller has checked its session ID. */
export function shapeEvent({ event, ...delivery }: Delivery, options: ShapeOptions): ShapeResult {
  const { kind } = event;
  if (kind === null) return { outcome: 'ignored', why: 'event' };
  const { cleaner } = options;
  const host = hostNamed(delivery.host, options.hosts);
  const capture: Capture = {
    kind,
    source: delivery.source,
    host: delivery.host,
    sessionId: event.sessionId,
    key: `spool:${delivery.id}`,
    at: delivery.at,
    promptId: event.promptId,
    toolName: null,
    toolUseId: null,
    agentId: event.agentId,
    agentType: event.agentType,
    cwd: event.cwd,
    branch: null,
    durationMs: whole(event.durationMs),
    files: [],
    recordId: null,
    body: {},
  };
  const message = event.message ? cleanText(event.message, cleaner) : null;
  switch (kind) {
    case 'prompt': {
      const prompt = shapePrompt(event.prompt?.text ?? '', host, cleaner);
      if (prompt.kind === 'private' || event.prompt?.isPrivate) return { outcome: 'private-turn' };
      if (prompt.kind === 'machine') return { outcome: 'ignored', why: 'machine-prompt' };
      capture.body = { text: prompt.text };
      if (delivery.atEnd) capture.atEnd = { message };
      break;
    }
    case 'tool':
    case 'tool_failure': {
      const call = event.tool as ToolCall;
      if (options.isSkipped(call.name, host)) return { outcome: 'ignored', why: 'tool' };
      const note = host.tools.note(call);
      if (note === null || (note && kind === 'tool_failure')) return { outcome: 'ignored', why: 'tool' };
      if (call.id) capture.key = `tool:${call.id}`;
      if (note) {
        Object.assign(capture, { kind: 'note', toolUseId: call.id, body: shapeNote(note, cleaner) });
        break;
      }
      Object.assign(capture, { toolName: call.name, toolUseId: call.id, ...shapeTool(call, host, cleaner) });
      break;
    }
    case 'note': {
      const note = event.note as Note;
      capture.key = noteKey(note);
      capture.body = shapeNote(note, cleaner);
      break;
    }
    case 'subagent_stop':
      if (!event.agentType) return { outcome: 'ignored', why: 'no-agent' };
      capture.body = { message };
      break;
    case 'stop':
      capture.body = { message, ...askedOf(event, host, cleaner) };
      break;
    case 'session_start':
    case 'session_end':
    case 'pre_compact':
      capture.body = Object.fromEntries(
        Object.entries(event.details ?? {}).map(([name, value]) => [name, cleanText(value, cleaner)]),
      );
      break;
    case 'message':
      if (message === null) return { outcome: 'ignored', why: 'event' };
      capture.body = { text: message };
      break;
  }
  return { outcome: 'capture', capture };
}

function whole(value: number | null): number | null {
  return value === null || Math.abs(value) > Number.MAX_SAFE_INTEGER ? null : Math.round(value);
}

/** The prompt as the host repeats it at the end of the turn. */
function askedOf({ asked }: HostEvent, host: Host, cleaner: CleanOptions): JsonObject {
  const prompt = asked ? shapePrompt(asked, host, cleaner) : null;
  return prompt?.kind === 'typed' ? { asked: prompt.text } : {};
}

export type PromptShape = { kind: 'typed'; text: string } | { kind: 'private' } | { kind: 'machine' };

/** A prompt without text, such as an image. It starts a turn all the same. */
export const NO_TEXT = '[image]';

/** Hosts also send text of their own as prompts. A prompt of which nothing is left was private. */
export function shapePrompt(raw: string, host: Host, options: CleanOptions): PromptShape {
  if (host.isMachinePrompt(raw)) return { kind: 'machine' };
  const open = stripPrivateText(raw);
  if (open.trim() === '' && open !== raw) return { kind: 'private' };
  if (open.trim() === '') return { kind: 'typed', text: NO_TEXT };
  if (stripInjectedText(open).trim() === '') return { kind: 'machine' };
  return { kind: 'typed', text: cleanText(open, options).trim() };
}

/** A title or a recap may come from a hook and from the transcript. */
export const noteKey = ({ kind, text }: Note) => `note:${kind}:${textDigest(text)}`;

/** Private text may stand in what the host wrote, too. */
export function shapeNote({ kind, text }: Note, options: CleanOptions): JsonObject {
  return { note: kind, text: cleanText(text, options).trim() };
}

export interface ToolShape {
  body: JsonObject;
  files: FileTouch[];
}

export function shapeTool(call: ToolCall, host: Host, options: CleanOptions): ToolShape {
  // Stripped together: a tag left open in the input extends into the response.
  const parts: Json[] = [call.input, dropFileCopies(call.response ?? null), call.error ?? null, call.rejection ?? null];
  const open = stripPrivateValue(parts);
  const [input = null, response = null, error = null, rejection = null] = open.value as Json[];
  const body: JsonObject = { input: cleanField(input, options) };
  if (call.response !== undefined) body['response'] = cleanField(response, options);
  if (call.error !== undefined) body['error'] = cleanText(typeof error === 'string' ? error : '', options);
  if (typeof rejection === 'string') body['rejection'] = cleanText(rejection, options);
  if (call.interrupted) body['interrupted'] = call.interrupted;
  // After removing private text, the content no longer equals the file.
  const whole = !open.stripped && call.stripped !== true;
  const files = host.tools
    .touchedFiles(call)
    .map((file) => ({ ...file, path: cleanText(file.path, options), digest: whole ? file.digest : null }))
    .filter((file) => file.path !== '');
  return { body, files };
}

/**
 * Skips tools by the patterns in the settings, and always our own: recording them would feed memories back into memory.
 */
export function createToolFilter(skipTools: readonly string[]): ShapeOptions['isSkipped'] {
  // A tool's name is not a path: a star matches anything in it.
  const matches = picomatch(
    skipTools.map((pattern) => pattern.replaceAll('*', '**')),
    // Stars and question marks only: as a glob, `!Bash` would skip every other tool.
    { bash: true, dot: true, nonegate: true, noextglob: true, nobrace: true, nobracket: true },
  );
  return (name, host) => name !== null && (host.tools.isOurs(name) || (skipTools.length > 0 && matches(name)));
}
