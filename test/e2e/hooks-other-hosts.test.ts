// Our hooks as other hosts run them, which take over plugins of Claude Code: only what is ours is captured.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOOR, HOT, pretendWorker, QUIET, scratch, session, spooled, useHookBench } from '../helpers/hook-bench.ts';
import { payload, prompt, stop } from '../helpers/payloads.ts';
import { waitFor } from '../helpers/scratch.ts';

useHookBench();

describe('a hook that another host runs', () => {
  const others: [string, object][] = [
    [
      'Codex',
      { transcript_path: '/home/dev/.codex/sessions/2026/11/15/rollout-2026-11-15T17-08-58-01a1.jsonl', turn_id: 't' },
    ],
    ['Copilot CLI', { timestamp: '2026-11-15T17:00:00Z' }],
    ['Copilot CLI at the end of a turn', { transcript_path: '/home/dev/.copilot/session-state/35f3/events.jsonl' }],
    ['Gemini CLI', { transcript_path: '/home/dev/.gemini/tmp/shop/chats/session-2026.jsonl' }],
    ['Qwen Code', { transcript_path: '/home/dev/.qwen/projects/-home-dev-shop/chats/59f3.jsonl' }],
    [
      'Cursor',
      { transcript_path: '/home/dev/.cursor/projects/shop/agent-transcripts/1f/1f.jsonl', conversation_id: 'c' },
    ],
    [
      'VS Code',
      { transcript_path: '/home/dev/.config/Code/User/workspaceStorage/1/GitHub.copilot-chat/transcripts/2.jsonl' },
    ],
    ['Droid', { transcript_path: '/home/dev/.factory/projects/-home-dev-shop/1f.jsonl' }],
    ['a host without transcripts', { transcript_path: null }],
  ];
  it.each(others)('%s: nothing is captured, started or printed', async (_name, marks) => {
    const { transcript_path: _, ...bare } = payload(session, 'PostToolUse') as { transcript_path?: string };
    for (const event of [...HOT, 'SessionStart', 'UserPromptSubmit', 'Setup']) {
      const body = {
        ...bare,
        hook_event_name: event,
        prompt: 'p',
        tool_name: 'Bash',
        last_assistant_message: 'm',
        ...marks,
      };
      expect(await scratch.hook(event, body)).toEqual(QUIET);
      expect(await scratch.hook(event, { ...body, prompt: '<private>p</private>' })).toEqual(QUIET);
    }
    expect(spooled()).toEqual([]);
    expect(existsSync(scratch.paths.workerInfo)).toBe(false);
  });

  it('a moved configuration folder, a path of Windows and any spacing are Claude Code’s own', async () => {
    pretendWorker(scratch.paths.home);
    const paths = [
      '/mnt/data/my config/projects/-home-dev-shop/1f.jsonl',
      'C:\\Users\\dev\\.claude\\projects\\C--shop\\1f.jsonl',
    ];
    for (const transcript_path of paths) {
      for (const indent of [0, 2]) {
        const body = JSON.stringify(payload(session, 'Stop', { transcript_path }), null, indent);
        expect(await scratch.hook('Stop', body)).toEqual(QUIET);
        expect(
          await scratch.hook(
            'UserPromptSubmit',
            JSON.stringify(prompt(session, 'x', { transcript_path }), null, indent),
          ),
        ).toEqual(QUIET);
      }
    }
    expect(spooled()).toHaveLength(8);
  });

  it('a spool file of such a payload is dropped before the ledger; `c-mem hook --host` takes minimal ones', async () => {
    mkdirSync(scratch.paths.spool, { recursive: true, mode: 0o700 });
    const bare = JSON.stringify({ session_id: 'foreign', cwd: '/w', prompt: 'not ours' });
    writeFileSync(join(scratch.paths.spool, 'f.json'), `c-mem-spool 2 UserPromptSubmit ${DOOR} /w\n${bare}`);
    writeFileSync(
      join(scratch.paths.spool, 'old.json'),
      `c-mem-spool 1 Stop /w\n${JSON.stringify(stop(session, 'of the version before'))}`,
    );
    const minimal = (session_id: string) => JSON.stringify({ session_id, cwd: '/w', prompt: 'ours' });
    for (const args of [['--host', 'codex', 'new'], ['--host=claude-code', 'user-prompt-submit'], ['new']])
      expect(await scratch.cli(['hook', ...args], minimal(args.join(' ')))).toEqual(QUIET);
    await waitFor(
      async () => (await scratch.status()).events === 4 && (await scratch.status()).spool === 0,
      'four events',
    );
    const hosts = scratch.rows<{ id: string; host: string }>('select id, host from sessions order by host, id');
    expect(hosts).toEqual([
      { id: '--host=claude-code user-prompt-submit', host: 'claude-code' },
      { id: session.sessionId, host: 'claude-code' },
      { id: '--host codex new', host: 'codex' },
      { id: 'new', host: 'other' },
    ]);
  });
});
