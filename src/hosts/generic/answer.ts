// How a hook returns a context: the format of Claude Code, which is also the documented output of `c-mem hook`.

/** `line` is shown to the user, in hosts that can do that. */
export function answer(event: string, context: string, line?: string): string {
  return JSON.stringify({
    ...(line ? { systemMessage: line } : {}),
    hookSpecificOutput: { hookEventName: event, additionalContext: context },
  });
}
