import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CaptureBench, createCaptureBench } from '../../test/helpers/capture.ts';
import { bash, fixtureSession, payload, prompt, type SessionFixture, stop } from '../../test/helpers/payloads.ts';
import { sessionState } from '../domain/session.ts';
import { findSession } from '../store/ledger/sessions.ts';

let bench: CaptureBench;
let session: SessionFixture;
beforeEach(() => {
  bench = createCaptureBench();
  session = fixtureSession(join(bench.store.folder, 'work'));
});
afterEach(() => bench.store.close());

const kinds = () => bench.events(session.sessionId).map((event) => event.kind);

describe('sessions and turns', () => {
  it('numbers prompts, and files every event under the current prompt', () => {
    bench.take(payload(session, 'SessionStart', { source: 'startup' }));
    bench.take(prompt(session, 'first', { prompt_id: 'p1' }));
    bench.take(bash(session, 'ls', 'a', { prompt_id: 'p1' }));
    bench.take(stop(session, 'done', { prompt_id: 'p1' }));
    bench.take(prompt(session, 'second', { prompt_id: 'p2' }));
    bench.take(bash(session, 'ls', 'b', { prompt_id: 'p1' }));
    bench.take(bash(session, 'ls', 'c'));
    expect(bench.events(session.sessionId).map((e) => [e.kind, e.promptNumber])).toEqual([
      ['session_start', null],
      ['prompt', 1],
      ['tool', 1],
      ['stop', 1],
      ['prompt', 2],
      ['tool', 1],
      ['tool', 2],
    ]);
  });

  it('accepts minimal payloads of an unknown session', () => {
    const bare = { session_id: 'lonely', tool_name: 'Bash', tool_input: null };
    bench.take(bare, { event: 'PostToolUse' });
    bench.take(bare, { event: 'PostToolUse' });
    expect(bench.events('lonely').map((e) => [e.kind, e.toolName, e.promptNumber])).toEqual([
      ['tool', 'Bash', null],
      ['tool', 'Bash', null],
    ]);
    expect(() => bench.take({ tool_name: 'Bash' }, { event: 'PostToolUse' })).toThrowError(
      expect.objectContaining({ code: 'SPOOL_BODY_UNREADABLE' }),
    );
  });

  it('recognizes a repeated event, and counts a second Stop or resume', () => {
    const call = bash(session, 'ls', 'a');
    const first = prompt(session, 'go');
    for (let i = 0; i < 3; i += 1) {
      bench.take(first, { id: 'spool-1' });
      bench.take(call, { id: `again-${i}` });
    }
    bench.take(stop(session, 'done'), { id: 'stop-1' });
    bench.take(stop(session, 'done'), { id: 'stop-1' });
    bench.take(stop(session, 'done'), { id: 'stop-2' });
    expect(kinds()).toEqual(['prompt', 'tool', 'stop', 'stop']);
    expect(bench.take(call, { id: 'again-4' }).result).toBe('known');
    // Nor is it compressed twice: only what was stored is queued.
    const size = bench.store.db.prepare('select sum(size) as events from jobs').get();
    expect(size).toEqual({ events: 4 });
  });

  it('a prompt without an ID counts once if its spool file is read again', () => {
    const bare = payload(session, 'UserPromptSubmit', { prompt: 'yes' });
    bench.take(bare, { id: 'spool-1' });
    bench.take(bare, { id: 'spool-1' });
    bench.take(bare, { id: 'spool-2' });
    expect(bench.prompts(session.sessionId).map((p) => p.number)).toEqual([1, 2]);
  });

  it('the same text typed twice is two prompts', () => {
    bench.take(prompt(session, 'yes'));
    bench.take(prompt(session, 'yes'));
    bench.take(payload(session, 'UserPromptSubmit', { prompt: 'yes' }));
    bench.take(payload(session, 'UserPromptSubmit', { prompt: 'yes' }));
    expect(bench.prompts(session.sessionId).map((p) => p.number)).toEqual([1, 2, 3, 4]);
  });

  it('follows the session through start, end, resume and clear', () => {
    const state = () => {
      const found = findSession(bench.store.db, session.sessionId);
      return found && [sessionState(found), found.endReason];
    };
    bench.take(payload(session, 'SessionStart', { source: 'startup' }));
    expect(state()).toEqual(['initialized', null]);
    bench.take(prompt(session, 'go'));
    expect(state()).toEqual(['active', null]);
    bench.take(payload(session, 'SessionEnd', { reason: 'clear' }));
    expect(state()).toEqual(['completed', 'clear']);
    bench.take(bash(session, 'late', 'x'));
    expect(state()).toEqual(['completed', 'clear']);
    bench.take(payload(session, 'SessionStart', { source: 'resume' }));
    expect(state()).toEqual(['active', null]);
    // The clock was ahead when it ended, and has been corrected since.
    bench.take(payload(session, 'SessionEnd', { reason: 'other' }), { at: bench.clock.now + 86_400_000 });
    bench.take(payload(session, 'SessionStart', { source: 'resume' }));
    expect(state()).toEqual(['active', null]);
    bench.take(payload(session, 'SessionStart', { source: 'compact' }));
    bench.take(payload(session, 'PreCompact', { trigger: 'manual', custom_instructions: 'short' }));
    expect(state()).toEqual(['active', null]);
    expect(kinds()).toEqual([
      'session_start',
      'prompt',
      'session_end',
      'tool',
      'session_start',
      'session_start',
      'session_start',
      'pre_compact',
      'session_end',
    ]);
  });

  it('ignores other events, skipped tools, our own tools, machine prompts and nameless agents', () => {
    bench.take(payload(session, 'CwdChanged', { old_cwd: '/a', new_cwd: '/b' }));
    expect(findSession(bench.store.db, session.sessionId)).toBeNull();
    for (const tool_name of [
      'TodoWrite',
      'Skill',
      'ToolSearch',
      'mcp__plugin_c-mem_c-mem__search',
      'mcp__c-mem__search',
    ]) {
      bench.take(bash(session, 'x', 'y', { tool_name }));
    }
    bench.take(prompt(session, '<task-notification>\n<task-id>a</task-id></task-notification>'));
    bench.take(prompt(session, '<system-reminder>mind this</system-reminder>'));
    bench.take(payload(session, 'SubagentStop', { agent_id: 'a', agent_type: '', last_assistant_message: 'x' }));
    expect(kinds()).toEqual([]);
    bench.take(bash(session, 'x', 'y', { tool_name: 'mcp__other__search' }));
    bench.take(payload(session, 'SubagentStop', { agent_id: 'a', agent_type: 'general', last_assistant_message: 'x' }));
    expect(kinds()).toEqual(['tool', 'subagent_stop']);
  });

  it('records nothing in an excluded project', () => {
    const secretive = createCaptureBench({ excludeProjects: ['/secret/**', '**/private-*'] });
    for (const cwd of ['/secret', '/secret/deep/er', '/home/me/private-stuff']) {
      expect(secretive.take(prompt(fixtureSession(cwd), 'x')).result).toBe('excluded');
    }
    expect(secretive.take(prompt(fixtureSession('/secrets'), 'x')).result).toBe('added');
    // launched outside, then moved inside
    const moved = secretive.take(bash(fixtureSession('/secret/deep'), 'x', 'y'), { projectDir: '/home/me/open' });
    expect(moved.result).toBe('excluded');
    expect(secretive.store.db.prepare('select count(*) as n from sessions').get()).toEqual({ n: 1 });
    secretive.store.close();
  });
});

describe('what is stored of a tool call', () => {
  const stored = () => bench.events(session.sessionId).at(-1);

  it('an edit without the complete old file, with the digest of the new one', () => {
    const originalFile = 'alpha\nbeta\n';
    bench.take(
      payload(session, 'PostToolUse', {
        tool_name: 'Edit',
        tool_use_id: 't1',
        tool_input: { file_path: '/w/a.txt', old_string: 'beta', new_string: 'ga$&mma' },
        tool_response: {
          filePath: '/w/a.txt',
          oldString: 'beta',
          newString: 'ga$&mma',
          originalFile,
          replaceAll: false,
        },
      }),
    );
    const edited = stored();
    expect(JSON.stringify(edited?.body)).not.toContain('alpha');
    bench.take(
      payload(session, 'PostToolUse', {
        tool_name: 'Read',
        tool_use_id: 't2',
        tool_input: { file_path: '/w/a.txt' },
        tool_response: {
          type: 'text',
          file: { filePath: '/w/a.txt', content: 'alpha\r\nga$&mma\r\n', numLines: 3, startLine: 1, totalLines: 3 },
        },
      }),
    );
    expect(edited?.files[0]).toMatchObject({ path: '/w/a.txt', role: 'modified' });
    expect(edited?.files[0]?.digest).toMatch(/^[0-9a-f]{32}$/);
    expect(stored()?.files).toEqual([{ ...edited?.files[0], role: 'read' }]);
  });

  it('no digest of a partial read, nor of a file from which private text was removed', () => {
    const read = (id: string, content: string, numLines: number, extra = {}) =>
      bench.take(
        payload(session, 'PostToolUse', {
          tool_name: 'Read',
          tool_use_id: id,
          tool_input: { file_path: '/w/a.txt' },
          tool_response: { file: { filePath: '/w/a.txt', content, numLines, startLine: 1, totalLines: 9 } },
          ...extra,
        }),
      );
    read('t1', 'part', 3);
    expect(stored()?.files[0]?.digest).toBeNull();
    read('t2', 'a <private>x</private>', 9);
    expect(stored()?.files[0]?.digest).toBeNull();
    read('t3', 'a ', 9, { c_mem_stripped: true });
    expect(stored()?.files[0]?.digest).toBeNull();
    read('t4', 'a ', 9);
    expect(stored()?.files[0]?.digest).not.toBeNull();
  });

  it('cuts long fields and lists with a marker, between characters', () => {
    const small = createCaptureBench({ fieldLimit: 2048 });
    const lines = Array.from({ length: 500 }, (_, i) => `line ${i}`);
    small.take(bash(session, 'x', '\u{1F600}'.repeat(10_000), { tool_input: { lines } }));
    const body = small.events(session.sessionId)[0]?.body as {
      input: { lines: string[] };
      response: { stdout: string };
    };
    expect(Buffer.byteLength(body.response.stdout)).toBeLessThanOrEqual(2048);
    expect(body.response.stdout).toMatch(/^(?:\u{1F600})+\[cut: \d+ more characters\]$/u);
    expect(body.input.lines.at(-1)).toMatch(/^\[cut: \d+ more items\]$/);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(3 * 2048);
    small.store.close();
  });

  it('counts names and numbers toward the limit', () => {
    const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, i]));
    bench.take(
      bash(session, 'x', 'y', {
        tool_input: many,
        tool_response: { rows: Array.from({ length: 200_000 }, (_, i) => [i]) },
      }),
    );
    const size = Buffer.byteLength(JSON.stringify(stored()?.body));
    expect(size).toBeLessThan(3 * 64 * 1024);
    expect(JSON.stringify(stored()?.body)).toMatch(/\[cut: \d+ more properties\].*\[cut: \d+ more items\]/);
  });

  it('never keeps the unscanned end of a long text, however much was removed before it', () => {
    const url = 'postgres://app:SuperS3cretPw@db.example/app';
    const reminder = `<system-reminder>${'r'.repeat(30_000)}</system-reminder>`;
    for (let shift = 0; shift < 60; shift += 1) {
      const room = 64 * 1024 + 16 * 1024 - reminder.length - shift;
      bench.take(bash(session, 'x', `${reminder}${'y'.repeat(room)}${url} and ${'z'.repeat(1000)}`));
      expect(JSON.stringify(stored()?.body)).not.toContain('SuperS');
    }
  });

  it('drops binary data and keeps lists of hashes', () => {
    const base64 = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 37) % 256)).toString('base64');
    bench.take(bash(session, 'x', base64));
    expect(JSON.stringify(stored()?.body)).toContain('[binary dropped: 4000 characters]');
    const hashes = Array.from({ length: 40 }, (_, i) => i.toString(16).padStart(40, '0a1b')).join('\n');
    bench.take(bash(session, 'git rev-list', hashes));
    expect(JSON.stringify(stored()?.body)).toContain('0a1b');
    bench.take(bash(session, 'x', 'ELF\u0000\u0001\u0002'));
    expect(JSON.stringify(stored()?.body)).toContain('[binary dropped');
  });

  it('redacts secrets in values, names, long texts, and keys quoted line by line in a patch', () => {
    const key = `ghp_${'a1B2'.repeat(9)}`;
    const line = 'MIIEpAIBAAKCAQEA7bq98Zt0hXvQ1mC5yJ2nR8dLk3sW6fGh4TjUeVpYoIaBcDeF';
    bench.take(
      bash(session, `echo ${key}`, `${'x'.repeat(65_530)}${key}`, {
        tool_input: { command: `echo ${key}`, env: { password: 'hunter22' }, [key]: 1 },
        tool_response: {
          patch: [
            ' x',
            '+-----BEGIN RSA PRIVATE KEY-----',
            `+${line}`,
            `+${line}`,
            '+-----END RSA PRIVATE KEY-----',
            ' y',
          ],
          stdout: `${'x'.repeat(65_530)}${key}`,
        },
      }),
    );
    const text = JSON.stringify(stored()?.body);
    expect(text).not.toContain(key);
    expect(text).not.toContain('ghp_a1B2');
    expect(text).not.toContain('hunter22');
    expect(text).not.toContain('MIIE');
    expect(text).toContain('" y"');
  });

  it('redacts a secret that the size limit cuts in half', () => {
    // It is recognized by its end: its beginning alone does not match.
    const url = `postgres://app:${'S3cretPw'.repeat(20)}@db.example/app`;
    for (const seen of [20, 90, 150]) {
      bench.take(bash(session, 'x', `${'x'.repeat(64 * 1024 - seen)}${url} and ${'z'.repeat(1000)}`));
      expect(JSON.stringify(stored()?.body)).not.toContain('S3cretPw');
    }
  });

  it('removes secrets and private text from names and paths by which events are filed, and shortens them', () => {
    const key = `ghp_${'a1B2'.repeat(9)}`;
    const odd = { ...session, cwd: `/w/${key}` };
    bench.take(
      bash(odd, 'x', 'y', { tool_name: `T ${key} <private>S3${'x'.repeat(5000)}`, agent_type: key, agent_id: 'a' }),
    );
    const rows = JSON.stringify([
      bench.store.db.prepare('select tool_name, agent_type, cwd, worktree from events').all(),
      bench.store.db.prepare('select key, name from projects').all(),
    ]);
    expect(rows).not.toContain(key);
    expect(rows).not.toContain('S3');
    expect(rows.length).toBeLessThan(3000);
  });

  it('redacts a secret by its name, wherever its value is', () => {
    bench.take(
      bash(session, 'x', 'y', {
        tool_input: JSON.parse(
          '{"password": 1234567890, "api_key": ["k3y-in-a-list"], "client_secret": {"value": "k3y-in-a-value"}, "env": [{"name": "DB_PASSWORD", "value": "k3y-in-env"}], "__proto__": "kept", "max_tokens": 123456}',
        ),
      }),
    );
    const text = JSON.stringify(stored()?.body);
    for (const secret of ['1234567890', 'k3y-in-a-list', 'k3y-in-a-value', 'k3y-in-env'])
      expect(text).not.toContain(secret);
    expect(text).toContain('"__proto__":"kept"');
    expect(text).toContain('123456');
  });

  it('strips injected context, so that memories do not feed back into memory', () => {
    bench.take(prompt(session, 'go <c-mem-context>old notes</c-mem-context>on'));
    bench.take(bash(session, 'cat', 'a <system-reminder>be brief</system-reminder>b'));
    expect(bench.prompts(session.sessionId)[0]?.text).toBe('go on');
    expect(stored()?.body).toMatchObject({ response: { stdout: 'a b' } });
  });
});

describe('private turns', () => {
  const privatePrompt = (extra = {}) => prompt(session, ' <private>the plan</private> ', extra);

  it('keep only the fact: no number, no tools, no last message', () => {
    bench.take(prompt(session, 'open', { prompt_id: 'p1' }));
    expect(bench.take(privatePrompt({ prompt_id: 'p2' })).result).toBe('private-turn');
    expect(bench.take(bash(session, 'the plan', 'x', { prompt_id: 'p2' })).result).toBe('private');
    expect(bench.take(stop(session, 'the plan is done', { prompt_id: 'p2' })).result).toBe('private');
    bench.take(bash(session, 'late but open', 'x', { prompt_id: 'p1' }));
    bench.take(prompt(session, 'open again', { prompt_id: 'p3' }));
    expect(bench.events(session.sessionId).map((e) => [e.kind, e.promptNumber])).toEqual([
      ['prompt', 1],
      ['tool', 1],
      ['prompt', 2],
    ]);
    expect(bench.store.db.prepare('select count(*) as n from private_turns').get()).toEqual({ n: 1 });
  });

  it('without prompt IDs, last until the next prompt; a machine prompt does not end them', () => {
    bench.take(privatePrompt({ prompt_id: undefined }));
    bench.take(bash(session, 'the plan', 'x'));
    bench.take(prompt(session, '<task-notification>done</task-notification>', { prompt_id: 'machine' }));
    bench.take(bash(session, 'the plan', 'x', { prompt_id: 'machine' }));
    bench.take(stop(session, 'the plan'));
    bench.take(payload(session, 'UserPromptSubmit', { prompt: 'open' }));
    bench.take(bash(session, 'open', 'x'));
    expect(kinds()).toEqual(['prompt', 'tool']);
  });

  it('delete what arrived before the prompt', () => {
    bench.take(bash(session, 'the plan', 'x', { prompt_id: 'p2' }));
    bench.take(privatePrompt({ prompt_id: 'p2' }));
    expect(kinds()).toEqual([]);
  });

  it('are recognized by the mark of the hook, which has already removed the text', () => {
    const marks = { prompt_id: 'p1', c_mem_stripped: true, c_mem_private_turn: true };
    expect(bench.take(prompt(session, '', marks)).result).toBe('private-turn');
    expect(bench.take(bash(session, 'the plan', 'x', { prompt_id: 'p1' })).result).toBe('private');
    expect(kinds()).toEqual([]);
  });

  it('end at a prompt without text: an image', () => {
    bench.take(privatePrompt({ prompt_id: 'p1' }));
    bench.take(prompt(session, '', { prompt_id: 'p2' }));
    bench.take(bash(session, 'look at it', 'x', { prompt_id: 'p2' }));
    expect(bench.events(session.sessionId).map((e) => [e.kind, e.promptNumber])).toEqual([
      ['prompt', 1],
      ['tool', 1],
    ]);
  });

  it('a partly private prompt keeps the rest', () => {
    bench.take(prompt(session, 'use <private>the plan</private> here'));
    expect(bench.prompts(session.sessionId)).toMatchObject([{ number: 1, text: 'use  here' }]);
  });
});
