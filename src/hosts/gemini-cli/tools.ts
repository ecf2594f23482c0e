// Gemini CLI's tools in our terms.
import type { FileTouch, Note } from '../../domain/event.ts';
import type { ToolCall } from '../../domain/host-event.ts';
import { isObject, type JsonObject, text } from '../../domain/json.ts';
import { factsOf, tools as generic } from '../generic/tools.ts';
import type { HostTools } from '../host.ts';

const EDITS = new Set(['write_file', 'replace', 'edit']);
const SEARCHES = new Set(['grep_search', 'search_file_content', 'glob', 'google_web_search']);
const READS = new Set(['read_file', 'read_many_files']);

export const tools: HostTools = {
  describe(call) {
    const name = call.name ?? '';
    const input = fields(call.input);
    const path = text(input, 'file_path');
    if (EDITS.has(name)) {
      const diff = diffOf(call);
      const count = (mark: string) => diff.filter((line) => line.startsWith(mark)).length;
      return factsOf(call, {
        action: 'edit',
        paths: path ? [path] : [],
        isNew: fields(call.response)['isNew'] === true,
        ...(diff.length > 0 ? { diff, lines: { added: count('+'), removed: count('-') } } : {}),
      });
    }
    if (name === 'run_shell_command') return factsOf(call, { action: 'run' });
    if (SEARCHES.has(name))
      return factsOf(call, { action: 'search', query: text(input, 'pattern') ?? text(input, 'query') });
    return generic.describe(call);
  },
  note,
  touchedFiles(call) {
    const name = call.name ?? '';
    const path = text(fields(call.input), 'file_path') ?? text(fields(call.input), 'absolute_path');
    if (!path || !(EDITS.has(name) || READS.has(name))) return generic.touchedFiles(call);
    const role: FileTouch['role'] = EDITS.has(name) ? 'modified' : 'read';
    return [{ path, role, digest: EDITS.has(name) ? text(fields(call.response), 'digest') : null }];
  },
  isOurs: generic.isOurs,
};

const fields = (value: ToolCall['input'] | undefined): JsonObject => (isObject(value) ? value : {});

/** The lines of the diff, without its heads. */
function diffOf({ response }: ToolCall): string[] {
  const diff = text(fields(response), 'diff') ?? '';
  return diff.split('\n').filter((line) => /^[-+ ]/.test(line) && !/^(?:---|\+\+\+) /.test(line));
}

function note({ name, input }: ToolCall): Note | null | undefined {
  if (name !== 'write_todos') return undefined;
  const todos = fields(input)['todos'];
  const items = Array.isArray(todos) ? todos.filter(isObject).map((todo) => text(todo, 'description')) : [];
  const words = items.filter(Boolean).join('\n');
  return words === '' ? null : { kind: 'tasks', text: words };
}
