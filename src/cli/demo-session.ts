// An invented session: an agent fixes a rounding error in a small shop.
const sessionId = 'demo-3f0c9a52-7b1e-4d7c-9f2a-5c8e1b6d4a10';
const promptId = 'demo-prompt-1';

const BEFORE =
  'export function total(items) {\n  return items.reduce((sum, item) => sum + item.price * item.count, 0);\n}\n';
const OLD = 'sum + item.price * item.count, 0)';
const NEW = 'sum + Math.round(item.price * 100) * item.count, 0) / 100';

/** The file as the session leaves it. */
export const demoFile = { path: 'src/cart.js', content: BEFORE.replace(OLD, NEW) };

export type DemoEvent = [event: string, payload: Record<string, unknown> & { tool_name?: string }];

export function demoEvents(project: string): DemoEvent[] {
  const place = {
    session_id: sessionId,
    transcript_path: `${project}/../.claude/projects/-shop/${sessionId}.jsonl`,
    cwd: project,
  };
  const base = { ...place, prompt_id: promptId };
  const file = `${project}/${demoFile.path}`;
  const tool = (tool_name: string, id: number, tool_input: object, tool_response: object): DemoEvent => [
    'PostToolUse',
    { ...base, tool_name, tool_use_id: `demo-tool-${id}`, tool_input, tool_response, duration_ms: 20 },
  ];
  const events: DemoEvent[] = [
    ['SessionStart', { ...place, source: 'startup' }],
    [
      'UserPromptSubmit',
      {
        ...base,
        prompt:
          'The cart shows 0.30000000000000004 for three items of 0.10. Please fix it. <private>My shop is called Pear.</private>',
      },
    ],
    tool(
      'Read',
      1,
      { file_path: file },
      { type: 'text', file: { filePath: file, content: BEFORE, numLines: 4, startLine: 1, totalLines: 4 } },
    ),
    [
      'PostToolUseFailure',
      {
        ...base,
        tool_name: 'Bash',
        tool_use_id: 'demo-tool-2',
        tool_input: { command: 'npm test', description: 'Run the tests' },
        error: 'Exit code 1\nexpected 0.3, got 0.30000000000000004',
        is_interrupt: false,
        duration_ms: 900,
      },
    ],
    tool(
      'Edit',
      3,
      { file_path: file, old_string: OLD, new_string: NEW },
      { filePath: file, oldString: OLD, newString: NEW, originalFile: BEFORE, structuredPatch: [] },
    ),
    tool(
      'Bash',
      4,
      { command: 'DEPLOY_TOKEN=hunter2-hunter2 npm test', description: 'Run the tests' },
      { stdout: '3 passed', stderr: '', interrupted: false },
    ),
    [
      'Stop',
      {
        ...base,
        stop_hook_active: false,
        last_assistant_message: 'The total is now counted in whole cents, so 3 × 0.10 is 0.30. All tests pass.',
      },
    ],
    ['SessionEnd', { ...base, reason: 'prompt_input_exit' }],
  ];
  return events.map(([event, payload]) => [event, { hook_event_name: event, ...payload }]);
}
