// The names of hook events: on the command line and in the host.

const STAGES: Record<string, string> = {
  setup: 'Setup',
  'session-start': 'SessionStart',
  'user-prompt-submit': 'UserPromptSubmit',
  'pre-tool-use': 'PreToolUse',
  'post-tool-use': 'PostToolUse',
  'post-tool-use-failure': 'PostToolUseFailure',
  'agent-message': 'AgentMessage',
  stop: 'Stop',
  'subagent-stop': 'SubagentStop',
  'pre-compact': 'PreCompact',
  'session-end': 'SessionEnd',
  // The five stages, for hooks that users configure themselves.
  context: 'SessionStart',
  new: 'UserPromptSubmit',
  save: 'PostToolUse',
  summary: 'Stop',
  cleanup: 'SessionEnd',
};

export type PartName = 'session-start' | 'prompt' | 'setup' | 'capture';

/** The part of the hook that handles an event. */
export function partOf(event: string): PartName {
  if (event === 'SessionStart') return 'session-start';
  if (event === 'Setup') return 'setup';
  return event === 'UserPromptSubmit' ? 'prompt' : 'capture';
}

/** The host's name for an event; null for one that we do not handle. */
export function hookEvent(name: string): string | null {
  return Object.hasOwn(STAGES, name) ? (STAGES[name] as string) : Object.values(STAGES).includes(name) ? name : null;
}
