// What the tools of several hosts have in common: their fields, their diffs, their lists of tasks.
import type { Note } from '../domain/event.ts';
import type { ToolCall } from '../domain/host-event.ts';
import { isObject, type JsonObject, text } from '../domain/json.ts';
import type { ToolFacts } from './host.ts';

export const fields = (value: ToolCall['input'] | undefined): JsonObject => (isObject(value) ? value : {});

/** The lines of the diff in a response, without its heads, and how many were added and removed; nothing without a diff. */
export function diffFacts({ response }: ToolCall): Partial<Pick<ToolFacts, 'diff' | 'lines'>> {
  const words = text(fields(response), 'diff') ?? '';
  const diff = words.split('\n').filter((line) => /^[-+ ]/.test(line) && !/^(?:---|\+\+\+) /.test(line));
  if (diff.length === 0) return {};
  const count = (mark: string) => diff.filter((line) => line.startsWith(mark)).length;
  return { diff, lines: { added: count('+'), removed: count('-') } };
}

/** A list of tasks as a note; `name` is the field that describes a task. */
export function tasksNote({ input }: ToolCall, name: string): Note | null {
  const todos = fields(input)['todos'];
  const items = Array.isArray(todos) ? todos.filter(isObject).map((todo) => text(todo, name)) : [];
  const words = items.filter(Boolean).join('\n');
  return words === '' ? null : { kind: 'tasks', text: words };
}
