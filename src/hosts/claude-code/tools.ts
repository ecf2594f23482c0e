// Claude Code's tools in our terms: what a call did and which files it touched, with the digest of each as the call saw
// it. Digests come only from the payload, because the working tree may have changed since.
import type { FileTouch } from '../../domain/event.ts';
import type { ToolCall } from '../../domain/host-event.ts';
import { isObject, type Json, type JsonObject, number, object, text } from '../../domain/json.ts';
import { fileDigest } from '../../text/digest.ts';
import { touchedByName } from '../generic/files.ts';
import { noteOf } from '../generic/notes.ts';
import { factsOf, tools as generic } from '../generic/tools.ts';
import type { HostTools, ToolFacts } from '../host.ts';

const EDITS = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);
const SEARCHES = new Set(['Grep', 'Glob', 'WebSearch']);

export const tools: HostTools = {
  describe(call) {
    const name = call.name ?? '';
    const input = isObject(call.input) ? call.input : {};
    if (EDITS.has(name)) return describeEdit(call, input);
    if (name === 'Bash') return factsOf(call, { action: 'run' });
    if (SEARCHES.has(name))
      return factsOf(call, { action: 'search', query: text(input, 'pattern') ?? text(input, 'query') });
    return generic.describe(call);
  },
  note: noteOf,
  touchedFiles,
  isOurs: (name) => /^mcp__(?:plugin_c-mem_[\w-]*|c-mem)__/.test(name),
};

function describeEdit(call: ToolCall, input: JsonObject): ToolFacts {
  const path = text(input, 'file_path') ?? text(input, 'notebook_path');
  const response = isObject(call.response) ? call.response : {};
  const patch = patchOf(response);
  return factsOf(call, {
    action: 'edit',
    paths: path ? [path] : [],
    isNew: response['type'] === 'create',
    ...(patch.length > 0 ? { diff: patch, lines: countLines(patch) } : {}),
  });
}

/** The lines of the patch in the tool's response. */
function patchOf(response: JsonObject): string[] {
  const patch = response['structuredPatch'];
  if (!Array.isArray(patch)) return [];
  return patch.flatMap((hunk) => {
    const lines = isObject(hunk) ? hunk['lines'] : null;
    return Array.isArray(lines) ? lines.filter((line): line is string => typeof line === 'string') : [];
  });
}

function countLines(patch: string[]): { added: number; removed: number } {
  const count = (mark: string) => patch.filter((line) => line.startsWith(mark)).length;
  return { added: count('+'), removed: count('-') };
}

function touchedFiles(call: ToolCall): FileTouch[] {
  const { name, input, response = null } = call;
  const asked = isObject(input) ? input : {};
  const result = isObject(response) ? response : {};
  switch (name) {
    case 'Read': {
      const file = object(result, 'file');
      const path = (file && text(file, 'filePath')) ?? text(asked, 'file_path');
      return path ? [{ path, role: 'read', digest: file ? digestOfWholeRead(file) : null }] : [];
    }
    case 'Write': {
      const path = text(result, 'filePath') ?? text(asked, 'file_path');
      const content = asked['content'];
      const written = response !== null && typeof content === 'string' && result['userModified'] !== true;
      return path ? [{ path, role: 'modified', digest: written ? fileDigest(content) : null }] : [];
    }
    case 'Edit': {
      const path = text(result, 'filePath') ?? text(asked, 'file_path');
      return path ? [{ path, role: 'modified', digest: digestAfterEdit(result) }] : [];
    }
    case 'MultiEdit':
    case 'NotebookEdit': {
      const path = text(asked, 'file_path') ?? text(asked, 'notebook_path');
      return path ? [{ path, role: 'modified', digest: null }] : [];
    }
    default:
      return touchedByName(call);
  }
}

const MAX_FILE = 64 * 1024 * 1024;

function digestOfWholeRead(file: { [key: string]: Json }): string | null {
  const content = file['content'];
  const whole = number(file, 'startLine') === 1 && number(file, 'numLines') === number(file, 'totalLines');
  return whole && typeof content === 'string' ? fileDigest(content) : null;
}

function digestAfterEdit(result: { [key: string]: Json }): string | null {
  const { originalFile: before, oldString: old, newString: fresh, replaceAll, userModified } = result;
  if (typeof before !== 'string' || typeof old !== 'string' || typeof fresh !== 'string') return null;
  if (userModified === true || old === '' || !before.includes(old)) return null;
  if (replaceAll !== true) return fileDigest(before.replace(old, () => fresh));
  const pieces = before.split(old);
  // No real file is this large after an edit.
  if (before.length + pieces.length * fresh.length > MAX_FILE) return null;
  return fileDigest(pieces.join(fresh));
}
