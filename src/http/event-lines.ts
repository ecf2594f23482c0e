// A captured event as a person reads it: a headline, the change it made, its output.

import { isObject, type Json, type JsonObject, text } from '../domain/json.ts';
import type { EvidenceEvent } from '../store/index.ts';
import type { Evidence } from './contract.ts';

const MOST_LINES = 200;
const MOST_OUTPUT = 4000;
const MOST_HEADLINE = 300;

export function evidenceOf({ id, kind, toolName, at, body }: EvidenceEvent): Evidence {
  const input = isObject(body?.['input']) ? body['input'] : {};
  return {
    id,
    kind,
    tool: toolName,
    at,
    headline: headline(kind, toolName, body, input).replace(/\s+/g, ' ').trim().slice(0, MOST_HEADLINE),
    diff: diffOf(body, input).slice(0, MOST_LINES),
    output: output(kind, body).slice(0, MOST_OUTPUT),
    dropped: body === null,
  };
}

function headline(kind: string, tool: string | null, body: JsonObject | null, input: JsonObject): string {
  if (kind === 'prompt') return text(body ?? {}, 'text') ?? '';
  if (kind === 'stop' || kind === 'subagent_stop') return text(body ?? {}, 'message') ?? '';
  if (kind === 'message') return text(body ?? {}, 'text') ?? '';
  for (const name of [
    'command',
    'file_path',
    'path',
    'notebook_path',
    'pattern',
    'url',
    'query',
    'description',
    'prompt',
  ]) {
    const value = text(input, name);
    if (value) return value;
  }
  return tool ?? kind;
}

/** From the patch in the tool's response, otherwise from its input. */
function diffOf(body: JsonObject | null, input: JsonObject): string[] {
  const response = isObject(body?.['response']) ? body['response'] : {};
  const patch = response['structuredPatch'];
  if (Array.isArray(patch) && patch.length > 0) {
    return patch.flatMap((hunk) => {
      const lines = isObject(hunk) ? hunk['lines'] : null;
      return Array.isArray(lines) ? lines.filter((line): line is string => typeof line === 'string') : [];
    });
  }
  const edits = Array.isArray(input['edits']) ? input['edits'].filter(isObject) : [input];
  return edits.flatMap((edit) => [
    ...marked('-', text(edit, 'old_string')),
    ...marked('+', text(edit, 'new_string') ?? text(edit, 'content')),
  ]);
}

const marked = (mark: string, words: string | null) =>
  words === null ? [] : words.split('\n').map((line) => mark + line);

function output(kind: string, body: JsonObject | null): string {
  if (kind === 'tool_failure') return text(body ?? {}, 'error') ?? '';
  if (kind !== 'tool') return '';
  const response = body?.['response'] ?? null;
  return words(response);
}

function words(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(words).filter(Boolean).join('\n');
  if (!isObject(value)) return '';
  if (typeof value['stdout'] === 'string') return [value['stdout'], value['stderr']].filter(Boolean).join('\n');
  if (typeof value['text'] === 'string') return value['text'];
  if (isObject(value['file'])) return '';
  return '';
}
