// How a context is handed over by a hook's output, as Claude Code wants it and `c-mem hook` documents it.

export function answer(event: string, context: string): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: context } });
}
