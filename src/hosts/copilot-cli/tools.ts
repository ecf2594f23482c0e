// Copilot CLI's tools in our terms.
import type { FileTouch, Note } from '../../domain/event.ts';
import type { ToolCall } from '../../domain/host-event.ts';
import { text } from '../../domain/json.ts';
import { fileDigest } from '../../text/digest.ts';
import { factsOf, tools as generic } from '../generic/tools.ts';
import type { HostTools } from '../host.ts';
import { patchedFiles, patchFacts } from '../patched-tool.ts';
import { fields } from '../tool-fields.ts';

const EDITS = new Set(['edit', 'create']);
const SHELLS = new Set(['bash', 'powershell']);
const SEARCHES = new Set(['grep', 'rg', 'glob', 'web_search']);

export const tools: HostTools = {
  describe(call) {
    const name = call.name ?? '';
    const input = fields(call.input);
    const patch = patchOf(call);
    if (patch !== null) return patchFacts(call, patch);
    const path = text(input, 'path');
    if (EDITS.has(name)) return factsOf(call, { action: 'edit', paths: path ? [path] : [], isNew: name === 'create' });
    if (SHELLS.has(name)) return factsOf(call, { action: 'run' });
    if (SEARCHES.has(name))
      return factsOf(call, { action: 'search', query: text(input, 'pattern') ?? text(input, 'query') });
    return generic.describe(call);
  },
  note,
  touchedFiles(call) {
    const name = call.name ?? '';
    const patch = patchOf(call);
    if (patch !== null) return patchedFiles(patch);
    const path = text(fields(call.input), 'path');
    if (!path || !(EDITS.has(name) || name === 'view')) return generic.touchedFiles(call);
    const role: FileTouch['role'] = name === 'view' ? 'read' : 'modified';
    const content = name === 'create' && call.response !== undefined ? fields(call.input)['file_text'] : null;
    return [{ path, role, digest: typeof content === 'string' ? fileDigest(content) : null }];
  },
  isOurs: generic.isOurs,
};

/** A patch is text, or in a field. */
function patchOf({ name, input }: ToolCall): string | null {
  if (name !== 'apply_patch') return null;
  if (typeof input === 'string') return input;
  return text(fields(input), 'patch') ?? text(fields(input), 'input') ?? text(fields(input), 'command') ?? '';
}

function note({ name, input, response }: ToolCall): Note | null | undefined {
  if (name === 'exit_plan_mode') return toNote('plan', text(fields(input), 'summary') ?? text(fields(input), 'plan'));
  if (name === 'update_todo') return toNote('tasks', text(fields(input), 'todos'));
  if (name !== 'ask_user') return undefined;
  const [question, answer] = [text(fields(input), 'question'), typeof response === 'string' ? response.trim() : ''];
  return toNote('choice', question && answer ? `${question} → ${answer}` : null);
}

const toNote = (kind: Note['kind'], words: string | null): Note | null =>
  words?.trim() ? { kind, text: words } : null;
