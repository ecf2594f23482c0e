// Plans, task lists and answered questions: calls that say something about the work instead of doing it.
import type { Note } from '../../domain/event.ts';
import type { ToolCall } from '../../domain/host-event.ts';
import { isObject, type Json, object, text } from '../../domain/json.ts';

export function noteOf({ name, input, response }: ToolCall): Note | null | undefined {
  const asked = isObject(input) ? input : {};
  switch (name) {
    case 'ExitPlanMode':
      return toNote('plan', text(asked, 'plan'));
    case 'TaskCreate':
      return toNote('tasks', text(asked, 'subject'));
    case 'TodoWrite': {
      const todos = asked['todos'];
      const items = Array.isArray(todos) ? todos.filter(isObject).map((todo) => text(todo, 'content')) : [];
      return toNote('tasks', items.filter(Boolean).join('\n'));
    }
    case 'AskUserQuestion':
      return toNote('choice', choices(response ?? null));
    default:
      return undefined;
  }
}

/** The questions that the agent asked, each with what the user chose or wrote. */
function choices(response: Json): string {
  const answers = isObject(response) ? object(response, 'answers') : null;
  return Object.entries(answers ?? {})
    .map(([question, answer]) => `${question} → ${typeof answer === 'string' ? answer : JSON.stringify(answer)}`)
    .join('\n');
}

const toNote = (kind: Note['kind'], words: string | null): Note | null =>
  words?.trim() ? { kind, text: words } : null;
