// Payloads and transcripts of our own making, in the shapes that Claude Code uses.
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface SessionFixture {
  sessionId: string;
  cwd: string;
  transcriptPath: string | null;
}

export function fixtureSession(cwd: string, transcriptPath: string | null = null): SessionFixture {
  return { sessionId: randomUUID(), cwd, transcriptPath };
}

type Extra = Record<string, unknown>;

export function payload(session: SessionFixture, event: string, extra: Extra = {}): Extra {
  return {
    session_id: session.sessionId,
    // The client always names one, also before the file is there.
    transcript_path: session.transcriptPath ?? `/home/dev/.claude/projects/-gone/${session.sessionId}.jsonl`,
    cwd: session.cwd,
    hook_event_name: event,
    ...extra,
  };
}

export const prompt = (session: SessionFixture, text: string, extra: Extra = {}) =>
  payload(session, 'UserPromptSubmit', { prompt: text, prompt_id: randomUUID(), ...extra });

export const bash = (session: SessionFixture, command: string, stdout: string, extra: Extra = {}) =>
  payload(session, 'PostToolUse', {
    tool_name: 'Bash',
    tool_input: { command, description: 'run it' },
    tool_response: { stdout, stderr: '', interrupted: false, isImage: false },
    tool_use_id: `toolu_${randomUUID()}`,
    duration_ms: 12,
    ...extra,
  });

export const stop = (session: SessionFixture, message: string, extra: Extra = {}) =>
  payload(session, 'Stop', { stop_hook_active: false, last_assistant_message: message, ...extra });

/** Writes a transcript record by record. */
export class TranscriptFixture {
  readonly records: (Extra | string)[] = [];
  #last: string | null = null;
  #clock = Date.parse('2026-03-02T09:00:00.000Z');

  constructor(
    readonly session: SessionFixture,
    private readonly options: { branch?: string; promptIds?: boolean } = {},
  ) {}

  user(text: string, promptId: string = randomUUID(), extra: Extra = {}): this {
    return this.push('user', {
      message: { role: 'user', content: text },
      ...(this.options.promptIds === false ? {} : { promptId }),
      ...extra,
    });
  }

  says(text: string, extra: Extra = {}): this {
    return this.push('assistant', {
      message: { role: 'assistant', content: [{ type: 'text', text }], stop_reason: 'end_turn' },
      ...extra,
    });
  }

  call(id: string, name: string, input: Extra, extra: Extra = {}): this {
    return this.push('assistant', {
      message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }], stop_reason: 'tool_use' },
      ...extra,
    });
  }

  result(id: string, toolUseResult: unknown, extra: Extra = {}): this {
    const content = typeof toolUseResult === 'string' ? toolUseResult : JSON.stringify(toolUseResult);
    return this.push('user', {
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
      toolUseResult,
      ...extra,
    });
  }

  fails(id: string, error: string): this {
    const content = [{ type: 'tool_result', tool_use_id: id, content: error, is_error: true }];
    return this.push('user', { message: { role: 'user', content }, toolUseResult: `Error: ${error}` });
  }

  raw(line: string): this {
    this.records.push(line);
    return this;
  }

  push(type: string, fields: Extra): this {
    const uuid = randomUUID();
    this.#clock += 1000;
    this.records.push({
      parentUuid: this.#last,
      isSidechain: false,
      type,
      uuid,
      timestamp: new Date(this.#clock).toISOString(),
      cwd: this.session.cwd,
      sessionId: this.session.sessionId,
      gitBranch: this.options.branch ?? 'main',
      version: '2.1.325',
      ...fields,
    });
    this.#last = uuid;
    return this;
  }

  text(): string {
    return this.records.map((r) => `${typeof r === 'string' ? r : JSON.stringify(r)}\n`).join('');
  }

  write(path: string | null = this.session.transcriptPath): this {
    if (!path) throw new Error('this session has no transcript path');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, this.text());
    return this;
  }
}
