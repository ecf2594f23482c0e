// OpenCode's tools in our terms.
import type { FileTouch } from '../../domain/event.ts';
import type { ToolCall } from '../../domain/host-event.ts';
import { type JsonObject, text } from '../../domain/json.ts';
import { fileDigest } from '../../text/digest.ts';
import { factsOf, tools as generic } from '../generic/tools.ts';
import type { HostTools } from '../host.ts';
import { patchedFiles, patchFacts } from '../patched-tool.ts';
import { diffFacts, fields, tasksNote } from '../tool-fields.ts';

const EDITS = new Set(['edit', 'write', 'multiedit']);
const SEARCHES = new Set(['grep', 'glob', 'websearch', 'codesearch']);

export const tools: HostTools = {
  describe(call) {
    const name = call.name ?? '';
    const input = fields(call.input);
    if (PATCHES.has(name)) return patchFacts(call, patchOf(input));
    if (EDITS.has(name)) return describeEdit(call, input);
    if (name === 'bash') return factsOf(call, { action: 'run' });
    if (SEARCHES.has(name))
      return factsOf(call, { action: 'search', query: text(input, 'pattern') ?? text(input, 'query') });
    return generic.describe(call);
  },
  note: (call) => (call.name === 'todowrite' ? tasksNote(call, 'content') : undefined),
  touchedFiles(call) {
    const name = call.name ?? '';
    const input = fields(call.input);
    if (PATCHES.has(name)) return patchedFiles(patchOf(input));
    const path = text(input, 'filePath');
    if (!path || !(EDITS.has(name) || name === 'read')) return generic.touchedFiles(call);
    const role: FileTouch['role'] = name === 'read' ? 'read' : 'modified';
    const content = name === 'write' && call.response !== undefined ? input['content'] : null;
    return [{ path, role, digest: typeof content === 'string' ? fileDigest(content) : null }];
  },
  isOurs: generic.isOurs,
};

const PATCHES = new Set(['apply_patch', 'patch']);
const patchOf = (input: JsonObject) => text(input, 'patchText') ?? text(input, 'patch') ?? text(input, 'input') ?? '';

function describeEdit(call: ToolCall, input: JsonObject) {
  const path = text(input, 'filePath');
  const response = fields(call.response);
  const [before, after] = [text(input, 'oldString'), text(input, 'newString')];
  return factsOf(call, {
    action: 'edit',
    paths: path ? [path] : [],
    isNew: response['isNew'] === true,
    ...(before !== null || after !== null
      ? { before: before ?? '', after: after ?? '', diff: [...marked('-', before), ...marked('+', after)] }
      : {}),
    ...diffFacts(call),
  });
}

const marked = (mark: string, words: string | null) => (words ?? '').split('\n').map((line) => mark + line);
