// From payloads to the ledger: sessions, turns, and private turns.
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
