// A captured event as a person reads it: a headline, the change it made, its output.

import { isObject, type JsonObject, text } from '../domain/json.ts';
import { hostNamed } from '../hosts/index.ts';
import type { EvidenceEvent } from '../store/index.ts';
import type { Evidence } from './contract.ts';

const MOST_LINES = 200;
const MOST_OUTPUT = 4000;
const MOST_HEADLINE = 300;

export function evidenceOf({ id, kind, toolName, at, body }: EvidenceEvent, host: string): Evidence {
  const input = isObject(body?.['input']) ? body['input'] : {};
  const error = body ? text(body, 'error') : null;
  const { response = null } = body ?? {};
  const isCall = kind === 'tool' || kind === 'tool_failure';
  const facts = isCall
    ? hostNamed(host).tools.describe({
        id: null,
        name: toolName,
        input,
        response,
        ...(error === null ? {} : { error }),
      })
    : null;
  return {
    id,
    kind,
    tool: toolName,
    at,
    headline: headline(kind, toolName, body, input).replace(/\s+/g, ' ').trim().slice(0, MOST_HEADLINE),
    diff: (facts?.diff ?? []).slice(0, MOST_LINES),
    output: (facts?.output ?? '').slice(0, MOST_OUTPUT),
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
