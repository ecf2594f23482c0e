// Gemini CLI's tools in our terms.
import type { FileTouch } from '../../domain/event.ts';
import { text } from '../../domain/json.ts';
import { factsOf, tools as generic } from '../generic/tools.ts';
import type { HostTools } from '../host.ts';
import { diffFacts, fields, tasksNote } from '../tool-fields.ts';

const EDITS = new Set(['write_file', 'replace', 'edit']);
const SEARCHES = new Set(['grep_search', 'search_file_content', 'glob', 'google_web_search']);
const READS = new Set(['read_file', 'read_many_files']);

export const tools: HostTools = {
  describe(call) {
    const name = call.name ?? '';
    const input = fields(call.input);
    const path = text(input, 'file_path');
    if (EDITS.has(name)) {
      return factsOf(call, {
        action: 'edit',
        paths: path ? [path] : [],
        isNew: fields(call.response)['isNew'] === true,
        ...diffFacts(call),
      });
    }
    if (name === 'run_shell_command') return factsOf(call, { action: 'run' });
    if (SEARCHES.has(name))
      return factsOf(call, { action: 'search', query: text(input, 'pattern') ?? text(input, 'query') });
    return generic.describe(call);
  },
  note: (call) => (call.name === 'write_todos' ? tasksNote(call, 'description') : undefined),
  touchedFiles(call) {
    const name = call.name ?? '';
    const path = text(fields(call.input), 'file_path') ?? text(fields(call.input), 'absolute_path');
    if (!path || !(EDITS.has(name) || READS.has(name))) return generic.touchedFiles(call);
    const role: FileTouch['role'] = EDITS.has(name) ? 'modified' : 'read';
    return [{ path, role, digest: EDITS.has(name) ? text(fields(call.response), 'digest') : null }];
  },
  isOurs: generic.isOurs,
};
