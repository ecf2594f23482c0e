// Content of the host -> content of an event: what a prompt, a tool call or a message is stored as.
import type { FileTouch } from '../domain/event.ts';
import type { Json, JsonObject } from '../domain/json.ts';
import { type CleanseOptions, cleanseField, cleanseText, dropFileCopies } from './clean/fields.ts';
import { stripInjectedText, stripPrivateText, stripPrivateValue } from './clean/private.ts';
import { touchedFiles } from './files.ts';

export type PromptShape = { kind: 'typed'; text: string } | { kind: 'private' } | { kind: 'machine' };

/** A prompt without words: a picture. It starts a turn all the same. */
export const NO_TEXT = '[image]';

/** Machine text arrives as prompts too; a prompt of which nothing is left was private (SPEC C6, C7). */
export function shapePrompt(raw: string, options: CleanseOptions): PromptShape {
  if (/^\s*<task-notification[\s>]/i.test(raw)) return { kind: 'machine' };
  const open = stripPrivateText(raw);
  if (open.trim() === '' && open !== raw) return { kind: 'private' };
  if (open.trim() === '') return { kind: 'typed', text: NO_TEXT };
  if (stripInjectedText(open).trim() === '') return { kind: 'machine' };
  return { kind: 'typed', text: cleanseText(open, options).trim() };
}

export interface ToolShape {
  body: JsonObject;
  files: FileTouch[];
}

export interface ToolCall {
  name: string | null;
  input: Json;
  /** Undefined where the call failed or was interrupted. */
  response?: Json;
  error?: string;
  /** `unknown`: the transcript shows a call and no result; one may still come. */
  interrupted?: boolean | 'unknown';
  /** The edge took private text out already: what is left is not the file as it was. */
  stripped?: boolean;
}

export function shapeTool(call: ToolCall, options: CleanseOptions): ToolShape {
  // Stripped together: a tag left open in the input reaches into the response.
  const parts: Json[] = [call.input, dropFileCopies(call.response ?? null), call.error ?? null];
  const open = stripPrivateValue(parts);
  const [input = null, response = null, error = null] = open.value as Json[];
  const body: JsonObject = { input: cleanseField(input, options) };
  if (call.response !== undefined) body['response'] = cleanseField(response, options);
  if (call.error !== undefined) body['error'] = cleanseText(typeof error === 'string' ? error : '', options);
  if (call.interrupted) body['interrupted'] = call.interrupted;
  // What private text was taken out of is not the file as it was.
  const whole = !open.stripped && call.stripped !== true;
  const files = touchedFiles(call.name, call.input, call.response ?? null)
    .map((file) => ({ ...file, path: cleanseText(file.path, options), digest: whole ? file.digest : null }))
    .filter((file) => file.path !== '');
  return { body, files };
}

/** Our own tools, whatever the host calls our server: recording them would make memory feed on itself. */
const OWN_TOOL = /^mcp__(?:plugin_c-mem_[\w-]*|c-mem)__/;

export function isSkippedTool(name: string | null, skipTools: readonly string[]): boolean {
  if (name === null) return false;
  return OWN_TOOL.test(name) || skipTools.some((pattern) => matchesPattern(pattern, name));
}

function matchesPattern(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return pattern === name;
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(name);
}
