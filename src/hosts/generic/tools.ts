// Interprets tools of unknown hosts by the words in their names and the usual field names.
import type { ToolCall } from '../../domain/host-event.ts';
import { isObject, type Json, type JsonObject, text } from '../../domain/json.ts';
import type { HostTools, ToolFacts } from '../host.ts';
import { touchedByName, wordsIn } from './files.ts';
import { noteOf } from './notes.ts';

export const tools: HostTools = {
  describe(call) {
    const words = wordsIn(call.name ?? '');
    const command = isObject(call.input) ? text(call.input, 'command') : null;
    const action = command !== null && words.some((word) => RUNS.has(word)) ? 'run' : 'other';
    return factsOf(call, { action });
  },
  note: noteOf,
  touchedFiles: touchedByName,
  isOurs: (name) => /(?:^|[_./-])c-mem(?:[_./-]|$)/.test(name),
};

const RUNS = new Set('bash shell sh terminal command exec execute run process'.split(' '));
const BEFORE = ['old_string', 'old_str', 'oldText'];
const AFTER = ['new_string', 'new_source', 'new_str', 'newText', 'content', 'contents', 'file_text', 'fileText'];

/** Filled from the usual fields; `known` overrides them with what the host knows. */
export function factsOf(call: ToolCall, known: Partial<ToolFacts> & Pick<ToolFacts, 'action'>): ToolFacts {
  const input = isObject(call.input) ? call.input : {};
  const { before, after, diff } = editOf(input);
  return {
    paths: [],
    before,
    after,
    lines: null,
    diff,
    isNew: false,
    command: text(input, 'command') ?? '',
    output: outputOf(call),
    query: null,
    ...known,
  };
}

function editOf(input: JsonObject): Pick<ToolFacts, 'before' | 'after' | 'diff'> {
  const edits = input['edits'];
  const all = Array.isArray(edits) ? edits.filter(isObject) : [input];
  const first = (edit: JsonObject, names: string[]) =>
    names.map((name) => text(edit, name)).find((value) => value !== null) ?? null;
  const words = (names: string[]) => all.map((edit) => first(edit, names) ?? '').join('\n');
  const diff = all.flatMap((edit) => [...marked('-', first(edit, BEFORE)), ...marked('+', first(edit, AFTER))]);
  return { before: words(BEFORE), after: words(AFTER), diff };
}

const marked = (mark: string, words: string | null) =>
  words === null ? [] : words.split('\n').map((line) => mark + line);

function outputOf({ error, response }: ToolCall): string {
  return error ?? textIn(response ?? null);
}

/** The text in a response, however it is wrapped. */
function textIn(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textIn).filter(Boolean).join('\n');
  if (!isObject(value)) return '';
  if (typeof value['stdout'] === 'string') return [value['stdout'], value['stderr']].filter(Boolean).join('\n');
  if (typeof value['stderr'] === 'string') return value['stderr'];
  return typeof value['text'] === 'string' ? value['text'] : '';
}
