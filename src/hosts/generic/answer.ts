// How a hook returns a context: the format of Claude Code, which is also the documented output of `c-mem hook`.

export function answer(event: string, context: string): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: context } });
}
