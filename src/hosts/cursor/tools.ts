// Cursor's tools in our terms.
import type { FileTouch } from '../../domain/event.ts';
import type { ToolCall } from '../../domain/host-event.ts';
import { type JsonObject, text } from '../../domain/json.ts';
import { factsOf, tools as generic } from '../generic/tools.ts';
import type { HostTools } from '../host.ts';
import { fields, tasksNote } from '../tool-fields.ts';

const EDITS = new Set(['Write', 'Edit', 'StrReplace', 'MultiEdit', 'EditNotebook', 'Delete']);
const SEARCHES = new Set(['Grep', 'Glob', 'SemanticSearch', 'WebSearch']);
const PATHS = ['file_path', 'path', 'target_file', 'target_notebook'];

export const tools: HostTools = {
  describe(call) {
    const name = call.name ?? '';
    const input = fields(call.input);
    const path = pathIn(input);
    if (EDITS.has(name)) return factsOf(call, { action: 'edit', paths: path ? [path] : [] });
    if (name === 'Shell' || name === 'Bash') return factsOf(call, { action: 'run', output: outputOf(call) });
    if (SEARCHES.has(name))
      return factsOf(call, { action: 'search', query: text(input, 'pattern') ?? text(input, 'query') });
    return generic.describe(call);
  },
  note: (call) => (call.name === 'TodoWrite' ? tasksNote(call, 'content') : undefined),
  touchedFiles(call) {
    const name = call.name ?? '';
    const path = pathIn(fields(call.input));
    if (!path || !(EDITS.has(name) || name === 'Read')) return generic.touchedFiles(call);
    const role: FileTouch['role'] = name === 'Read' ? 'read' : 'modified';
    return [{ path, role, digest: null }];
  },
  isOurs: (name) => generic.isOurs(name) || /^MCP:.*\bc-mem\b/.test(name),
};

const pathIn = (input: JsonObject) => PATHS.map((name) => text(input, name)).find((path) => path !== null) ?? null;

function outputOf({ response, error }: ToolCall): string {
  if (error !== undefined) return error;
  const result = fields(response);
  const words = [text(result, 'output') ?? text(result, 'stdout'), text(result, 'stderr')].filter(Boolean).join('\n');
  return words || (typeof response === 'string' ? response : '');
}
