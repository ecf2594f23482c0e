// Codex's tools in our terms. Hooks call the shell `Bash`; transcripts name the tool that the model called.
import type { Note } from '../../domain/event.ts';
import type { ToolCall } from '../../domain/host-event.ts';
import { isObject, type Json, type JsonObject, text } from '../../domain/json.ts';
import { factsOf, tools as generic } from '../generic/tools.ts';
import type { HostTools } from '../host.ts';
import { patchedFiles, patchFacts } from '../patched-tool.ts';
import { readScript } from './script.ts';

export const tools: HostTools = {
  describe(call) {
    const patch = patchOf(call);
    if (patch !== null) return patchFacts(call, patch);
    const input = isObject(call.input) ? call.input : {};
    if (call.name === SCRIPT) {
      const { commands } = readScript(text(input, 'code') ?? '');
      return factsOf(call, { action: commands.length > 0 ? 'run' : 'other', command: commands.join('\n') });
    }
    if (call.name === 'Bash') return factsOf(call, { action: 'run' });
    if (call.name === 'web_search') return factsOf(call, { action: 'search', query: text(input, 'query') });
    return generic.describe(call);
  },
  note,
  touchedFiles(call) {
    const patch = patchOf(call);
    return patch === null ? generic.touchedFiles(call) : patchedFiles(patch);
  },
  isOurs: generic.isOurs,
};

/** The tool that runs a script of the model's, which calls other tools. */
export const SCRIPT = 'exec';

/** The shell under the name and with the input that hooks report, whatever the model called. */
export function asHooksReport(name: string, input: Json): { name: string; input: Json } {
  if (name === 'apply_patch') return { name, input: typeof input === 'string' ? { command: input } : input };
  if (name === SCRIPT && typeof input === 'string') return { name, input: { code: input } };
  if (!isObject(input) || !SHELLS.has(name)) return { name, input };
  const command = input['cmd'] ?? input['command'] ?? '';
  const line = Array.isArray(command) ? shellLine(command) : command;
  return { name: 'Bash', input: { command: line } };
}

const SHELLS = new Set(['exec_command', 'shell_command', 'shell', 'local_shell', 'container.exec']);

/** `["bash", "-lc", "npm test"]` is the line that was typed. */
function shellLine(words: Json[]): string {
  const [program, flag, line] = words;
  const isShell = /(?:^|\/)(?:ba|z|da)?sh$/.test(String(program)) && /^-\w*c$/.test(String(flag));
  return isShell && words.length === 3 ? String(line) : words.map(String).join(' ');
}

function patchOf({ name, input }: ToolCall): string | null {
  const fields = isObject(input) ? input : {};
  if (name === 'apply_patch') return text(fields, 'command') ?? text(fields, 'input') ?? text(fields, 'patch') ?? '';
  if (name !== SCRIPT) return null;
  const { patches } = readScript(text(fields, 'code') ?? '');
  return patches.length > 0 ? patches.join('\n') : null;
}

function note(call: ToolCall): Note | null | undefined {
  const input: JsonObject = isObject(call.input) ? call.input : {};
  if (call.name === 'update_plan') {
    const plan = input['plan'];
    const steps = Array.isArray(plan) ? plan.filter(isObject).map((step) => text(step, 'step')) : [];
    return toNote('tasks', steps.filter(Boolean).join('\n'));
  }
  if (call.name === 'request_user_input') return toNote('choice', choices(input, call.response ?? null));
  return undefined;
}

/** The questions that the agent asked, each with what the user chose. */
function choices(input: JsonObject, response: Json): string {
  const questions = Array.isArray(input['questions']) ? input['questions'].filter(isObject) : [];
  let answers: JsonObject = {};
  try {
    const said: unknown = typeof response === 'string' ? JSON.parse(response) : response;
    if (isObject(said) && isObject(said['answers'])) answers = said['answers'];
  } catch {
    return '';
  }
  return questions
    .flatMap((question) => {
      const answer = answers[text(question, 'id') ?? ''];
      const chosen = isObject(answer) ? answer['answers'] : answer;
      const words = Array.isArray(chosen) ? chosen.map(String).join(', ') : chosen;
      return words ? [`${text(question, 'question') ?? ''} → ${String(words)}`] : [];
    })
    .join('\n');
}

const toNote = (kind: Note['kind'], words: string): Note | null => (words.trim() ? { kind, text: words } : null);
