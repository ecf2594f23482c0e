// Cursor, to its documentation: payloads, past sessions, and the rules file of a project.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCaptureBench } from '../../../test/helpers/capture.ts';
import { resolvePaths } from '../../config/paths.ts';
import type { JsonObject } from '../../domain/json.ts';
import { addRules, projectsWithRules, removeAllRules, rulesFile, writeRules } from './rules-file.ts';
import { transcripts } from './transcript.ts';

const SESSION = '9b1c1f0c-0000-4000-8000-000000000009';
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'c-mem-cursor-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const payload = (hook_event_name: string, fields: JsonObject): JsonObject => ({
  ...{ conversation_id: SESSION, generation_id: 'g1', hook_event_name, workspace_roots: ['/w'], cursor_version: '3.7' },
  ...{
    user_email: 'dev@example.org',
    transcript_path: `/home/dev/.cursor/projects/w/agent-transcripts/${SESSION}/${SESSION}.jsonl`,
  },
  ...fields,
});
const CALL = { tool_name: 'Shell', tool_use_id: 'tool_1', tool_input: { command: 'npm test' } };

it('a session of its own hooks; the same call through the Claude Code plugin counts once; no email address', () => {
  const bench = createCaptureBench();
  const take = (event: string, name: string, fields: JsonObject, host = 'cursor') =>
    bench.take(payload(name, fields), { event, host, plugin: true }).result;
  take('SessionStart', 'sessionStart', {});
  take('UserPromptSubmit', 'beforeSubmitPrompt', { prompt: 'Run the tests', attachments: [] });
  expect(take('PostToolUse', 'postToolUse', { ...CALL, tool_output: '{"output":"ok","exitCode":0}' })).toBe('added');
  expect(take('PostToolUse', 'postToolUse', { ...CALL, tool_output: '{"output":"ok"}' })).toBe('known');
  // Cursor loads the Claude Code plugin, too, and runs its hooks under Claude Code's names.
  expect(take('PostToolUse', 'PostToolUse', { ...CALL, session_id: SESSION, tool_response: 'ok' }, 'claude-code')).toBe(
    'ignored',
  );
  const failed = {
    ...CALL,
    tool_use_id: 'tool_2',
    error_message: 'denied',
    failure_type: 'permission_denied',
    is_interrupt: false,
  };
  expect(take('PostToolUseFailure', 'postToolUseFailure', failed)).toBe('added');
  take('AgentMessage', 'afterAgentResponse', { text: 'All green.' });
  take('Stop', 'stop', { status: 'completed', loop_count: 0 });
  const events = bench.events(SESSION);
  expect(events.map(({ kind }) => kind)).toEqual([
    'session_start',
    'prompt',
    'tool',
    'tool_failure',
    'message',
    'stop',
  ]);
  expect(JSON.stringify(events)).not.toContain('example.org');
  bench.store.close();
});

it('past sessions: what was typed, said and called, at the time of the file', () => {
  const folder = join(home, 'projects', 'w', 'agent-transcripts', SESSION);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${SESSION}.jsonl`);
  const line = (role: string, content: JsonObject[]) => `${JSON.stringify({ role, message: { content } })}\n`;
  writeFileSync(
    path,
    line('user', [{ type: 'text', text: '<context>x</context><user_query>\nFix it\n</user_query>' }]) +
      line('assistant', [
        { type: 'text', text: 'Looking.' },
        { type: 'tool_use', name: 'Shell', input: { command: 'npm test' } },
      ]),
  );
  const document = transcripts.documents?.load(path, () => {
    throw new Error('no database');
  });
  const records = document?.records() ?? [];
  expect(transcripts.describe(records[0] as JsonObject)).toMatchObject({ sessionId: SESSION });
  expect(records.flatMap((record) => transcripts.readRecord(record, () => ''))).toMatchObject([
    { what: 'prompt', text: 'Fix it' },
    { what: 'message', text: 'Looking.' },
    { what: 'call', id: `${SESSION}:1:1`, name: 'Shell' },
    { what: 'result', id: `${SESSION}:1:1` },
  ]);
});

it('a rules file is for one project, hidden from git, and removed without a trace', () => {
  const paths = resolvePaths({ C_MEM_HOME: join(home, 'data') });
  mkdirSync(paths.home);
  const project = join(home, 'shop');
  execFileSync('git', ['init', '-q', project]);
  const exclude = join(project, '.git', 'info', 'exclude');
  writeFileSync(exclude, '# mine\n*.log\n');
  addRules(paths, project);
  addRules(paths, project);
  expect(projectsWithRules(paths)).toEqual([project]);
  expect(writeRules(project, '<c-mem-context>\nnotes\n</c-mem-context>')).toBe(true);
  expect(writeRules(project, '<c-mem-context>\nnotes\n</c-mem-context>')).toBe(false);
  expect(readFileSync(rulesFile(project), 'utf8')).toMatch(/^---\n[\s\S]*alwaysApply: true\n---\n\n<c-mem-context>/);
  expect(execFileSync('git', ['-C', project, 'status', '--porcelain'], { encoding: 'utf8' })).toBe('');
  expect(removeAllRules(paths, true)).toEqual([rulesFile(project)]);
  expect(removeAllRules(paths)).toEqual([rulesFile(project)]);
  expect(existsSync(join(project, '.cursor'))).toBe(false);
  expect(readFileSync(exclude, 'utf8')).toBe('# mine\n*.log\n');
  expect(projectsWithRules(paths)).toEqual([]);
});
